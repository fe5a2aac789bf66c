import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const completeUnknownId = defineRule({
  id: 'elicitation/complete-unknown-id',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'elicitation/complete names an elicitation by URL of this connection that is not complete yet.',
  explanation:
    'Clients ignore ids that they do not know, so the page that they wait for stays open on the screen. Send the ' +
    'elicitationId of the request, to the client that got it, and once. Only info where the user had declined it. ' +
    'Reported as info too where the recording begins later, or after a reconnect that it does not show.',
  spec: 'v1/elicitation#url-completion',
  needsHistory: true,
  messages: {
    unknown: 'elicitationId {id} is that of no elicitation by URL on this connection',
    again: 'elicitation {id} was completed before',
    declined: 'elicitation {id} was not accepted, and is completed now',
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
