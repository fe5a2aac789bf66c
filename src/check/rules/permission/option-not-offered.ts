import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

export const optionNotOffered = defineRule({
  id: 'permission/option-not-offered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The option that the client selects is one of those that the request offered.',
  explanation:
    'The agent looks the id up among its own options. Of one it does not know it cannot tell whether the user allowed or ' +
    'rejected: it fails, or worse, takes it for a yes. Answer with the optionId of the request, exactly as it was given: ' +
    'neither its name nor its kind, and with the same upper and lower case.',
  spec: 'v1/tool-calls#requesting-permission',
  messages: { other: 'selected optionId {found}; the request offered {offered}' },
  on: ['response:session/request_permission'],
  inspect({ step, report }) {
    const outcome = objectOf(objectOf(step.result)?.['outcome']);
    const found = textOf(outcome?.['optionId']);
    const options = step.params?.['options'];
    if (outcome?.['outcome'] !== 'selected' || found === undefined || !Array.isArray(options)) return;
    const offered = objectsOf(step.params?.['options']).flatMap(({ optionId }) => textOf(optionId) ?? []);
    if (offered.includes(found)) return;
    const names = offered.length === 0 ? 'none' : enumerated(offered.map(quoted));
    report('other', { data: { found: quoted(found), offered: names }, evidence: [step.exchange] });
  },
});
