import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { endedOf } from './ending.js';

export const urlElicitationNeverCompleted = defineRule({
  id: 'eos/url-elicitation-never-completed',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An accepted URL elicitation should be completed by elicitation/complete.',
  explanation:
    'The agent may leave this out, so nothing is wrong. But only the agent knows when the page is done, and until ' +
    'it says so the client shows "waiting for the browser". Send elicitation/complete when the page is done.',
  spec: 'v1/elicitation#url-completion',
  messages: { never: 'elicitation {id} was accepted but never completed' },
  on: ['end'],
  inspect({ connection, report }) {
    if (!endedOf(connection).isWhole) return;
    for (const elicitation of connection.elicitations) {
      const { mode, id, state, sessionId } = elicitation;
      if (mode !== 'url' || state !== 'accepted' || id === undefined) continue;
      report('never', { data: { id: quoted(id) }, at: elicitation, sessionId });
    }
  },
});
