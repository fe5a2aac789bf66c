import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import { check, error, request, result } from '../../../support/conversations/conversation.js';

const INFO = { name: 'demo', version: '1.0.0' };
const TEXT = { type: 'text', text: 'hi' };
const LINK = { type: 'resource_link', name: 'a', uri: 'file:///p/a' };
const IMAGE = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' };

/** An agent with all capabilities, and what it answers with -32602. */
function refused(method: string, params: JsonObject, message: string, before: readonly [string, JsonValue][] = []) {
  const agentCapabilities = {
    loadSession: true,
    promptCapabilities: { image: true, embeddedContext: true },
    mcpCapabilities: { http: true },
    sessionCapabilities: { list: {}, close: {} },
  };
  return check(
    [
      ['client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo: INFO })],
      ['agent', result(0, { protocolVersion: 1, agentCapabilities, agentInfo: INFO })],
      ['client', request(1, 'session/new', { cwd: '/p', mcpServers: [] })],
      ['agent', result(1, { sessionId: 's1' })],
      ...before,
      ['client', request(9, method, params)],
      ['agent', error(9, -32602, message)],
    ],
    /^capability/,
  ).map((line) => line.replace(/^\d+ /, ''));
}

function prompt(message: string, ...blocks: JsonValue[]) {
  return refused('session/prompt', { sessionId: 's1', prompt: blocks }, message);
}

describe('a prompt of text and resource links that is refused', () => {
  test.each(['Unsupported content type: text', 'Invalid content block'])('is one for its content: %s', (message) => {
    expect(prompt(message, TEXT)).toEqual(['error capability/baseline-content-rejected']);
  });

  test('is one for its resource link, where nothing else is named', () => {
    expect(prompt('Invalid params', TEXT, LINK)).toEqual(['error capability/baseline-content-rejected']);
  });

  test.each([
    'Session not found: s1',
    'Unknown model: large',
    'The prompt is too long',
    'Rate limit exceeded',
    'Please log in first',
    'A turn is already running',
  ])('may have another cause: %s', (message) => {
    expect(prompt(message, TEXT, LINK)).toEqual([]);
  });

  test('says nothing of its content, where there is only text and nothing is named', () => {
    expect(prompt('Invalid params', TEXT)).toEqual([]);
  });
});

describe('a prompt with an image that is refused, although images were announced', () => {
  test('may have the model as a cause', () => {
    expect(prompt('The model does not support images', TEXT, IMAGE)).toEqual([]);
  });

  test('is reported once, as what it is', () => {
    expect(prompt('Images are not supported', TEXT, IMAGE)).toEqual(['error capability/advertised-but-rejected']);
  });

  test('is none for its image, where that was not all that the prompt had', () => {
    const audio = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' };
    expect(prompt('Images are not supported', IMAGE, audio)).toEqual(['error capability/prompt-audio-not-advertised']);
  });
});

describe('a request about a session that is refused', () => {
  const load = { sessionId: 's9', cwd: '/p', mcpServers: [] };
  const listed: [string, JsonValue][] = [
    ['client', request(2, 'session/list', {})],
    ['agent', result(2, { sessions: [{ sessionId: 's9', cwd: '/p' }] })],
  ];

  test('says nothing where the session is nowhere to be seen', () => {
    expect(refused('session/load', load, 'Invalid params')).toEqual([]);
  });

  test('breaks a promise where the session was listed', () => {
    expect(refused('session/load', load, 'Loading sessions is not supported', listed)).toEqual([
      'error capability/advertised-but-rejected',
    ]);
  });

  test('may be about the cursor', () => {
    expect(refused('session/list', { cursor: 'x' }, 'Invalid params')).toEqual([]);
  });
});

describe('a session with stdio servers that is refused', () => {
  const server = { name: 'files', command: '/bin/files', args: [], env: [] };
  const params = { cwd: '/p', mcpServers: [server] };

  test('is worth a look where no cause is named', () => {
    expect(refused('session/new', params, 'Invalid params')).toEqual(['info capability/mcp-stdio-rejected']);
  });

  test.each(['MCP server files: command not found', 'Could not connect to MCP server files', 'cwd is no folder'])(
    'may have another cause: %s',
    (message) => {
      expect(refused('session/new', params, message)).toEqual([]);
    },
  );
});
