import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { endedOf } from './ending.js';

export const urlElicitationNeverCompleted = defineRule({
  id: 'eos/url-elicitation-never-completed',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An elicitation by URL that the user accepted is completed by elicitation/complete.',
  explanation:
    'The agent may leave it out, so nothing is wrong; but only it knows when the page is done, and without it the client ' +
    'shows "waiting for the browser" until the user closes it. Send elicitation/complete when the page is done.',
  spec: 'v1/elicitation#url-completion',
  messages: { never: 'elicitation {id} was accepted and never completed' },
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
