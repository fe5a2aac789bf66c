import { describe, expect, test } from 'vitest';
import { ShapeCompiler } from '../../../src/acp/schema/shape-compiler.js';
import { isBroken, isRefused, nearestKnown, type ShapeFinding } from '../../../src/acp/schema/shape.js';
import { loadSdkSchemas } from '../../../src/tasks/protocol/sdk-schemas.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';

const schemas = loadSdkSchemas();
const v1 = new ShapeCompiler(schemas.v1.stable);
const v2 = new ShapeCompiler(schemas.v2.stable);

/** What is found, one line each: `kind at.the.path (Type.member): expected` and what else there is to say. */
function found(compiler: ShapeCompiler, definition: string, value: JsonValue): string[] {
  return compiler.shape(definition).examine(value).map(line);
}

function line(finding: ShapeFinding): string {
  const { kind, path, type, member, expected, tolerated, reason } = finding;
  const nearest = nearestKnown(finding);
  const more = [
    ...(reason === undefined ? [] : [`(${reason})`]),
    ...(nearest === undefined ? [] : [`nearest ${nearest}`]),
    ...(tolerated ? ['tolerated'] : []),
  ];
  return [`${kind} ${path.join('.')} <${type}.${member}> ${expected}`, ...more].join(' | ');
}

function update1(update: JsonObject): string[] {
  return found(v1, 'SessionNotification', { sessionId: 's', update });
}

function update2(update: JsonObject): string[] {
  return found(v2, 'UpdateSessionNotification', { sessionId: 's', update });
}

const CHUNK = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } };

test('nothing remarkable is always the same empty list', () => {
  const shape = v1.shape('SessionNotification');
  const nothing = shape.examine({ sessionId: 's', update: CHUNK });
  expect(nothing).toEqual([]);
  expect(shape.examine({ sessionId: 't', update: CHUNK })).toBe(nothing);
  expect(Object.isFrozen(nothing)).toBe(true);
});

test('what is not there is examined as if it were empty', () => {
  expect(v1.shape('LogoutRequest').examine(undefined)).toEqual([]);
  expect(v1.shape('CancelNotification').examine(undefined).map(line)).toEqual([
    'missing sessionId <CancelNotification.sessionId> a string',
  ]);
});

test('one walk leaves nothing behind for the next', () => {
  const shape = v1.shape('SessionNotification');
  shape.examine({ sessionId: 's', update: { sessionUpdate: 'plan', entries: [{ priority: 'x' }] } });
  expect(shape.examine({ sessionId: 's', update: CHUNK })).toEqual([]);
});

test('a definition that no schema has is an error', () => {
  expect(() => v1.shape('Nope')).toThrow('The schema has no definition "Nope".');
});

describe('broken', () => {
  test('a required member is missing, a type is wrong', () => {
    expect(found(v1, 'PromptRequest', { sessionId: 's', prompt: 'hello' })).toEqual([
      'wrong-type prompt <PromptRequest.prompt> an array',
    ]);
    expect(found(v1, 'PromptResponse', {})).toEqual([
      'missing stopReason <PromptResponse.stopReason> one of end_turn, max_tokens, max_turn_requests, refusal, cancelled',
    ]);
    expect(found(v1, 'PromptResponse', null)).toEqual(['wrong-type  <PromptResponse.> an object']);
  });

  test('a closed enum does not know a value', () => {
    expect(found(v1, 'PromptResponse', { stopReason: 'endTurn' })).toEqual([
      'unknown-value stopReason <PromptResponse.stopReason> one of end_turn, max_tokens, max_turn_requests, refusal, cancelled | nearest end_turn',
    ]);
  });

  test('a closed union does not know a tag, and nothing else is said about its members', () => {
    const [finding, ...others] = v1
      .shape('SessionNotification')
      .examine({ sessionId: 's', update: { sessionUpdate: 'tool_cal', x: 1 } });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      kind: 'unknown-variant',
      path: ['update', 'sessionUpdate'],
      type: 'SessionUpdate',
      member: 'sessionUpdate',
      found: 'tool_cal',
      tolerated: false,
    });
    expect(finding && nearestKnown(finding)).toBe('tool_call');
    expect(finding?.known).toContain('usage_update');
  });

  test('a known variant that is broken is judged by itself', () => {
    expect(update1({ sessionUpdate: 'current_mode_update', modeId: 'code' })).toEqual([
      'unknown-member update.modeId <CurrentModeUpdate.modeId> a member of CurrentModeUpdate',
      'missing update.currentModeId <CurrentModeUpdate.currentModeId> a string',
    ]);
    expect(
      update2({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 1 }, messageId: 'm' }),
    ).toEqual(['wrong-type update.content.text <TextContent.text> a string']);
  });

  test('a union without its tag', () => {
    expect(found(v2, 'ContentBlock', { text: 'x' })).toEqual([
      'missing type <ContentBlock.type> one of text, image, audio, resource_link, resource',
    ]);
    expect(found(v2, 'ContentBlock', { type: 5 })).toEqual([
      'wrong-type type <ContentBlock.type> one of text, image, audio, resource_link, resource',
    ]);
  });

  test('numbers out of range', () => {
    expect(found(v1, 'InitializeRequest', { protocolVersion: 65_536 })).toEqual([
      'out-of-range protocolVersion <InitializeRequest.protocolVersion> an integer from 0 to 65535',
    ]);
    expect(found(v2, 'PromptRequest', { sessionId: 's', prompt: [] })).toEqual([
      'out-of-range prompt <PromptRequest.prompt> an array of at least 1 item',
    ]);
    expect(update1({ sessionUpdate: 'notice', severity: 'info', title: '' })).toContain(
      'out-of-range update.title <Notice.title> a string of at least 1 character',
    );
  });

  test('several alternatives fit where only one may', () => {
    const scopes = { sessionId: 's', requestId: 1 };
    const url = { mode: 'url', message: 'm', elicitationId: 'e', url: 'https://x.example', ...scopes };
    expect(found(v2, 'CreateElicitationRequest', url)).toEqual([
      'unknown-variant  <CreateElicitationRequest.> only one of the alternatives | (ambiguous)',
    ]);
  });

  test('an untagged union takes the alternative of the right type, else the one with the least to say', () => {
    expect(found(v1, 'EmbeddedResource', { resource: { uri: 'file:///a', blob: 5 } })).toEqual([
      'wrong-type resource.blob <BlobResourceContents.blob> a string',
    ]);
    expect(found(v1, 'RequestId', true)).toEqual(['wrong-type  <RequestId.> an integer or a string']);
  });
});

describe('servers and methods of v1, of which one kind has no tag', () => {
  const STDIO = { name: 'f', command: '/x', args: [], env: [] };

  test('the kind without a tag', () => {
    expect(found(v1, 'McpServer', STDIO)).toEqual([]);
    expect(found(v1, 'McpServer', { name: 'f', command: '/x' })).toEqual([
      'missing args <McpServerStdio.args> an array',
      'missing env <McpServerStdio.env> an array',
    ]);
  });

  test('a tag that newer versions have for it', () => {
    expect(found(v1, 'McpServer', { type: 'stdio', ...STDIO })).toEqual([
      'unknown-member type <McpServerStdio.type> a member of McpServerStdio',
    ]);
    expect(found(v1, 'McpServer', { type: 'stdio', name: 'f', command: '/x', args: [] })).toEqual([
      'unknown-member type <McpServerStdio.type> a member of McpServerStdio',
      'missing env <McpServerStdio.env> an array',
    ]);
  });

  test('a tag that nobody knows, and a known one with a broken rest', () => {
    expect(found(v1, 'McpServer', { type: 'websocket', url: 'wss://x' })).toEqual([
      'unknown-variant type <McpServer.type> one of http, sse',
    ]);
    expect(found(v1, 'McpServer', { type: 'http', name: 'f', headers: [] })).toEqual([
      'missing url <McpServerHttp.url> a string',
    ]);
  });
});

describe('tolerated', () => {
  test('a default for a member, a dropped item', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 't' };
    expect(update1({ ...call, status: 'running' })).toEqual([
      'unknown-value update.status <ToolCall.status> one of pending, in_progress, completed, failed | tolerated',
    ]);
    expect(update1({ ...call, content: [{ type: 'text', text: 'x' }] })).toEqual([
      'unknown-variant update.content.0.type <ToolCallContent.type> one of content, diff, terminal | tolerated',
    ]);
  });

  test('null only, where a default stands in for null', () => {
    const terminal = { sessionId: 's', command: 'ls' };
    expect(found(v1, 'CreateTerminalRequest', { ...terminal, args: null })).toEqual([
      'wrong-type args <CreateTerminalRequest.args> an array | tolerated',
    ]);
    expect(found(v1, 'CreateTerminalRequest', { ...terminal, command: null })).toEqual([
      'wrong-type command <CreateTerminalRequest.command> a string',
    ]);
  });
});

describe('legal, and yet unknown', () => {
  test('values of open enums, unless they begin with _', () => {
    const call = { sessionUpdate: 'tool_call_update', toolCallId: 'c' };
    expect(update2({ ...call, status: 'canceled' })).toEqual([
      'open-value update.status <ToolCallUpdate.status> one of pending, in_progress, paused, completed, failed, cancelled | nearest cancelled',
    ]);
    expect(update2({ ...call, status: '_mine' })).toEqual([]);
    expect(update1({ sessionUpdate: 'notice', severity: 'fatal', title: 't' })).toContain(
      'open-value update.severity <Notice.severity> one of info, warning, error',
    );
  });

  test('tags of open unions, unless they begin with _; what they hold is free', () => {
    expect(update2({ sessionUpdate: 'thinking', text: 'x' })[0]).toContain('open-variant update.sessionUpdate');
    expect(update2({ sessionUpdate: '_mine', text: 'x' })).toEqual([]);
    expect(update2({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'timeout' })).toEqual([
      'open-variant update.stopReason <IdleStateUpdate.stopReason> one of end_turn, max_tokens, max_turn_requests, refusal, cancelled, error',
    ]);
    expect(update2({ sessionUpdate: 'state_update', state: 'idle' })).toEqual([]);
    expect(update2({ sessionUpdate: 'state_update', state: 'idle', stopReason: null })).toEqual([]);
  });

  test('members, with the nearest known one of the object and its variant', () => {
    expect(update1({ ...CHUNK, model: 'm' })).toEqual([
      'unknown-member update.model <ContentChunk.model> a member of ContentChunk',
    ]);
    expect(update2({ sessionUpdate: 'state_update', state: 'idle', stop_reason: 'end_turn' })).toEqual([
      'unknown-member update.stop_reason <IdleStateUpdate.stop_reason> a member of IdleStateUpdate | nearest stopReason',
    ]);
  });

  test('members of free values are nobody’s business', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 't' };
    expect(update1({ ...call, rawInput: { a: { b: 1 } }, rawOutput: [{ c: 1 }], _meta: { d: { e: 1 } } })).toEqual([]);
    const properties = { name: { type: 'string', minLength: 1, strange: true } };
    const form = { mode: 'form', message: 'm', sessionId: 's', requestedSchema: { type: 'object', properties } };
    expect(found(v1, 'CreateElicitationRequest', form)).toEqual([]);
  });

  test('members of all parts that an object is merged from are known', () => {
    const option = { id: 'x', name: 'X', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] };
    expect(found(v1, 'SessionConfigOption', { ...option, strange: 1 })).toEqual([
      'unknown-member strange <SessionConfigSelect.strange> a member of SessionConfigSelect',
    ]);
  });
});

test('a _meta that is no object is refused, and has a kind of its own', () => {
  const findings = v1.shape('CancelNotification').examine({ sessionId: 's', _meta: 'x' });
  expect(findings.map(line)).toEqual([
    'meta _meta <CancelNotification._meta> an object or null | (not-an-object) | tolerated',
  ]);
  expect(findings.map(isBroken)).toEqual([false]);
  expect(findings.map(isRefused)).toEqual([true]);
});

test('a keyword or a form that nobody knows here is an error of the schema', () => {
  const compiled = (definition: JsonObject) => () =>
    new ShapeCompiler({ $defs: { X: definition } }).shape('X').examine({});
  expect(compiled({ type: 'string', pattern: '^a' })).toThrow('{"pattern":"^a"}');
  expect(compiled({ type: 'string', format: 'ipv4' })).toThrow('{"format":"ipv4"}');
  expect(compiled({ type: 'object', additionalProperties: false })).toThrow('{"additionalProperties":false}');
  expect(compiled({ type: 'object', required: ['a'] })).toThrow('X requires "a", of which it says nothing.');
  expect(compiled({ type: 'object', not: { required: ['a'] } })).toThrow('"not" is known only in open unions');
  expect(compiled({ properties: {}, items: {} })).toThrow('X says no type.');
});
