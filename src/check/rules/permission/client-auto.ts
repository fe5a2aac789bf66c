import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

/** A person needs longer than this to read and to choose. */
const AUTOMATIC_MS = 20;

export const clientAuto = defineRule({
  id: 'permission/client-auto',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client decided by itself, without asking the user.',
  explanation:
    'Clients may allow or reject by the settings of the user; nothing is wrong. It is worth seeing, because the one who ' +
    'looks for the reason of a decision looks for a person otherwise. Reported where the answer came faster than anybody ' +
    'reads. Off unless asked for.',
  spec: 'v1/tool-calls#requesting-permission',
  isOptIn: true,
  messages: { auto: 'answered {after} after the request: nobody was asked' },
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
