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
  summary: 'A client refuses a mode of elicitation that it does not support with error -32602.',
  explanation:
    'The agent tells by the code that the client cannot ask in this way, and may then ask in another. "cancel" looks as ' +
    'if the user had decided, so the agent gives up. Answer -32602 for modes that you did not announce; -32601 is info ' +
    'where the client announced no elicitation at all. Not reported: -32800 after the agent withdrew the request, and ' +
    'success for modes with an underscore, which a client may support without saying so.',
  spec: 'v1/elicitation',
  needsHistory: true,
  messages: {
    success:
      'the client did not announce elicitation mode {mode} and answered {found}; it has to refuse it with -32602',
    code: 'the client does not support elicitation mode {mode} and refused it with {found}; the code for that is -32602',
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
    // what went wrong with a mode of someone's own need not be that the client does not know it
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
