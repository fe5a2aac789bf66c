import { INVALID_PARAMS } from '../../../acp/methods/error-codes.js';
import { objectsOf, textOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import type { SessionOrigin } from '../../../model/state/session.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { offeredMethods, wanted } from '../auth/offered-methods.js';
import { haveClash } from '../capability/mcp-servers.js';
import { mentions } from '../error-text.js';
import { MORE_PRECISE } from './more-precise.js';

export const validParamsRejected = defineRule({
  id: 'jsonrpc/valid-params-rejected',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  needsHistory: true,
  summary: 'Error -32602 should answer only invalid params.',
  explanation:
    'The params of this request match the schema, and no rule found anything wrong with them. So the other side is ' +
    'too strict, for example about unknown fields or _meta, or it has a reason of its own. The message quotes its ' +
    'answer.\n\n' +
    'Not reported: params that only the other side can judge, such as paths, cursors, and ids that it never ' +
    'offered (of sessions, modes or options); sign-ins, if their method was not offered or the error mentions a key ' +
    'or an account; custom methods.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { rejected: 'the params of {method} are valid, but were rejected with error -32602: {text}{data}' },
  on: ['response if failed'],
  inspect({ step, connection, protocol, faultsOf, hasReported, report }) {
    const { error, exchange, sender, receiver } = step;
    if (error?.code !== INVALID_PARAMS || exchange === undefined) return;
    const { method } = exchange;
    if (faultsOf(exchange).length > 0 || MORE_PRECISE.some(hasReported)) return;
    const spec = protocol.method(method, 'request', receiver);
    if (spec?.request === undefined || spec.stability !== 'stable' || spec.receiver !== sender) return;
    if (mayKnowBetter(step, connection, method)) return;
    const { data, message } = error;
    const shown = data === undefined || data === null ? '' : ` (${quoted(data)})`;
    report('rejected', { data: { method, text: quoted(message), data: shown }, evidence: [exchange] });
  },
});

/** Methods whose parameters only the other side can judge: paths, credentials, processes, old sessions. */
const PEERS_TO_JUDGE =
  /^(fs\/|terminal\/|auth\/logout$|session\/(load|resume|fork|close|delete|archive|unarchive)$|tool_call\/)/;

/** Words of an error that refuses a prompt for its content. */
const CONTENT =
  /\b(base64|decod|too (large|long|many|big)|size|limit|file|uri|url|image|audio|resource|command|model)/i;

/** Words of an error that refuses a session for its folders or MCP servers. */
const FOLDERS = /\b(cwd|director|folder|path|exist|mcp|server|permission)/i;

/** Reasons why a sign-in with valid params fails. */
const CREDENTIALS = /\b(key|token|password|secret|credential|account|expired|env|variable|denied|unauthori[sz]ed)/i;

/** Origins of sessions that are known to exist; others may not. */
const MADE_HERE: ReadonlySet<string | undefined> = new Set<SessionOrigin>(['new', 'load', 'resume', 'fork']);

function mayKnowBetter(step: Step, connection: Connection, method: string): boolean {
  const { params, session, sessionId, error } = step;
  if (PEERS_TO_JUDGE.test(method) || error === undefined) return true;
  if (sessionId !== undefined && (!MADE_HERE.has(session?.origin) || session?.closed !== undefined)) return true;
  switch (method) {
    case 'session/new':
      return mentions(error, FOLDERS) || haveClash(objectsOf(params?.['mcpServers']));
    case 'session/list':
      return params?.['cursor'] !== undefined || params?.['cwd'] !== undefined;
    case 'session/prompt':
      return mentions(error, CONTENT);
    case 'session/set_mode':
      return session?.modes?.available.includes(textOf(params?.['modeId']) ?? '') !== true;
    case 'session/set_config_option':
      return !objectsOf(session?.configOptions).some(({ id, configId }) => (id ?? configId) === params?.['configId']);
    case 'authenticate':
    case 'auth/login':
      return (
        !wanted(offeredMethods(connection) ?? [], step).some(({ type }) => type !== 'terminal') ||
        mentions(error, CREDENTIALS)
      );
    case 'initialize':
      return connection.initialization.state === 'done';
    default:
      return false;
  }
}
