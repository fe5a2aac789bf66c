import { objectOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const stopReasonOnActiveState = defineRule({
  id: 'v2/stop-reason-on-active-state',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Only an idle should have a stopReason.',
  explanation:
    'Running work has not stopped. Most clients ignore a stopReason there; the others believe that the work has ' +
    'ended. Send the stopReason with the idle that ends the work.\n\n' +
    'Not reported: null, which says nothing.',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: { found: 'the state_update {state} has stopReason {found}; only an idle should have one' },
  on: ['update:state_update'],
  inspect(context) {
    const { step, report } = context;
    const { state, stopReason = null } = step.update ?? {};
    if (stopReason === null || (state !== 'running' && state !== 'requires_action')) return;
    claimAt(context, ['update', 'stopReason']);
    report('found', { data: { state: quoted(state), found: quoted(stopReason) } });
  },
});

export const stopReasonInPromptResponse = defineRule({
  id: 'v2/stop-reason-in-prompt-response',
  severity: 'error',
  versions: ['v2'],
  fault: 'agent',
  summary: 'In v2 the result of session/prompt must not have a stopReason.',
  explanation:
    'The answer comes when the prompt is accepted, and nothing has stopped by then. Clients of v2 do not look for a ' +
    'stop reason there; they wait for the idle. Answer with {messageId}, and send the stopReason with the ' +
    'state_update "idle" that ends the work.',
  spec: 'v2/prompt-lifecycle#4-report-completion',
  messages: { found: 'the result has stopReason {found}, which belongs in the idle that ends the work' },
  on: ['response:session/prompt'],
  inspect(context) {
    const { step, report } = context;
    const found = objectOf(step.result)?.['stopReason'] ?? null;
    if (step.sender !== 'agent' || step.exchange === undefined || found === null) return;
    claimAt(context, ['stopReason']);
    report('found', { data: { found: quoted(found) }, evidence: [step.exchange] });
  },
});
