import { defineRule } from '../../engine/rule.js';
import { claimStopReason, promptResult, STOP_REASONS } from './prompt-result.js';

export const missing = defineRule({
  id: 'stop-reason/missing',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'The answer to a prompt must have a stopReason.',
  explanation:
    'The stop reason is all the answer says: whether the turn was finished, cut off, refused or cancelled. Typed ' +
    'clients treat an answer without one as a failed request. Send "end_turn" if the model has no more to say. In ' +
    'v2 the answer only confirms that the prompt was accepted, and the stop reason comes with the idle.',
  spec: 'v1/prompt-turn#4-check-for-completion',
  needsHistory: true,
  messages: { missing: 'the prompt was answered {how}; it must be one of {known}' },
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
