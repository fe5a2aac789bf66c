import { describe, expect, test } from 'vitest';
import type { Severity } from '../../src/check/engine/severity.js';
import type { Violation } from '../../src/check/engine/violation.js';
import { loadSdkSchemas } from '../../src/tasks/protocol/sdk-schemas.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { changesIn, conversations, Planting, told } from '../support/checking/planting.js';
import { schemaMutations, type Mutation } from '../support/checking/schema-mutations.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'mutations of real frames', 'there is no corpus; TURNTABLE_CORPUS can name it');

/** So many mutations of each kind of each member. */
const EACH = 6;

/** So many complaints are shown. */
const SHOWN = 25;

/** What truly follows from a mutation, elsewhere. `brings` ends with the worst severity where not any is true. */
interface Consequence {
  readonly of: RegExp;
  readonly because: string;
  readonly brings?: readonly (string | readonly [string, Severity])[];
  readonly takes?: readonly string[];
}

const CONSEQUENCES: readonly Consequence[] = [
  {
    of: /^/,
    because: 'it is only told where nothing else was open',
    takes: ['eos/session-left-open'],
  },
  {
    of: /Request: /,
    because: 'the other side acted on it all the same',
    brings: ['schema/invalid-params-accepted'],
  },
  {
    of: /^Cancel(Request)?Notification: /,
    because: 'a cancel that cannot be read cancels nothing',
    brings: [
      'stop-reason/cancelled-without-cancel',
      'permission/cancelled-without-cancel',
      'tool-call/nonterminal-at-turn-end',
    ],
    takes: ['cancel/wrong-stop-reason'],
  },
  {
    of: /^Initialize.*[cC]apabilities/,
    because: 'a capability that cannot be read may not be there, but nobody knows',
    brings: [
      ['capability/fs-read-not-advertised', 'warning'],
      ['capability/fs-write-not-advertised', 'warning'],
      ['capability/prompt-image-not-advertised', 'warning'],
      ['capability/prompt-embedded-not-advertised', 'warning'],
      ['capability/load-not-advertised', 'warning'],
      ['capability/resume-not-advertised', 'warning'],
      ['capability/list-not-advertised', 'warning'],
      ['capability/close-not-advertised', 'warning'],
      ['init/session-surface-missing', 'warning'],
    ],
  },
  {
    of: /^(Load|Resume)SessionRequest: .*sessionId/,
    because: 'nobody knows which session it opens, so that its history is none',
    brings: [
      'session/unknown-session-id',
      'session/load-replay-missing',
      'turn/user-message-in-live-turn',
      'tool-call/skipped-in-progress',
      'message/id-across-kinds',
    ],
    takes: ['session/replay-after-load-response'],
  },
  {
    of: /^NewSessionResponse: .*sessionId/,
    because: 'nobody told the id that is used later',
    brings: ['session/unknown-session-id', 'session/unknown-session-accepted'],
    takes: ['turn/prompt-error', 'turn/update-outside-turn', 'prompt/concurrent-turn'],
  },
  {
    of: /^CloseSessionRequest: /,
    because: 'nobody knows which session it closes',
    brings: ['eos/session-left-open'],
  },
  {
    of: /^PromptRequest: .*sessionId/,
    because: 'nobody knows in which session the turn is',
    brings: [
      'turn/update-after-response',
      'turn/update-outside-turn',
      'permission/outside-turn',
      'fs/outside-turn',
      'cancel/nothing-to-cancel',
    ],
    takes: ['prompt/concurrent-turn', 'plan/unfinished-at-turn-end', 'tool-call/nonterminal-at-turn-end'],
  },
  {
    of: /^PromptRequest: /,
    because: 'the prompt failed because it was not right',
    takes: ['turn/prompt-error'],
  },
  {
    of: /^RequestPermissionRequest: .*options/,
    because: 'the option that is chosen cannot be read any more',
    brings: ['permission/option-not-offered'],
  },
  {
    of: /^RequestPermissionRequest: /,
    because: 'what it says of the call cannot be read any more',
    takes: ['tool-call/skipped-in-progress'],
  },
  {
    of: /^SessionNotification plan: /,
    because: 'the plan cannot be read any more',
    takes: ['plan/unfinished-at-turn-end'],
  },
  {
    of: /SessionNotification tool_call(_update)?: /,
    because: 'what is told of the call cannot be read any more',
    brings: [
      'tool-call/update-before-create',
      'tool-call/skipped-in-progress',
      'tool-call/nonterminal-at-turn-end',
      'eos/tool-call-never-finished',
      ['turn/update-after-response', 'info'],
      'permission/tool-call-mismatch',
    ],
    takes: [
      'tool-call/skipped-in-progress',
      'tool-call/duplicate-create',
      'tool-call/nonterminal-at-turn-end',
      'eos/tool-call-never-finished',
      'permission/tool-call-mismatch',
      'permission/after-execution-started',
    ],
  },
  {
    of: /SessionNotification config_option_update: /,
    because: 'nobody knows what the options are any more',
    brings: [['config/incomplete-state', 'info'], 'config/set-unknown-option'],
  },
  {
    of: /SessionNotification agent_.*messageId/,
    because: 'the others have one',
    brings: ['message/id-partially-present'],
  },
  {
    of: /SessionNotification user_message_chunk: /,
    because: 'it cannot be told any more that the text is not that of the prompt',
    brings: ['turn/user-message-in-live-turn'],
  },
  {
    of: /SessionNotification state_update: /,
    because: 'the state cannot be read any more',
    brings: ['eos/foreground-never-idle', 'v2/missing-running', 'v2/requires-action-not-cleared'],
  },
  {
    of: /SessionNotification user_message: /,
    because: 'the message that shows the prompt cannot be read any more',
    brings: ['v2/user-message-missing', 'v2/user-message-altered'],
    takes: ['message/id-across-kinds'],
  },
];

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

function isBrought({ name }: Mutation, { rule, severity }: Violation): boolean {
  return CONSEQUENCES.some(
    ({ of, brings = [] }) =>
      of.test(name) &&
      brings.some((one) => {
        const [brought, worst = 'error'] = typeof one === 'string' ? [one] : one;
        return brought === rule && RANK[severity] <= RANK[worst];
      }),
  );
}

function isTaken({ name }: Mutation, { rule }: Violation): boolean {
  return CONSEQUENCES.some(({ of, takes = [] }) => of.test(name) && takes.includes(rule));
}

/** What was found in a mutated conversation that is not in the untouched one, and what is there no more. */
interface Judged {
  readonly mutation: Mutation;
  readonly seq: number;
  /** At the line itself, by its sender. */
  readonly here: readonly Violation[];
  readonly elsewhere: readonly Violation[];
  readonly gone: readonly Violation[];
}

function judged(mutation: Mutation): Judged {
  const planting = new Planting(mutation.conversation);
  const line = planting.replace(mutation.line, mutation.said);
  const { fresh, gone } = changesIn(planting, line);
  const seq = planting.seqOf(line);
  const isHere = (one: Violation) => one.seq === seq && one.fault === line.sender;
  return { mutation, seq, here: fresh.filter(isHere), elsewhere: fresh.filter((one) => !isHere(one)), gone };
}

let all: readonly Judged[] | undefined;

function allJudged(): readonly Judged[] {
  return (all ??= schemaMutations(conversations(), loadSdkSchemas(), EACH).map(judged));
}

function about({ mutation: { conversation, name }, seq }: Judged, what: string): string {
  return `${conversation.name}, frame ${seq}: ${name}: ${what}`;
}

describe.runIf(hasCorpus)('frames of real conversations that the schema refuses after a change', () => {
  test('are many, of all kinds', () => {
    expect(allJudged().length).toBeGreaterThan(2_000);
    expect(new Set(allJudged().map(({ mutation: { name } }) => name.split(':')[0])).size).toBeGreaterThan(35);
  });

  test('are found, at that very frame, and blamed on their sender', () => {
    const missed = allJudged().filter(({ here }) => here.every(({ severity }) => severity === 'info'));
    const complaints = missed.map((one) => about(one, one.here.map(told).join('; ') || 'MISSED'));
    expect(complaints.slice(0, SHOWN), `${complaints.length} complaints`).toEqual([]);
  });

  test('are reported once each', () => {
    const complaints = allJudged()
      .filter(({ here }) => here.length > 1)
      .map((one) => about(one, one.here.map(told).join('; ')));
    expect(complaints.slice(0, SHOWN), `${complaints.length} complaints`).toEqual([]);
  });

  test('change nothing else in the verdict, but for what truly follows', () => {
    const complaints = allJudged().flatMap((one) => [
      ...one.elsewhere
        .filter((other) => !isBrought(one.mutation, other))
        .map((other) => about(one, `NEW ${told(other)}`)),
      ...one.gone.filter((other) => !isTaken(one.mutation, other)).map((other) => about(one, `LOST ${told(other)}`)),
    ]);
    expect(complaints.slice(0, SHOWN), `${complaints.length} complaints`).toEqual([]);
  });
});
