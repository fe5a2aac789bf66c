import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';

export const missingMode = defineRule({
  id: 'elicitation/missing-mode',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'elicitation/create says its mode.',
  explanation:
    'MCP takes a request without a mode for a form; ACP does not. A client that cannot tell a form from a page refuses ' +
    'the request, and the question never reaches the user. Agents that pass requests of MCP servers on forget it first: ' +
    'add "mode": "form", or "mode": "url" where there is a url.',
  spec: 'v1/elicitation',
  messages: { missing: 'elicitation/create has no mode{hint}' },
  on: ['request:elicitation/create'],
  inspect(context) {
    const { params } = context.step;
    if (params === undefined || (params['mode'] ?? null) !== null) return;
    claimAt(context, [], ['mode']);
    const isForm = params['requestedSchema'] !== undefined;
    const isUrl = params['url'] !== undefined;
    const hint = isForm ? '; with a requestedSchema it is "form"' : isUrl ? '; with a url it is "url"' : '';
    context.report('missing', { data: { hint } });
  },
});
