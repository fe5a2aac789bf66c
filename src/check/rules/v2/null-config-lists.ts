import { objectOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated } from '../../engine/wording.js';

const LISTS = ['configOptions', 'availableCommands'] as const;

export const nullConfigLists = defineRule({
  id: 'v2/null-config-lists',
  severity: 'warning',
  versions: ['v2b'],
  fault: 'agent',
  summary: 'configOptions and availableCommands should be lists or left out, not null.',
  explanation:
    'The schema requires a list. It asks readers to treat null like a missing list, but a strict reader refuses the ' +
    'whole session. Leave the field out, or send [].\n\n' +
    'The August draft of v2 allows null.',
  spec: 'v2/session-setup#creating-a-session',
  messages: { found: '{members} in the result; it should be a list or left out' },
  on: ['response:session/new', 'response:session/resume', 'response:session/fork'],
  inspect(context) {
    const { step, report } = context;
    const result = objectOf(step.result);
    if (step.sender !== 'agent' || step.exchange === undefined || result === undefined) return;
    const found = LISTS.filter((name) => result[name] === null);
    if (found.length === 0) return;
    claimAt(context, ...found.map((name) => [name]));
    const members = enumerated(found.map((name) => `${name} is null`));
    report('found', { data: { members }, evidence: [step.exchange] });
  },
});
