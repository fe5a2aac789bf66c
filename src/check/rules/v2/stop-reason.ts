import { objectOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const stopReasonOnActiveState = defineRule({
  id: 'v2/stop-reason-on-active-state',
  severity: 'warning',
  versions: ['v2'],
  fault: 'agent',
  summary: 'Only an idle has a stopReason: what is running has not stopped.',
  explanation:
    'Clients do not look at it there, and those that do take the work for ended while it goes on. Send the stopReason ' +
    'with the idle that ends the work. Not reported: null, which says nothing.',
  spec: 'v2/prompt-lifecycle#session-states',
  messages: { found: 'the state is {state} and has stopReason {found}, which belongs to idle' },
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
  summary: 'The result of session/prompt has no stopReason in v2.',
  explanation:
    'The answer comes when the prompt is accepted, and nothing has stopped by then: clients of v2 do not look for a ' +
    'reason there and wait for the idle. Answer {messageId}, and send the stopReason with the state_update "idle" that ' +
    'ends the work.',
  spec: 'v2/prompt-lifecycle#4-report-completion',
  messages: { found: 'the result has stopReason {found}, which belongs to the idle that ends the work' },
  on: ['response:session/prompt'],
  inspect(context) {
    const { step, report } = context;
    const found = objectOf(step.result)?.['stopReason'] ?? null;
    if (step.sender !== 'agent' || step.exchange === undefined || found === null) return;
    claimAt(context, ['stopReason']);
    report('found', { data: { found: quoted(found) }, evidence: [step.exchange] });
  },
});
