import { objectOf, textOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const unknownAction = defineRule({
  id: 'elicitation/unknown-action',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'An elicitation is answered with accept, decline or cancel, or an action with an underscore.',
  explanation:
    'The agent has to know whether it may go on. An action that it does not know it can only take for a cancel, so what ' +
    'the user typed is lost. Send "accept" when the user submitted, "decline" when they said no, "cancel" when they ' +
    'closed the dialog. Actions of your own begin with an underscore.',
  spec: 'v1/elicitation',
  messages: { unknown: 'the action is {found}; known are "accept", "decline" and "cancel"' },
  on: ['response:elicitation/create'],
  inspect(context) {
    const action = textOf(objectOf(context.step.result)?.['action']);
    if (action === undefined || ACTIONS.has(action) || action.startsWith('_')) return;
    claimAt(context, [], ['action']);
    context.report('unknown', { data: { found: quoted(action) } });
  },
});

const ACTIONS: ReadonlySet<string> = new Set(['accept', 'decline', 'cancel']);
