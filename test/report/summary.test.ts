import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../src/report/summary.js';
import { readMessage } from '../../src/wire/message.js';
import { utf8, wireBytes } from '../support/values/bytes.js';
import { jsonSource } from '../support/values/json-source.js';
import { fc } from '../support/values/property.js';

function summary(line: string): string {
  return summaryOf(readMessage(utf8(line)));
}

function ofParams(params: unknown): string {
  return summary(JSON.stringify({ jsonrpc: '2.0', method: 'm', params }));
}

function ofUpdate(update: unknown): string {
  return ofParams({ sessionId: 's1', update });
}

function ofResult(result: unknown): string {
  return summary(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
}

describe('the summary of a request or notification', () => {
  test.each<[string, unknown, string]>([
    ['initialize', { protocolVersion: 1, clientCapabilities: {} }, 'protocolVersion=1 clientCapabilities={}'],
    [
      'no session, it has a column',
      { sessionId: 's1', cwd: '/home/user', mcpServers: [] },
      'cwd=/home/user mcpServers=[]',
    ],
    ['a prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'say "hi"' }] }, '"say \\"hi\\""'],
    [
      'a prompt with a link',
      { prompt: [{ type: 'text', text: 'see' }, { type: 'resource_link', name: 'a', uri: 'file:///a' }, 7] },
      '"see" resource_link a file:///a 7',
    ],
    [
      'a permission to give',
      {
        toolCall: { toolCallId: 'c1', title: 'Write file', kind: 'edit' },
        options: [{ optionId: 'allow' }, { optionId: 'reject' }, 7],
      },
      'c1 edit Write file [allow | reject]',
    ],
    ['text with spaces', { command: 'npm test', n: null }, 'command="npm test" n=null'],
    ['a long value', { text: 'x'.repeat(100) }, `text=${'x'.repeat(57)}...`],
    ['nothing', undefined, ''],
    ['null', null, 'null'],
    ['positions', ['a', 1], '["a",1]'],
  ])('of %s', (_, params, text) => {
    expect(ofParams(params)).toBe(text);
  });

  test.each<[unknown, string]>([
    [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } }, 'agent_message_chunk "Hi"'],
    [{ sessionUpdate: 'agent_thought_chunk', content: { type: 'image', uri: 'u' } }, 'agent_thought_chunk image u'],
    [{ sessionUpdate: 'plan', entries: [{ status: 'completed' }, { status: 'pending' }, 7] }, 'plan 1/3 done'],
    [
      { sessionUpdate: 'tool_call', toolCallId: 'c1', kind: 'read', status: 'pending', title: 'Read a' },
      'tool_call c1 read pending Read a',
    ],
    [{ sessionUpdate: 'tool_call_update', toolCallId: 'c1', content: [] }, 'tool_call_update c1'],
    [{ sessionUpdate: 'current_mode_update', currentModeId: 'ask' }, 'current_mode_update currentModeId=ask'],
    [{ sessionUpdate: 'usage_update', used: 5, content: null }, 'usage_update used=5'],
    [{ other: 1 }, 'update other=1'],
  ])('of the update %j', (update, text) => {
    expect(ofUpdate(update)).toBe(text);
  });
});

describe('the summary of a response', () => {
  test.each<[unknown, string]>([
    [{ stopReason: 'end_turn', usage: {} }, 'end_turn'],
    [{ outcome: { outcome: 'selected', optionId: 'allow' } }, 'selected allow'],
    [{ content: 'file\ntext' }, '"file\\ntext"'],
    [{ sessionId: 's1', modes: null }, 'sessionId=s1 modes=null'],
    [null, 'null'],
    [[1], '[1]'],
    [{}, ''],
  ])('of the result %j', (result, text) => {
    expect(ofResult(result)).toBe(text);
  });

  test.each([
    ['{"code":-32601,"message":"Method not found"}', 'error -32601 Method not found'],
    ['{"code":"x"}', 'error "x" null'],
    ['{"message":{"a":1}}', 'error null {"a":1}'],
    ['"bad"', 'error "bad"'],
  ])('of the error %s', (error, text) => {
    expect(summary(`{"id":1,"error":${error}}`)).toBe(text);
  });
});

test('the summary of a batch counts and names what is in it', () => {
  expect(summary('[{"method":"a"},{"id":1,"result":0},1]')).toBe('3 messages: notification, response, malformed');
});

test('the summary of what is malformed says why', () => {
  expect(summary('{"id":true}')).toBe('invalid-id-type');
  expect(summary('{')).toMatch(/^not-json: SyntaxError: /);
});

describe('any summary', () => {
  test('is one line of at most 300 characters, cut with dots', () => {
    const text = ofParams({ prompt: [{ type: 'text', text: 'word '.repeat(200) }] });
    expect(text).toHaveLength(300);
    expect(text.endsWith('...')).toBe(true);
  });

  test('is safe to show', () => {
    expect(ofParams({ prompt: ['a\x1b[2J\u202e'] })).toBe('"a\\u001b[2J\\u202e"');
    const line = fc.oneof(
      wireBytes(),
      jsonSource.map(utf8),
      jsonSource.map((value) => utf8(`{"method":"m","params":${value}}`)),
    );
    fc.assert(
      fc.property(line, (bytes) => {
        expect(summaryOf(readMessage(bytes))).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u);
      }),
      { numRuns: 300 },
    );
  });

  test('can be made of values nested deeper than any stack', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const line of [
      `{"method":"m","params":${deep}}`,
      `{"method":"m","params":{"a":${deep}}}`,
      `{"id":1,"result":${deep}}`,
      `{"id":1,"error":${deep}}`,
      `{"method":"m","params":{"prompt":[${deep}]}}`,
    ]) {
      expect(summary(line).length).toBeLessThanOrEqual(300);
    }
  });
});
