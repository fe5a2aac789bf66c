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
  summary: 'The message of an error should be one short sentence.',
  explanation:
    'Clients show it on one line. A stack trace or the whole reply of a provider is cut off there, and an empty ' +
    'message helps nobody. Put details into "data".',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: {
    empty: 'the message of the error is empty',
    lines: 'the message of the error has {lines}: {text}; put details into "data"',
    long: 'the message of the error has {length} characters: {text}; put details into "data"',
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
  // an agent that refuses initialize agreed on no version: its answer counts as v1, although the code is of v2 only
  versions: ['v1', 'v2b'],
  fault: 'agent',
  summary: 'The data of error -32022 should name the versions, and that of -32002 the session.',
  explanation:
    'data.requested and data.supported of -32022 tell the client which version to offer instead. When -32002 says ' +
    'that a session was not found, data.sessionId tells the client which session to forget.\n\n' +
    'Not reported: -32002 without data; -32002 for a file or another resource.',
  spec: 'v2/error',
  messages: {
    versions: 'the data of error -32022 is {found}; it must be an object with "requested" and "supported"',
    requested: 'the data of error -32022 says that version {found} was requested; the client requested {asked}',
    session: 'the data of error -32002 is {found}; when a session is not found, it must name its "sessionId"',
    other: 'the data of error -32002 names session {found}; the request was for session {asked}',
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

/** Whether -32002 with data says that the session was not found, rather than something in it. */
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
