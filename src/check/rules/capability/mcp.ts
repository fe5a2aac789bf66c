import { INVALID_PARAMS } from '../../../acp/methods/error-codes.js';
import { listOf, objectOf, objectsOf, textOf } from '../../../model/json-access.js';
import type { Connection } from '../../../model/state/connection.js';
import type { JsonObject } from '../../../wire/json-text.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { mentions } from '../error-text.js';
import { haveClash, transportPath } from './mcp-servers.js';
import { notAnnounced } from './not-announced.js';

export const mcpTransportNotAdvertised = defineRule({
  id: 'capability/mcp-transport-not-advertised',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'MCP servers must use a transport that the agent announced.',
  explanation:
    'Check mcpCapabilities (v2: session.mcp) before you pass on an MCP server. An agent that cannot connect to it ' +
    'goes on without its tools or refuses the session. In v1 every agent accepts stdio servers, which have no type; ' +
    'http and sse need the capability of that name. In v2 stdio needs its capability, too. Leave out servers that ' +
    'the agent cannot connect to, and tell the user.\n\n' +
    'In the November draft of v2 the agent must refuse such a request with -32602; if it accepts it, that is ' +
    'reported as a warning, with the agent at fault. Not reported: types that begin with an underscore.',
  spec: 'v1/session-setup#mcp-servers',
  messages: {
    sent: 'the MCP server {name} is of type "{type}", but the agent {state} {capability}',
    accepted:
      'the agent accepted an MCP server whose transport it did not announce; it must refuse it with error -32602',
  },
  on: [
    'call:session/new',
    'call:session/load',
    'call:session/resume',
    'call:session/fork',
    'response:session/new',
    'response:session/resume',
    'response:session/fork',
  ],
  inspect({ connection, step, faultsOf, report }) {
    const { message, sender, version, exchange, error } = step;
    if (message.kind === 'response') {
      if (version !== 2 || error !== undefined || exchange === undefined) return;
      if (!faultsOf(exchange).includes('capability/mcp-transport-not-advertised')) return;
      report('accepted', { fault: 'agent', evidence: [exchange], dialects: { v2a: 'off', v2b: 'warning' } });
      return;
    }
    if (sender !== 'client') return;
    const seen = new Set<string>();
    for (const server of objectsOf(step.params?.['mcpServers'])) {
      const path = transportPath(version, server);
      if (path === undefined || seen.has(path)) continue;
      seen.add(path);
      const missing = notAnnounced(connection, 'agent', path);
      if (missing === undefined) continue;
      const { capability, state, severity, evidence } = missing;
      const data = { name: quoted(server['name']), type: textOf(server['type']) ?? '', state, capability };
      report('sent', { data, severity, evidence });
    }
  },
});

const ABOUT_MCP = /\bmcp|transport|stdio/i;

/** Words of an error about this server or session, rather than about stdio servers in general. */
const ANOTHER_CAUSE =
  /not found|no such|exist|enoent|eacces|denied|spawn|start|connect|timed? ?out|duplicate|cwd|director|session id|auth/i;

export const mcpStdioRejected = defineRule({
  id: 'capability/mcp-stdio-rejected',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 every agent must accept stdio MCP servers.',
  explanation:
    'The other transports are optional, so clients rely on stdio. An agent that refuses it cannot be given any ' +
    'tools. Start the command and speak MCP over its stdio.\n\n' +
    'Only an info if the error does not mention MCP. Not reported: errors other than -32602; errors about one ' +
    'server, for example that its command was not found; requests in which two servers, or two variables of a ' +
    'server, have the same name.',
  spec: 'v1/session-setup#mcp-servers',
  messages: {
    rejected: 'the agent refused {method}, which has only stdio MCP servers: {text}',
  },
  on: ['response:session/new', 'response:session/load', 'response:session/resume'],
  inspect({ connection, step, faultsOf, report }) {
    const { error, exchange, params, method = '' } = step;
    if (error?.code !== INVALID_PARAMS || exchange === undefined || faultsOf(exchange).length > 0) return;
    const servers = listOf(params?.['mcpServers']);
    if (servers.length === 0 || !servers.every((server) => isStdio(objectOf(server)))) return;
    if (haveClash(objectsOf(servers))) return;
    if (mentions(error, ANOTHER_CAUSE) || isOfUnseenSession(connection, step.sessionId, method)) return;
    const severity = mentions(error, ABOUT_MCP) ? 'error' : 'info';
    report('rejected', { data: { method, text: quoted(error.message) }, severity, evidence: [exchange] });
  },
});

function isStdio(server: JsonObject | undefined): boolean {
  return server !== undefined && (server['type'] ?? 'stdio') === 'stdio' && typeof server['command'] === 'string';
}

/** Whether a request names a session that was never created or listed here, so it may not exist. */
function isOfUnseenSession({ sessions }: Connection, id: string | undefined, method: string): boolean {
  return method !== 'session/new' && (id === undefined || (sessions.get(id)?.origin ?? 'seen') === 'seen');
}

export const mcpMessageUndeclaredServer = defineRule({
  id: 'capability/mcp-message-undeclared-server',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'mcp/message should go to a server that the client declared with type "acp".',
  explanation:
    'This belongs to the unstable part of the protocol. A client can offer its own MCP servers in the mcpServers of ' +
    'a setup request, with type "acp" and a serverId; the agent reaches them by that id. The client cannot deliver ' +
    'a message with any other id. Use the serverId from the setup request.\n\n' +
    'Only an info, because a proxy between the two may own ids that this recording does not show.',
  spec: 'https://agentclientprotocol.com/rfds/mcp-over-acp',
  needsHistory: true,
  messages: { undeclared: 'the agent sent mcp/message to server {found}; the client declared {known}' },
  on: ['request:mcp/message'],
  inspect({ connection, step, report }) {
    const id = textOf(step.params?.['serverId']);
    const { acpServers } = connection;
    if (step.sender !== 'agent' || id === undefined || acpServers.has(id)) return;
    const known =
      acpServers.size === 0
        ? 'none'
        : [...acpServers]
            .slice(0, 5)
            .map((name) => quoted(name))
            .join(', ');
    report('undeclared', { data: { found: quoted(id), known } });
  },
});
