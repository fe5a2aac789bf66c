import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST } from '../../../acp/methods/error-codes.js';
import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { isOf, vendorOf } from './vendors.js';

const WRONG_CODES: ReadonlySet<number | undefined> = new Set([INVALID_REQUEST, INVALID_PARAMS, INTERNAL_ERROR]);

/** Words of errors that mean "method not found" but have another code. */
const SAYS_UNKNOWN =
  /\b(unknown|unsupported|unrecogni[sz]ed|unhandled|no such) (ext(ension)? )?method|\bmethod\b[^.;:,]{0,40}\b(not|isn't) (found|supported|implemented|known|recogni[sz]ed|handled|available)|^\W*not implemented/i;

export const wrongUnknownReply = defineRule({
  id: 'extension/wrong-unknown-reply',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A request with an unknown method should be answered with error -32601.',
  explanation:
    'This code tells the sender that the extension is missing, so it can do without it. Any other code looks like a ' +
    'failure of the extension, and an empty success looks as if it had worked. Answer -32601 for every method ' +
    'without a handler.\n\n' +
    'Only an info for an empty success, because the receiver may know the method without having announced it. Not ' +
    'reported: errors that do not mention the method.',
  spec: 'v1/extensibility#custom-requests',
  messages: {
    code: '{method} was answered with {code} ({text}); an unknown method should be answered with -32601',
    empty:
      '{method} was answered with {result}, but the {sender} never announced {vendor}; an unknown method should be answered with -32601',
  },
  on: ['response if unspecified'],
  inspect({ step, connection, protocol, report }) {
    const { method, exchange, error, message, result, sender, receiver } = step;
    if (message.kind !== 'response' || exchange === undefined || method === undefined) return;
    if (protocol.method(method, 'request', receiver) !== undefined) return;
    if (error !== undefined) {
      if (!WRONG_CODES.has(error.code) || !speaksOfTheMethod(error.message, error.data, method)) return;
      const { code = 0, message: text } = error;
      report('code', { data: { method: quoted(method), code, text: quoted(text) }, evidence: [exchange] });
      return;
    }
    const isEmpty = result === null || Object.keys(objectOf(result) ?? { some: 1 }).length === 0;
    const vendor = vendorOf(method);
    // the recording may not show what was announced
    if (connection.initialization.state !== 'done') return;
    if (!isEmpty || !method.startsWith('_') || metaNames(connection, sender, isOf(vendor))) return;
    const shown = { method: quoted(method), result: quoted(result), sender, vendor: quoted(vendor) };
    report('empty', { data: shown, severity: 'info', evidence: [exchange], once: method });
  },
});

function speaksOfTheMethod(text: string, data: unknown, method: string): boolean {
  const said = typeof data === 'string' ? `${text} ${data}` : `${text} ${JSON.stringify(data ?? '')}`;
  return SAYS_UNKNOWN.test(said.replaceAll(method, ''));
}
