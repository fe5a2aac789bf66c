import { INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST } from '../../../acp/methods/error-codes.js';
import { foldedSpelling } from '../../../acp/schema/spelling.js';
import { metaNames } from '../../../model/handshake/announced-capabilities.js';
import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const WRONG_CODES: ReadonlySet<number | undefined> = new Set([INVALID_REQUEST, INVALID_PARAMS, INTERNAL_ERROR]);

/** What people write instead of the code for "method not found". */
const SAYS_UNKNOWN =
  /\b(unknown|unsupported|unrecogni[sz]ed|unhandled|no such) (ext(ension)? )?method|\bmethod\b[^.;:,]{0,40}\b(not|isn't) (found|supported|implemented|known|recogni[sz]ed|handled|available)|^\W*not implemented/i;

export const notAdvertised = defineRule({
  id: 'extension/not-advertised',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'A custom method is used where the other side announced the extension in the _meta of its capabilities.',
  explanation:
    'Custom methods work only where both sides know them. The other side of this connection named nothing of the kind ' +
    'in the _meta of its capabilities, so it may well answer -32601 or drop the notification. Announce the extension ' +
    'there, under the name of the vendor, and look before calling. Reported once for a vendor.',
  spec: 'v1/extensibility#advertising-custom-capabilities',
  messages: { silent: '{method} is sent to the {receiver}, whose capabilities name no {vendor} in their _meta' },
  on: ['request if unspecified', 'notification if unspecified'],
  inspect({ step, connection, report }) {
    const { method, sender, receiver } = step;
    if (method?.startsWith('_') !== true || connection.initialization.state !== 'done') return;
    const vendor = vendorOf(method);
    if (metaNames(connection, receiver, isOf(vendor))) return;
    report('silent', {
      data: { method: quoted(method), receiver, vendor: quoted(vendor) },
      once: `${sender} ${vendor}`,
    });
  },
});

export const wrongUnknownReply = defineRule({
  id: 'extension/wrong-unknown-reply',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A request whose method is not known is answered with error -32601.',
  explanation:
    'By that code the asker knows that the extension is not there, and does without it. Another code looks like a ' +
    'failure of the extension; an empty success looks as if it had worked. Answer -32601 for every method without a ' +
    'handler. An empty success is only an info: the responder may know the method without having announced it. Not ' +
    'reported: errors that do not speak of the method.',
  spec: 'v1/extensibility#custom-requests',
  messages: {
    code: '{method} is answered with {code} ({text}); an unknown method is -32601',
    empty: '{method} is answered with {result}, and the {sender} never announced {vendor}; an unknown method is -32601',
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
    // what was announced is not known where the recording does not hold it
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

/** `_acme.dev/x`, `_acme/x`: what stands before the slash. */
function vendorOf(method: string): string {
  const [vendor = ''] = method.slice(1).split('/');
  return vendor;
}

/** Vendors spell themselves in several ways: `zed.dev`, `zed`, `claudeCode`. One that begins as the other will do. */
function isOf(vendor: string): (key: string) => boolean {
  const wanted = plain(vendor);
  return (key) => {
    const named = plain(key.split('/')[0] ?? '');
    return named !== '' && wanted !== '' && (named.startsWith(wanted) || wanted.startsWith(named));
  };
}

function plain(name: string): string {
  return foldedSpelling(name).replace(/\.(dev|com|org|io|ai|net|app)$/, '');
}
