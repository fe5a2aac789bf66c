import { NOT_FOUND, UNSUPPORTED_VERSION } from '../../../acp/methods/error-codes.js';
import { listOf, objectOf } from '../../../model/json-access.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { ErrorFacts } from '../../../model/state/step.js';
import type { JsonValue } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';

export const errorMessageShape = defineRule({
  id: 'jsonrpc/error-message-shape',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The message of an error is one short sentence.',
  explanation:
    'Clients show it in one line. A stack trace or the whole answer of a provider is cut there, and nothing is not ' +
    'helpful either. Put details into "data".',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: {
    empty: 'the message of the error is empty',
    lines: 'the message of the error has {lines}: {text}',
    long: 'the message of the error has {length} characters: {text}',
  },
  on: ['response if failed'],
  inspect({ step: { message }, thresholds, report }) {
    if (message.kind !== 'response' || message.outcome.ok) return;
    const text = objectOf(message.outcome.error)?.['message'];
    if (typeof text !== 'string') return;
    const lines = text.split(/\r\n|[\r\n]/).length;
    if (text.trim() === '') report('empty');
    else if (lines > 1) report('lines', { data: { lines: counted(lines, 'line'), text: quoted(text) } });
    else if (text.length > thresholds.errorMessage) {
      report('long', { data: { length: text.length, text: quoted(text) } });
    }
  },
});

export const errorDataShape = defineRule({
  id: 'jsonrpc/error-data-shape',
  severity: 'warning',
  // who refuses to initialize agreed on no version: such an answer is under v1, and yet the code is one of v2 only
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'The data of error -32022 names the versions, that of -32002 for a session its id.',
  explanation:
    'A client offers another version by what -32022 says in data.requested and data.supported, and forgets the session ' +
    'that -32002 names in data.sessionId. Not reported: -32002 without data, or for a file or another resource.',
  spec: 'v2/error',
  messages: {
    versions: 'the data of error -32022 is {found}; it has to be an object with "requested" and "supported"',
    requested: 'the data of error -32022 says that version {found} was requested; it was {asked}',
    session: 'the data of error -32002 is {found}; for a session it names its "sessionId"',
    other: 'the data of error -32002 names session {found}; the request was for {asked}',
  },
  on: ['response if failed'],
  inspect({ step, connection, report }) {
    const { error, exchange, sender, version } = step;
    if (sender !== 'agent' || error === undefined || exchange === undefined) return;
    const { method, params, sessionId } = exchange;
    if (error.code === UNSUPPORTED_VERSION && method === 'initialize') {
      const data = objectOf(error.data);
      const asked = objectOf(params)?.['protocolVersion'];
      const requested = data?.['requested'];
      if (!isVersion(requested) || !isVersionList(data?.['supported'])) {
        report('versions', { data: { found: quoted(error.data) }, evidence: [exchange] });
      } else if (requested !== asked) {
        report('requested', { data: { found: quoted(requested), asked: quoted(asked) }, evidence: [exchange] });
      }
    } else if (version === 2 && error.code === NOT_FOUND && sessionId !== undefined) {
      const found = objectOf(error.data)?.['sessionId'];
      if (typeof found === 'string' && found !== sessionId) {
        report('other', { data: { found: quoted(found), asked: quoted(sessionId) }, evidence: [exchange] });
      } else if (typeof found !== 'string' && isAboutSession(error, exchange, connection.sessions)) {
        report('session', { data: { found: quoted(error.data) }, evidence: [exchange] });
      }
    }
  },
});

/** Whether -32002 with data says that the session is not there, rather than something in it. */
function isAboutSession(
  error: ErrorFacts,
  { sessionId = '' }: Exchange,
  sessions: ReadonlyMap<string, unknown>,
): boolean {
  if (error.data === undefined || error.data === null) return false;
  return /\bsession/i.test(error.message) || (!sessions.has(sessionId) && !mentions(error, /file|resource|path|uri/i));
}

function isVersion(value: JsonValue | undefined): boolean {
  return Number.isInteger(value);
}

function isVersionList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && listOf(value).every(isVersion);
}
