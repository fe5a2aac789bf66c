import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const duplicateOutstandingId = defineRule({
  id: 'elicitation/duplicate-outstanding-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'No two elicitations by URL that are not complete yet have the same elicitationId.',
  explanation:
    'elicitation/complete names only the id. Where two wait with one id the client closes the wrong page, or believes ' +
    'that both are done. Make a new id for each. One that the user accepted waits until elicitation/complete names it. ' +
    'Not reported: an id that is used again after it was completed, declined or refused.',
  spec: 'v1/elicitation',
  messages: { duplicate: 'elicitationId {id} is that of an elicitation that is {state}' },
  on: ['request:elicitation/create'],
  inspect({ connection, step: { params }, report }) {
    const id = textOf(params?.['elicitationId']);
    if (id === undefined || params?.['mode'] !== 'url') return;
    const other = connection.elicitations.findLast((one) => one.id === id && one.mode === 'url');
    if (other === undefined || (other.state !== 'open' && other.state !== 'accepted')) return;
    const state = other.state === 'open' ? 'not answered yet' : 'accepted and not complete yet';
    report('duplicate', { data: { id: quoted(id), state }, evidence: [other] });
  },
});
