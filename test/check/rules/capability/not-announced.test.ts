import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { check, error, request, result } from '../../../support/conversations/conversation.js';

const INFO = { name: 'demo', version: '1.0.0' };

function handshake(agentCapabilities: JsonObject, clientCapabilities: JsonObject = {}): [string, JsonValue][] {
  return [
    ['client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities, clientInfo: INFO })],
    ['agent', result(0, { protocolVersion: 1, agentCapabilities, authMethods: [], agentInfo: INFO })],
  ];
}

const session: [string, JsonValue][] = [
  ['client', request(1, 'session/new', { cwd: '/p', mcpServers: [] })],
  ['agent', result(1, { sessionId: 's1' })],
];

describe('a capability in the wrong shape', () => {
  test('is the fault of who announced it, and a warning for who relies on it', () => {
    const found = check([
      ...handshake({ sessionCapabilities: { list: true } }),
      ['client', request(1, 'session/list', {})],
    ]);
    expect(found).toEqual(['1 warning init/wrong-capability-shape', '2 warning capability/list-not-advertised']);
  });

  test('promises nothing', () => {
    const found = check([
      ...handshake({ loadSession: {} }),
      ['client', request(1, 'session/load', { sessionId: 's1', cwd: '/p', mcpServers: [] })],
      ['agent', error(1, -32601, 'Method not found')],
    ]);
    expect(found).not.toContain('3 error capability/advertised-but-not-found');
  });
});

describe('a client that offered v2 and got v1', () => {
  test('announced nothing for v1 but what clientCapabilities hold', () => {
    const found = check([
      [
        'client',
        request(0, 'initialize', { protocolVersion: 2, info: INFO, capabilities: { elicitation: { form: {} } } }),
      ],
      ['agent', result(0, { protocolVersion: 1, agentCapabilities: {}, agentInfo: INFO })],
      ...session,
      ['client', request(2, 'session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }] })],
      ['agent', request(0, 'fs/read_text_file', { sessionId: 's1', path: '/p/a' })],
    ]);
    expect(found).toEqual(['1 info init/version-not-echoed', '5 error capability/fs-read-not-advertised']);
  });
});

describe('a second initialize that is refused', () => {
  test('leaves what was announced as it was', () => {
    const found = check([
      ...handshake({}, { fs: { readTextFile: true } }),
      ...session,
      ['client', request(2, 'initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo: INFO })],
      ['agent', error(2, -32600, 'Already initialized')],
      ['client', request(3, 'session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }] })],
      ['agent', request(0, 'fs/read_text_file', { sessionId: 's1', path: '/p/a' })],
    ]);
    expect(found).toEqual(['4 warning init/repeated']);
  });
});

describe('mcp/message', () => {
  const server = { type: 'acp', name: 'files', serverId: 'files-1' };
  const conversation = (serverId: string): [string, JsonValue][] => [
    ...handshake({ mcpCapabilities: { acp: true } }),
    ['client', request(1, 'session/new', { cwd: '/p', mcpServers: [server] })],
    ['agent', request(0, 'mcp/message', { serverId, requestId: 'r1', method: 'tools/list' })],
  ];

  test('may go to a server that was declared, also while the session is made', () => {
    expect(check(conversation('files-1'), /^capability/)).toEqual([]);
  });

  test('may not go to another one', () => {
    expect(check(conversation('files-2'), /^capability/)).toEqual(['3 info capability/mcp-message-undeclared-server']);
  });

  test('needs the capability for the server', () => {
    const found = check(
      [...handshake({}), ['client', request(1, 'session/new', { cwd: '/p', mcpServers: [server] })]],
      /^capability/,
    );
    expect(found).toEqual(['2 error capability/mcp-transport-not-advertised']);
  });
});

describe('a method of the unstable schema', () => {
  test('that was announced and is not there is worth a look', () => {
    const found = check(
      [
        ...handshake({ sessionCapabilities: { fork: {} } }),
        ...session,
        ['client', request(2, 'session/fork', { sessionId: 's1', cwd: '/p', mcpServers: [] })],
        ['agent', error(2, -32601, 'Method not found')],
      ],
      /^capability/,
    );
    expect(found).toEqual(['5 info capability/advertised-but-not-found']);
  });
});
