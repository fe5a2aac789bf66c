import { INVALID_PARAMS, METHOD_NOT_FOUND, REQUEST_CANCELLED } from '../../../acp/methods/error-codes.js';
import { announced, capabilityOf } from '../../../model/handshake/announced-capabilities.js';
import { objectOf, textOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

export const wrongRejectionCode = defineRule({
  id: 'elicitation/wrong-rejection-code',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client should refuse an unsupported elicitation mode with error -32602.',
  explanation:
    'This code tells the agent that the client cannot ask in this way, so the agent can try another. "cancel" looks ' +
    'like a decision of the user, so the agent gives up. Answer -32602 for modes you did not announce.\n\n' +
    'Only an info for -32601 if the client announced no elicitation at all. Not reported: -32800 after the agent ' +
    'withdrew the request; success for modes that begin with an underscore, which a client may support without ' +
    'announcing them.',
  spec: 'v1/elicitation',
  needsHistory: true,
  messages: {
    success:
      'the client answered elicitation mode {mode} with {found}, but did not announce it; it should refuse it with -32602',
    code: 'the client refused elicitation mode {mode} with {found}; it should refuse an unsupported mode with -32602',
  },
  on: ['response:elicitation/create'],
  inspect(context) {
    const { connection, step, report } = context;
    const { params, exchange, error, result } = step;
    const mode = textOf(params?.['mode']);
    if (exchange === undefined || mode === undefined || connection.initialization.state !== 'done') return;
    if (announced(connection, 'client', `elicitation.${mode}`)) return;
    const isKnown = mode === 'form' || mode === 'url';
    if (error === undefined) {
      if (!isKnown || (mode === 'form' && isBareCapability(connection))) return;
      const found = `action ${quoted(objectOf(result)?.['action'])}`;
      report('success', { data: { mode: quoted(mode), found }, evidence: [exchange] });
      return;
    }
    if (error.code === INVALID_PARAMS || (error.code === REQUEST_CANCELLED && exchange.cancelRequested !== undefined))
      return;
    // a custom mode may fail for other reasons than being unknown to the client
    if (!isKnown && error.code !== METHOD_NOT_FOUND && !mentions(error, /support|unknown|unrecogni[sz]ed|mode/i))
      return;
    const isFeatureless = !announced(connection, 'client', 'elicitation');
    const severity = error.code === METHOD_NOT_FOUND && isFeatureless ? 'info' : 'warning';
    const found = `error ${error.code ?? 'without code'}`;
    report('code', { data: { mode: quoted(mode), found }, severity, evidence: [exchange] });
  },
});

/** `"elicitation": {}` once meant forms, as in MCP. */
function isBareCapability(connection: Connection): boolean {
  const value = objectOf(capabilityOf(connection, 'client', 'elicitation'));
  return value !== undefined && Object.keys(value).length === 0;
}
