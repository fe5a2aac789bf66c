import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';

export const missingMode = defineRule({
  id: 'elicitation/missing-mode',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'elicitation/create must have a mode.',
  explanation:
    'MCP treats a request without a mode as a form; ACP does not. A client that cannot tell whether it is a form or ' +
    'a page refuses the request, and the user never sees the question. Often an agent forwards a request of an MCP ' +
    'server unchanged. Add "mode": "form", or "mode": "url" if there is a url.',
  spec: 'v1/elicitation',
  messages: { missing: 'elicitation/create has no mode{hint}' },
  on: ['request:elicitation/create'],
  inspect(context) {
    const { params } = context.step;
    if (params === undefined || (params['mode'] ?? null) !== null) return;
    claimAt(context, [], ['mode']);
    const isForm = params['requestedSchema'] !== undefined;
    const isUrl = params['url'] !== undefined;
    const hint = isForm ? '; with a requestedSchema it must be "form"' : isUrl ? '; with a url it must be "url"' : '';
    context.report('missing', { data: { hint } });
  },
});
