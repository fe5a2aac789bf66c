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
  summary: 'MCP servers have a transport that the agent announced.',
  explanation:
    'Clients have to look at mcpCapabilities (v2: session.mcp) before they pass on a server: an agent that cannot reach ' +
    'it goes on without its tools, or refuses the session. In v1 every agent takes stdio servers, which have no type; ' +
    'http and sse need the capability of that name, and so does stdio in v2. Leave out the servers that the agent ' +
    'cannot reach, and tell the user. In the November draft of v2 the agent has to refuse such a request with -32602: ' +
    'a success is a warning for the agent. Not reported: types that begin with an underscore.',
  spec: 'v1/session-setup#mcp-servers',
  messages: {
    sent: 'the MCP server {name} is of type "{type}", but the agent {state} {capability}',
    accepted: 'the agent accepted an MCP server with a transport that it did not announce; it has to answer -32602',
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

/** What is wrong with this server or this session, rather than with servers of this kind. */
const ANOTHER_CAUSE =
  /not found|no such|exist|enoent|eacces|denied|spawn|start|connect|timed? ?out|duplicate|cwd|director|session id|auth/i;

export const mcpStdioRejected = defineRule({
  id: 'capability/mcp-stdio-rejected',
  severity: 'error',
  versions: ['v1'],
  fault: 'agent',
  summary: 'In v1 every agent accepts MCP servers that speak stdio.',
  explanation:
    'The other transports are optional, so stdio is what clients rely on: an agent that refuses it cannot be given any ' +
    'tools. Start the command and speak MCP to it. Info where the error does not say that it is about MCP. Not ' +
    'reported: errors other than -32602, those about the one server, as that its command was not found, and requests ' +
    'with two servers, or two variables of a server, of one name.',
  spec: 'v1/session-setup#mcp-servers',
  messages: {
    rejected: '{method} has only stdio MCP servers and was refused: {text}',
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

/** A session that is loaded and that nothing here made or listed may well not be there. */
function isOfUnseenSession({ sessions }: Connection, id: string | undefined, method: string): boolean {
  return method !== 'session/new' && (id === undefined || (sessions.get(id)?.origin ?? 'seen') === 'seen');
}

export const mcpMessageUndeclaredServer = defineRule({
  id: 'capability/mcp-message-undeclared-server',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'mcp/message goes to a server that the client declared with type "acp".',
  explanation:
    'Of the unstable part of the protocol: the client offers MCP servers of its own in the mcpServers of a setup request, ' +
    'with type "acp" and a serverId, and the agent speaks to them by that id. The client cannot pass on a message to ' +
    'any other. Use the serverId of the setup request. Only info: a proxy between the two may own ids that this ' +
    'recording does not show.',
  spec: 'https://agentclientprotocol.com/rfds/mcp-over-acp',
  needsHistory: true,
  messages: { undeclared: 'mcp/message goes to server {found}; the client declared {known}' },
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
