import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { notAnnounced } from './not-announced.js';

export const elicitationModeNotAdvertised = defineRule({
  id: 'capability/elicitation-mode-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent must use an elicitation mode only if the client announced it.',
  explanation:
    'Each mode has its own capability, elicitation.form and elicitation.url: an object if the mode is supported. ' +
    'Unlike in MCP, an empty elicitation object announces no mode. A client without the mode cannot show the ' +
    "question. Check the client's capabilities, and otherwise ask in a message.\n\n" +
    'Whether the client refuses the request correctly is checked by elicitation/wrong-rejection-code.',
  spec: 'v1/elicitation',
  messages: { asked: 'the agent sent elicitation/create with mode "{mode}", but the client {state} {capability}' },
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
