import { OPENS_SESSION } from '../../../acp/methods/method-groups.js';
import { announced, capabilitiesField } from '../../../model/handshake/announced-capabilities.js';
import { listOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import type { Step } from '../../../model/state/step.js';
import { otherOf } from '../../../wire/frame.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { haveClash, transportPath } from './mcp-servers.js';
import { isThere, notFound, refused } from './refused-feature.js';

/** Methods, each with the capability that the side that handles it must announce. */
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

/** The same for methods that are not part of the specification yet. */
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

export const advertisedButNotFound = defineRule({
  id: 'capability/advertised-but-not-found',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A side that announces a capability must implement its methods.',
  explanation:
    'The other side relies on what you announced in initialize and on what a session shows: modes promise ' +
    'session/set_mode, configOptions promise session/set_config_option, and authMethods promise authenticate. ' +
    'Implement the method, or stop announcing it.\n\n' +
    'Reported once per method. Only an info for methods that are not yet part of the specification. Not reported: ' +
    'errors other than -32601; answers to invalid requests. For login and logout in v2 see ' +
    'v2/login-surface-incomplete.',
  spec: 'v1/initialization#capabilities',
  messages: { missing: 'the {side} answered {method} with error -32601, although it announced {promise}' },
  on: ['response if failed'],
  inspect({ connection, step, faultsOf, report }) {
    const exchange = notFound(step, faultsOf);
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

/** What announced support for a request, worded for a message. */
function promiseOf(connection: Connection, exchange: Exchange, { session, params }: Step): string | undefined {
  const { method } = exchange;
  const { version, initialization } = connection;
  switch (method) {
    case 'session/set_mode':
      return version === 1 && session?.modes !== undefined ? 'modes for the session' : undefined;
    case 'session/set_config_option':
      return (session?.configOptions?.length ?? 0) > 0 ? 'configOptions for the session' : undefined;
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

/** A feature used by a request that needs a capability. */
interface Feature {
  /** As a message names it. */
  readonly name: string;
  readonly path: string;
  /** Words by which an error mentions it. */
  readonly words: RegExp;
}

/** Blocks of a prompt, by type. Their capabilities are in promptCapabilities in v1, in session.prompt in v2. */
const BLOCKS: readonly Feature[] = [
  { name: 'image', path: 'image', words: /image|picture|vision/i },
  { name: 'audio', path: 'audio', words: /audio|sound/i },
  { name: 'resource', path: 'embeddedContext', words: /resource|embed/i },
];

/** Requests that need a capability themselves; most of them are not optional in v2. */
const REQUESTS: Readonly<Record<string, Feature>> = {
  'session/load': { name: 'session/load', path: 'loadSession', words: /\bload/i },
  'session/resume': { name: 'session/resume', path: 'sessionCapabilities.resume', words: /\bresum/i },
  'session/close': { name: 'session/close', path: 'sessionCapabilities.close', words: /\bclos/i },
  'session/list': { name: 'session/list', path: 'sessionCapabilities.list', words: /\blist/i },
  'session/delete': { name: 'session/delete', path: 'sessionCapabilities.delete', words: /\bdelet/i },
  logout: { name: 'logout', path: 'auth.logout', words: /\blog ?out/i },
};

export const advertisedButRejected = defineRule({
  id: 'capability/advertised-but-rejected',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An agent should accept what it announced.',
  explanation:
    'The client used only what initialize announced. If that is refused, the client has nothing left to go by. ' +
    'Accept it, or stop announcing it.\n\n' +
    'An error if the error text names the refused feature; otherwise a warning, because -32602 may have another ' +
    'cause. Not reported: other codes (-32601 is capability/advertised-but-not-found); texts that name another ' +
    'cause, such as a model without vision or an unknown session; invalid requests; requests in which several MCP ' +
    'servers have the same name.',
  spec: 'v1/initialization#capabilities',
  messages: { rejected: 'the agent refused {method}, which uses {features} as announced: {text}' },
  on: ['response if failed'],
  inspect({ connection, step, faultsOf, report, hasReported }) {
    const exchange = step.sender === 'agent' ? refused(step, faultsOf) : undefined;
    if (exchange === undefined || step.error === undefined || hasReported('capability')) return;
    if (!canBeAsked(exchange, step)) return;
    const features = featuresOf(connection, exchange, step);
    if (features.length === 0 || !features.every(({ path }) => announced(connection, 'agent', path))) return;
    const { error } = step;
    const severity = features.some(({ words }) => mentions(error, words)) ? 'error' : 'warning';
    const named = enumerated(features.map(({ name }) => quoted(name)));
    const data = { method: exchange.method, features: named, text: quoted(error.message) };
    report('rejected', { data, severity, evidence: [exchange, connection.initialization.answer] });
  },
});

/**
 * Whether only the capability can explain the refusal: the session exists, no cursor was sent, server names are unique.
 */
function canBeAsked({ method, sessionId }: Exchange, { session, params }: Step): boolean {
  if (haveClash(objectsOf(params?.['mcpServers']))) return false;
  if (method === 'session/list') return textOf(params?.['cursor']) === undefined;
  return sessionId === undefined || isThere(session);
}

function featuresOf({ version }: Connection, exchange: Exchange, { params }: Step): Feature[] {
  const { method, prompt } = exchange;
  const isV2 = version === 2;
  const features = BLOCKS.filter(({ name }) => prompt?.types.includes(name) === true).map((block) => ({
    ...block,
    path: `${isV2 ? 'session.prompt' : 'promptCapabilities'}.${block.path}`,
  }));
  const whole = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined;
  if (whole !== undefined && !isV2) features.push(whole);
  if (whole !== undefined && isV2 && method === 'session/delete') features.push({ ...whole, path: 'session.delete' });
  if (!OPENS_SESSION.has(method)) return features;
  if (listOf(params?.['additionalDirectories']).length > 0) {
    const path = `${isV2 ? 'session' : 'sessionCapabilities'}.additionalDirectories`;
    features.push({ name: 'additionalDirectories', path, words: /director|root|folder/i });
  }
  for (const server of objectsOf(params?.['mcpServers'])) {
    const path = transportPath(version, server);
    if (path === undefined || features.some((known) => known.path === path)) continue;
    const name = `MCP server of type ${textOf(server['type']) ?? ''}`;
    features.push({ name, path, words: /\bmcp|transport|\bhttp\b|\bsse\b|stdio/i });
  }
  return features;
}
