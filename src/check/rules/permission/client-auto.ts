import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

/** A person needs longer than this to read and choose. */
const AUTOMATIC_MS = 20;

export const clientAuto = defineRule({
  id: 'permission/client-auto',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The user should decide on permission requests.',
  explanation:
    "Here the client decided on its own. Clients may allow or reject by the user's settings, so nothing is wrong. " +
    'But if you look for the reason behind a decision, it helps to know that no person made it.\n\n' +
    'Reported if the answer came faster than anybody can read. Off by default.',
  spec: 'v1/tool-calls#requesting-permission',
  isOptIn: true,
  messages: { auto: 'the client answered {after} after the request, so nobody was asked' },
  on: ['response:session/request_permission'],
  inspect({ step, hasRealTimes, report }) {
    const { exchange, line, error, at } = step;
    if (!hasRealTimes || !line.timed || exchange === undefined || error !== undefined) return;
    const after = at - exchange.at;
    const isSelected = objectOf(objectOf(step.result)?.['outcome'])?.['outcome'] === 'selected';
    if (after < 0 || after > AUTOMATIC_MS || !isSelected) return;
    report('auto', { data: { after: lasting(after) }, evidence: [exchange] });
  },
});
