import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const completeUnknownId = defineRule({
  id: 'elicitation/complete-unknown-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'elicitation/complete should name an open URL elicitation of this connection.',
  explanation:
    'Clients ignore unknown ids, so the page they wait for stays open on the screen. Send the elicitationId of the ' +
    'request, once, and to the client that got the request.\n\n' +
    'Only an info if the user had declined it, if the recording begins later than the connection, or after a ' +
    'reconnect that the recording does not show.',
  spec: 'v1/elicitation#url-completion',
  needsHistory: true,
  messages: {
    unknown: 'elicitation/complete names {id}, which no URL elicitation on this connection has',
    again: 'elicitation/complete names {id}, which was already completed',
    declined: 'elicitation/complete names {id}, which the user had not accepted',
  },
  on: ['notification:elicitation/complete'],
  inspect({ connection, step: { params }, report }) {
    const id = textOf(params?.['elicitationId']);
    if (id === undefined) return;
    const known = connection.elicitations.findLast((one) => one.id === id && one.mode === 'url');
    const data = { id: quoted(id) };
    if (known === undefined) report('unknown', { data });
    else if (known.state === 'completed') report('again', { data, evidence: [known] });
    else if (known.state === 'declined') report('declined', { data, severity: 'info', evidence: [known] });
  },
});
