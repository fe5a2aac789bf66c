import { textOf } from '../../../model/json-access.js';
import { defineRule } from '../../rule.js';
import { quoted } from '../../wording.js';
import { notAnnounced } from './not-announced.js';

const ID = 'capability/elicitation-mode-not-advertised';
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const REQUEST_CANCELLED = -32800;

export const elicitationModeNotAdvertised = defineRule({
  id: ID,
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent asks the user by a form or a page only if the client announced that mode.',
  explanation:
    'Each mode has a marker of its own, elicitation.form and elicitation.url, an object where it is supported; unlike ' +
    "in MCP an empty elicitation announces none. A client without it cannot show the question. Look at the client's " +
    'capabilities and ask in a message instead. The client is to refuse such a request with -32602, or with -32601 ' +
    'where it announced no mode at all; anything else is a warning for the client.',
  spec: 'v1/elicitation',
  messages: {
    asked: 'elicitation/create has mode "{mode}", but the client {state} {capability}',
    answered: 'the client did not announce this mode and answered {found}; it has to be error -32602',
  },
  on: ['call:elicitation/create', 'response:elicitation/create'],
  inspect({ connection, step, report }) {
    const { message, exchange, error, sender } = step;
    const mode = textOf(step.params?.['mode']);
    if (mode !== 'form' && mode !== 'url') return;
    if (message.kind !== 'response') {
      const missing = sender === 'agent' ? notAnnounced(connection, 'client', `elicitation.${mode}`) : undefined;
      if (missing === undefined) return;
      const { capability, state, severity, evidence } = missing;
      report('asked', { data: { mode, state, capability }, severity, evidence });
      return;
    }
    if (exchange?.faults.includes(ID) !== true || error?.code === INVALID_PARAMS) return;
    const announcesNone = notAnnounced(connection, 'client', 'elicitation') !== undefined;
    if (error?.code === METHOD_NOT_FOUND && announcesNone) return;
    if (error?.code === REQUEST_CANCELLED && exchange.cancelRequested !== undefined) return;
    const found = error === undefined ? `with ${quoted(step.result)}` : `with error ${error.code ?? 'without code'}`;
    report('answered', { data: { found }, severity: 'warning', fault: 'client', evidence: [exchange] });
  },
});
