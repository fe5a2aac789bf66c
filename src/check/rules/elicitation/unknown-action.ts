import { objectOf, textOf } from '../../../model/json-access.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const unknownAction = defineRule({
  id: 'elicitation/unknown-action',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'An elicitation should be answered with accept, decline or cancel.',
  explanation:
    "The agent needs to know whether it may go on. It can only treat an unknown action as a cancel, so the user's " +
    'input is lost. Send "accept" if the user submitted, "decline" if they said no, and "cancel" if they closed the ' +
    'dialog. Custom actions begin with an underscore.',
  spec: 'v1/elicitation',
  messages: {
    unknown: 'the client answered with action {found}; the protocol defines "accept", "decline" and "cancel"',
  },
  on: ['response:elicitation/create'],
  inspect(context) {
    const action = textOf(objectOf(context.step.result)?.['action']);
    if (action === undefined || ACTIONS.has(action) || action.startsWith('_')) return;
    claimAt(context, [], ['action']);
    context.report('unknown', { data: { found: quoted(action) } });
  },
});

const ACTIONS: ReadonlySet<string> = new Set(['accept', 'decline', 'cancel']);
