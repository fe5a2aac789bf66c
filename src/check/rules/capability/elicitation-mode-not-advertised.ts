import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { notAnnounced } from './not-announced.js';

export const elicitationModeNotAdvertised = defineRule({
  id: 'capability/elicitation-mode-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent asks the user by a form or a page only if the client announced that mode.',
  explanation:
    'Each mode has a marker of its own, elicitation.form and elicitation.url, an object where it is supported; unlike ' +
    "in MCP an empty elicitation announces none. A client without it cannot show the question. Look at the client's " +
    'capabilities and ask in a message instead. Whether the client refuses the request as it should is ' +
    'elicitation/wrong-rejection-code.',
  spec: 'v1/elicitation',
  messages: { asked: 'elicitation/create has mode "{mode}", but the client {state} {capability}' },
  on: ['call:elicitation/create'],
  inspect({ connection, step, report }) {
    const mode = textOf(step.params?.['mode']);
    if (step.sender !== 'agent' || (mode !== 'form' && mode !== 'url')) return;
    const missing = notAnnounced(connection, 'client', `elicitation.${mode}`);
    if (missing === undefined) return;
    const { capability, state, severity, evidence } = missing;
    report('asked', { data: { mode, state, capability }, severity, evidence });
  },
});
