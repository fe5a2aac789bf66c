import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { claimStopReason, promptResult, STOP_REASONS } from './prompt-result.js';

/** Stop reasons of models and libraries, in lower case letters only, with their names in v1. */
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

export const unknown = defineRule({
  id: 'stop-reason/unknown',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The stopReason of a prompt must be one of the five that v1 defines.',
  explanation:
    'The list is closed in v1. Typed clients treat any other reason as a malformed answer, and lenient ones do not ' +
    'know what to show. Map the reasons of the model to those of ACP: stop to end_turn, length to max_tokens, ' +
    'canceled to cancelled. Put reasons that have no counterpart into _meta.\n\n' +
    'Not reported: "error" (stop-reason/error-literal); v2, whose list is open.',
  spec: 'v1/prompt-turn#stop-reasons',
  messages: { unknown: 'stopReason is {found}; v1 defines {known}{hint}' },
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
