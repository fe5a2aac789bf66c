import { objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

export const optionNotOffered = defineRule({
  id: 'permission/option-not-offered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'The client must select one of the options that the request offered.',
  explanation:
    'The agent looks the id up among its own options. For an unknown id it cannot tell whether the user allowed or ' +
    'rejected the call: it fails or, worse, treats the answer as a yes. Answer with an optionId of the request ' +
    "exactly as you received it, including its case, and not with the option's name or kind.",
  spec: 'v1/tool-calls#requesting-permission',
  messages: { other: 'the client selected optionId {found}; the request offered {offered}' },
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
