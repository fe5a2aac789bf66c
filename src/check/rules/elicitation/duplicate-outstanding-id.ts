import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const duplicateOutstandingId = defineRule({
  id: 'elicitation/duplicate-outstanding-id',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'Open URL elicitations must not share an elicitationId.',
  explanation:
    'elicitation/complete names only the id. If two elicitations with the same id are open, the client closes the ' +
    'wrong page, or believes that both are done. Create a new id for each. An elicitation that the user accepted ' +
    'stays open until elicitation/complete names it.\n\n' +
    'Not reported: an id that is used again after it was completed, declined or refused.',
  spec: 'v1/elicitation',
  messages: { duplicate: 'elicitationId {id} already belongs to an elicitation that is {state}' },
  on: ['request:elicitation/create'],
  inspect({ connection, step: { params }, report }) {
    const id = textOf(params?.['elicitationId']);
    if (id === undefined || params?.['mode'] !== 'url') return;
    const other = connection.elicitations.findLast((one) => one.id === id && one.mode === 'url');
    if (other === undefined || (other.state !== 'open' && other.state !== 'accepted')) return;
    const state = other.state === 'open' ? 'not answered yet' : 'accepted but not completed yet';
    report('duplicate', { data: { id: quoted(id), state }, evidence: [other] });
  },
});
