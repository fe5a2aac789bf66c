import { METHOD_NOT_FOUND } from '../../../acp/methods/error-codes.js';
import { announced, capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { textOf } from '../../../model/json-access.js';
import { otherOf } from '../../../wire/frame.js';
import type { Step } from '../../../model/state/step.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

/** What a method needs that is announced by a capability of the side that handles it. */
const CAPABILITIES: Readonly<Record<1 | 2, Readonly<Record<string, string>>>> = {
  1: {
    'fs/read_text_file': 'fs.readTextFile',
    'fs/write_text_file': 'fs.writeTextFile',
    'terminal/create': 'terminal',
    'terminal/output': 'terminal',
    'terminal/wait_for_exit': 'terminal',
    'terminal/kill': 'terminal',
    'terminal/release': 'terminal',
    'session/load': 'loadSession',
    'session/resume': 'sessionCapabilities.resume',
    'session/close': 'sessionCapabilities.close',
    'session/list': 'sessionCapabilities.list',
    'session/delete': 'sessionCapabilities.delete',
    logout: 'auth.logout',
  },
  2: { 'session/delete': 'session.delete' },
};

/** The same for methods that are not yet part of the specification. */
const UNSTABLE_CAPABILITIES: Readonly<Record<1 | 2, Readonly<Record<string, string>>>> = {
  1: {
    'session/fork': 'sessionCapabilities.fork',
    'session/archive': 'sessionCapabilities.archive',
    'session/unarchive': 'sessionCapabilities.archive',
    'session/status': 'sessionCapabilities.status',
    'session/set_title': 'sessionCapabilities.title',
    'providers/list': 'providers',
    'providers/set': 'providers',
    'providers/disable': 'providers',
  },
  2: {
    'session/fork': 'session.fork',
    'session/archive': 'session.archive',
    'session/unarchive': 'session.archive',
    'session/status': 'session.status',
    'session/set_title': 'session.title',
    'auth/status': 'auth.status',
    'providers/list': 'providers',
    'providers/set': 'providers',
    'providers/disable': 'providers',
  },
};

/** A request that the other side says it does not have the method for; undefined where that may be due to the request. */
function notFound({ error, exchange }: Step): Exchange | undefined {
  if (error?.code !== METHOD_NOT_FOUND || exchange === undefined) return undefined;
  return exchange.faults.some((rule) => /^(init|jsonrpc|transport|version)\//.test(rule)) ? undefined : exchange;
}

export const advertisedButNotFound = defineRule({
  id: 'capability/advertised-but-not-found',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A side that announces a capability has the methods for it.',
  explanation:
    'The other side relies on what initialize announced and on what a session shows: modes promise session/set_mode, ' +
    'configOptions promise session/set_config_option, authMethods promise authenticate. Implement the method, or stop ' +
    'announcing it. Reported once for each method. Methods that are not yet part of the specification are info. Not reported: errors other than ' +
    '-32601, and requests that were themselves wrong. For login and logout of v2 see v2/login-surface-incomplete.',
  spec: 'v1/initialization#capabilities',
  messages: { missing: '{method} was answered with error -32601, but the {side} announced {promise}' },
  on: ['response if failed'],
  inspect({ connection, step, report }) {
    const exchange = notFound(step);
    if (exchange === undefined) return;
    const promise = promiseOf(connection, exchange, step);
    const unstable = promise === undefined ? capability(connection, exchange, UNSTABLE_CAPABILITIES) : undefined;
    const made = promise ?? unstable;
    if (made === undefined) return;
    const evidence = [exchange, initializeOf(connection, step)];
    const data = { method: exchange.method, side: step.sender, promise: made };
    report('missing', { data, evidence, severity: promise === undefined ? 'info' : 'error', once: exchange.method });
  },
});

function initializeOf({ initialization }: Connection, { sender }: Step) {
  return sender === 'agent' ? initialization.answer : initialization.request;
}

/** What announced that a request would be understood, as a message says it. */
function promiseOf(connection: Connection, exchange: Exchange, { session, params }: Step): string | undefined {
  const { method } = exchange;
  const { version, initialization } = connection;
  switch (method) {
    case 'session/set_mode':
      return version === 1 && session?.modes !== undefined ? 'modes of the session' : undefined;
    case 'session/set_config_option':
      return (session?.configOptions?.length ?? 0) > 0 ? 'configOptions of the session' : undefined;
    case 'authenticate': {
      const named = initialization.authMethods.find(({ id }) => id === params?.['methodId']);
      return named === undefined || named.type === 'terminal' ? undefined : `the method ${quoted(named.id)}`;
    }
    case 'elicitation/create': {
      const path = `elicitation.${textOf(params?.['mode']) ?? ''}`;
      return announced(connection, 'client', path) ? `${capabilitiesField('client', version)}.${path}` : undefined;
    }
    default:
      return capability(connection, exchange, CAPABILITIES);
  }
}

/** The capability that the handler of a request announced for it. */
function capability(connection: Connection, exchange: Exchange, table: typeof CAPABILITIES): string | undefined {
  const side = otherOf(exchange.sender);
  const methods = table[connection.version];
  const path = Object.hasOwn(methods, exchange.method) ? methods[exchange.method] : undefined;
  if (path === undefined || !announced(connection, side, path)) return undefined;
  return `${capabilitiesField(side, connection.version)}.${path}`;
}

/** What no agent of either version can do without, and no client. */
const BASELINE: Readonly<Record<'client' | 'agent', ReadonlySet<string>>> = {
  agent: new Set(['initialize', 'session/new', 'session/prompt']),
  client: new Set(['session/request_permission']),
};

/** What belongs to the capability `session` of v2. */
const SESSION_BASELINE: ReadonlySet<string> = new Set([
  'session/new',
  'session/prompt',
  'session/list',
  'session/resume',
  'session/close',
]);

export const baselineMethodMissing = defineRule({
  id: 'capability/baseline-method-missing',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every agent has initialize, session/new and session/prompt, and every client session/request_permission.',
  explanation:
    'These need no capability, as nothing works without them; in v2 an agent that announces session has session/list, ' +
    'session/resume and session/close too. Implement the method. A client that never asks its user answers permission ' +
    'requests all the same, with the option it wants or with the outcome "cancelled". Not reported: errors other than ' +
    '-32601, as -32000 of an agent that wants authentication first.',
  spec: 'v1/overview',
  messages: { missing: '{method} was answered with error -32601; every {side} has to have it{condition}' },
  on: ['response if failed'],
  inspect({ connection, step, report }) {
    const exchange = notFound(step);
    if (exchange === undefined || exchange.sender === step.sender) return;
    const { method } = exchange;
    const side = step.sender;
    const isOfSessions = side === 'agent' && connection.version === 2 && SESSION_BASELINE.has(method);
    if (isOfSessions ? !announced(connection, 'agent', 'session') : !BASELINE[side].has(method)) return;
    const condition = isOfSessions ? ' that announces sessions' : '';
    report('missing', { data: { method, side, condition }, evidence: [exchange], once: method });
  },
});
