import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { claimStopReason, promptResult, STOP_REASONS } from './prompt-result.js';

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
