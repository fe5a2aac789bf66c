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
  summary: 'configOptions and availableCommands are lists, or left out; they are not null.',
  explanation:
    'The schema has a list there. Readers are asked to take null for a list that was left out, but a strict one refuses ' +
    'the whole session. Leave the member out, or send []. The older draft of v2 allows null.',
  spec: 'v2/session-setup#creating-a-session',
  messages: { found: '{members} in the result: a list, or nothing, is expected' },
  on: ['response:session/new', 'response:session/resume', 'response:session/fork'],
  inspect(context) {
    const { step, report } = context;
    const result = objectOf(step.result);
    if (step.sender !== 'agent' || step.exchange === undefined || result === undefined) return;
    const found = LISTS.filter((name) => result[name] === null);
    if (found.length === 0) return;
    claimAt(context, ...found.map((name) => [name]));
    report('found', { data: { members: enumerated(found.map((name) => `${name} null`)) }, evidence: [step.exchange] });
  },
});
