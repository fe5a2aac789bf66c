import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const LIBRARY = join(import.meta.dirname, '../../fixtures/conversations');

/** What a conversation of the library is there to show, and what `check` says of it. */
export interface Scenario {
  /** Such lines come in this order, each with who said it before it. */
  readonly shows: readonly RegExp[];
  /** Every violation, as the number of its frame, its severity and its rule, and why it is there. */
  readonly violations: readonly (readonly [found: string, why: string])[];
}

/** The names of the recorded conversations that the repository holds. */
export function libraryNames(): string[] {
  return readdirSync(LIBRARY)
    .map((file) => basename(file, '.acp'))
    .sort();
}

export function libraryFile(name: string): string {
  return join(LIBRARY, `${name}.acp`);
}

const PROMPT = /^client .*"session\/prompt"/;
const ASKS = /^agent .*"session\/request_permission"/;
const CANCELS = /^client .*"session\/cancel"/;
const END = /^agent .*"stopReason":"end_turn"/;
const CANCELLED = /^agent .*"stopReason":"cancelled"/;
const ANSWERS_CANCELLED = /^client .*"outcome":"cancelled"/;
const PIECE = /^agent .*"agent_message_chunk"/;

const OF_GEMINI: Scenario['violations'] = [
  ['4 info extension/unknown-root-field', 'models, as in an older draft'],
  ['5 info commands/invalid-name', 'gemini-cli tells subcommands with a space in the name'],
];
const OF_CODEX: Scenario['violations'] = [
  ['2 info extension/unstable-surface', 'mcpCapabilities.acp'],
  ['2 info extension/unknown-root-field', 'type of an authentication method, as in an older draft'],
  ['2 info extension/unknown-root-field', 'vars of it'],
];
const OTHER_INPUT = 'the path and the raw input are not those of the tool call';
const STAYS = 'codex-acp lives on when its stdin is closed';

/** What the library holds: a scenario is a file, and each file stands here. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'text-turn': {
    shows: [PROMPT, /^agent .*"agent_thought_chunk"/, PIECE, END, /^client .*"resource_link"/, PIECE, END],
    violations: OF_GEMINI,
  },
  'tool-call-allowed': {
    shows: [
      PROMPT,
      /^agent .*"tool_call"/,
      ASKS,
      /^client .*"optionId":"once"/,
      /^agent .*"fs\/write_text_file"/,
      /^agent .*"completed"/,
      END,
    ],
    violations: [
      ['2 info extension/unstable-surface', 'session/fork'],
      ['21 info permission/tool-call-mismatch', 'the raw input has a diff in the place of the content'],
      ['21 info permission/after-execution-started', 'opencode says in_progress before it asks'],
      ['30 info extension/unstable-surface', 'usage of a turn'],
    ],
  },
  'tool-call-rejected': {
    shows: [PROMPT, ASKS, /^client .*"optionId":"reject"/, PIECE, END],
    violations: [
      ['11 info permission/tool-call-mismatch', OTHER_INPUT],
      ['14 info tool-call/nonterminal-at-turn-end', 'the rejected call stays pending'],
    ],
  },
  plan: {
    shows: [
      PROMPT,
      /^agent .*"plan".*"in_progress".*"pending"/,
      /^agent .*"plan".*"completed".*"in_progress"/,
      PIECE,
      END,
    ],
    violations: [
      ...OF_CODEX,
      ['18 info plan/unfinished-at-turn-end', 'the second step is left for later'],
      ['22 info eos/no-exit-after-stdin-close', STAYS],
    ],
  },
  'cancel-streaming': { shows: [PROMPT, PIECE, CANCELS, CANCELLED, PROMPT, PIECE, END], violations: OF_GEMINI },
  'cancel-permission': {
    shows: [PROMPT, ASKS, CANCELS, ANSWERS_CANCELLED, /^agent .*"failed"/, CANCELLED],
    violations: [],
  },
  'cancel-permission-ignored': {
    shows: [PROMPT, ASKS, CANCELS, ANSWERS_CANCELLED, END],
    violations: [
      ['11 info permission/tool-call-mismatch', OTHER_INPUT],
      ['14 error cancel/wrong-stop-reason', 'what the file is there to show'],
    ],
  },
  'two-sessions': {
    shows: [/^client .*"session\/new"/, /^client .*"session\/new"/, PROMPT, PROMPT, PIECE, END, PIECE, END],
    violations: [...OF_CODEX, ['43 info eos/no-exit-after-stdin-close', STAYS]],
  },
  load: {
    shows: [
      /^client .*"session\/list"/,
      /^client .*"session\/load"/,
      /^agent .*"user_message_chunk"/,
      /^agent .*"tool_call"/,
      /^agent .*"result":\{"configOptions"/,
      PROMPT,
      PIECE,
      END,
    ],
    violations: [...OF_CODEX, ['25 info eos/no-exit-after-stdin-close', STAYS]],
  },
  error: {
    shows: [PROMPT, /^stderr /, /^agent .*"error":\{"code":-32603/, PROMPT, PIECE, END],
    violations: [
      ...OF_CODEX,
      ['8 info turn/prompt-error', 'what the file is there to show'],
      ['18 info eos/no-exit-after-stdin-close', STAYS],
    ],
  },
  'v2-turn': {
    shows: [
      /^agent .*"protocolVersion":2/,
      PROMPT,
      /^agent .*"state":"running"/,
      /^agent .*"state":"requires_action"/,
      ASKS,
      /^client .*"optionId":"allow-once"/,
      /^agent .*"state":"running"/,
      /^agent .*"state":"idle","stopReason":"end_turn"/,
    ],
    violations: [
      ['5 info extension/not-advertised', 'the agent says how many sessions it has to whoever listens'],
      ['32 info extension/unstable-surface', 'usage of a turn'],
    ],
  },
  demo: {
    shows: [
      PROMPT,
      /^agent .*"plan"/,
      ASKS,
      /^client .*"optionId":"allow"/,
      END,
      PROMPT,
      ASKS,
      /^client .*"optionId":"reject"/,
      END,
      PROMPT,
      ASKS,
      CANCELS,
      CANCELLED,
    ],
    violations: [['17 warning tool-call/update-before-create', 'what the demo breaks on purpose']],
  },
};
