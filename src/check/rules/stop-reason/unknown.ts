import { isJsonObject, type JsonValue } from '../../../wire/json-text.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

const STOP_REASONS: readonly string[] = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'];

/** What models and libraries say, and what v1 calls it. Spelled without case and signs. */
const MEANT: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  cancel: 'cancelled',
  aborted: 'cancelled',
  interrupted: 'cancelled',
  stop: 'end_turn',
  stopped: 'end_turn',
  completed: 'end_turn',
  complete: 'end_turn',
  done: 'end_turn',
  endofturn: 'end_turn',
  success: 'end_turn',
  length: 'max_tokens',
  maxtokens: 'max_tokens',
  maxoutputtokens: 'max_tokens',
  maxturns: 'max_turn_requests',
  maxrequests: 'max_turn_requests',
  refused: 'refusal',
  contentfilter: 'refusal',
};

/** The result of a prompt of v1; undefined where it is none. */
function promptResult({ step }: Pick<Context, 'step'>): Readonly<Record<string, JsonValue>> | undefined {
  const { sender, exchange, result } = step;
  return sender === 'agent' && exchange !== undefined && isJsonObject(result) ? result : undefined;
}

/** Takes what the schema finds in the stop reason. */
function claimStopReason({ shapes, claim }: Pick<Context, 'shapes' | 'claim'>): void {
  for (const finding of shapes) if (finding.path.length === 1 && finding.path[0] === 'stopReason') claim(finding);
}

export const missing = defineRule({
  id: 'stop-reason/missing',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The answer to a prompt names a stop reason.',
  explanation:
    'The stop reason is all that the answer says: whether the turn is done, was cut off, refused or cancelled. Typed ' +
    'clients take an answer without one for a failed request. Send "end_turn" where the model has no more to say. In v2 ' +
    'the answer says only that the prompt was accepted, and the stop reason comes with the idle.',
  spec: 'v1/prompt-turn#4-check-for-completion',
  needsHistory: true,
  messages: { missing: 'the prompt was answered {how}; it has to be one of {known}' },
  on: ['response:session/prompt'],
  inspect(context) {
    const result = promptResult(context);
    if (result === undefined || (result['stopReason'] ?? null) !== null) return;
    claimStopReason(context);
    const how = result['stopReason'] === null ? 'with stopReason null' : 'without a stopReason';
    const { step, report } = context;
    report('missing', { data: { how, known: STOP_REASONS.join(', ') }, evidence: [step.exchange] });
  },
});

export const unknown = defineRule({
  id: 'stop-reason/unknown',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The stop reason of a prompt is one of the five that v1 has.',
  explanation:
    'The list of v1 is closed: typed clients take another reason for a broken answer, and loose ones do not know what to ' +
    'show. Map the reasons of the model to those of ACP: stop is end_turn, length is max_tokens, canceled is cancelled. ' +
    'What has no counterpart goes into _meta. Not reported: "error" (stop-reason/error-literal), and v2, whose list is open.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: { unknown: 'stopReason is {found}; v1 knows {known}{hint}' },
  on: ['response:session/prompt'],
  inspect(context) {
    const found = promptResult(context)?.['stopReason'];
    if (typeof found !== 'string' || found === 'error' || STOP_REASONS.includes(found)) return;
    claimStopReason(context);
    const meant = meantBy(found);
    const hint = meant === undefined ? '' : `; did you mean ${quoted(meant)}?`;
    const { step, report } = context;
    report('unknown', {
      data: { found: quoted(found), known: enumerated(STOP_REASONS), hint },
      evidence: [step.exchange],
    });
  },
});

function meantBy(found: string): string | undefined {
  const plain = found.toLowerCase().replaceAll(/[^a-z]/g, '');
  return (
    STOP_REASONS.find((reason) => reason.replaceAll('_', '') === plain) ??
    (Object.hasOwn(MEANT, plain) ? MEANT[plain] : undefined)
  );
}

export const errorLiteral = defineRule({
  id: 'stop-reason/error-literal',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: '"error" is no stop reason: a prompt that fails is answered by a JSON-RPC error.',
  explanation:
    'A guide of the TypeScript SDK lists "error", the schema of v1 does not: typed clients take the answer for a broken ' +
    'one, others show a turn that ended well. Answer the prompt with a JSON-RPC error that says what went wrong. The ' +
    'newer draft of v2 has it, as stop reason of an idle with an error object; in the older one the name is reserved.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: {
    response: 'stopReason is "error"; a prompt that fails is answered by a JSON-RPC error',
    idle: 'the idle has stopReason "error", which this draft of v2 does not have',
  },
  on: ['response:session/prompt', 'update:state_update'],
  inspect(context) {
    const { step, report } = context;
    if (step.version === 1) {
      if (promptResult(context)?.['stopReason'] !== 'error') return;
      claimStopReason(context);
      report('response', { evidence: [step.exchange] });
    } else if (step.sender === 'agent' && step.update?.['state'] === 'idle' && step.update['stopReason'] === 'error') {
      report('idle', { dialects: { v2a: 'warning', v2b: 'off' } });
    }
  },
});
