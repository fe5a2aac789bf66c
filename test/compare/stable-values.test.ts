import { describe, expect, test } from 'vitest';
import { StableValues } from '../../src/compare/stable-values.js';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { request, result } from '../support/conversations/conversation.js';
import { line, stateAfter } from '../support/conversations/observing.js';

const connection = stateAfter([
  line('client', request(1, 'session/new', { cwd: '/work/app', additionalDirectories: ['/work/lib'], mcpServers: [] })),
  line('agent', result(1, { sessionId: 'session-one' })),
  line('client', request(2, 'session/new', { cwd: '/work/two', mcpServers: [] })),
  line('agent', result(2, { sessionId: 'session-two' })),
]);

function stable(value: JsonValue, { sessionId = 'session-one', isOutput = false, meta = false } = {}): JsonValue {
  return new StableValues(meta).of(value, connection, sessionId, { isOutput });
}

describe('values of a session', () => {
  test.each<[string, JsonValue, JsonValue]>([
    [
      'ids by their members',
      { sessionId: 'x', toolCallId: 7 },
      { sessionId: '<session id>', toolCallId: '<tool call id>' },
    ],
    ['an id that is no id', { sessionId: null }, { sessionId: null }],
    ['times by their members', { updatedAt: 'yesterday' }, { updatedAt: '<time>' }],
    [
      'ids and times of programs',
      { call_id: 'a', started_at_ms: 1.8e12 },
      { call_id: '<id>', started_at_ms: '<time>' },
    ],
    ['numbers that only look like it', { started_at_ms: 3, timeout: 1.8e12 }, { started_at_ms: 3, timeout: 1.8e12 }],
    ['its folders', ['/work/app/x', '/work/lib/x'], ['<cwd>/x', '<dir 1>/x']],
    ['those of another session', '/work/two/x', '<other cwd>/x'],
    ['folders as names of members', { '/work/app/x': 1 }, { '<cwd>/x': 1 }],
    ['_meta, which says nothing', { _meta: { a: 1 }, b: { _meta: {} } }, { b: {} }],
    [
      'an id in a text, once it was seen',
      [{ toolCallId: 'call-0123' }, 'of call-0123'],
      [{ toolCallId: '<tool call id>' }, 'of <tool call id>'],
    ],
  ])('%s', (_, value, expected) => {
    expect(stable(value)).toEqual(expected);
  });

  test('how long something took says nothing of what a tool put out, and much of what went in', () => {
    const value: JsonObject = { duration: { secs: 1, nanos: 5 }, elapsed_ms: 4 };
    expect(stable(value)).toEqual(value);
    expect(stable(value, { isOutput: true })).toEqual({ duration: '<duration>', elapsed_ms: '<duration>' });
  });

  test('_meta counts where it is asked for', () => {
    expect(stable({ _meta: { a: 1 } }, { meta: true })).toEqual({ _meta: { a: 1 } });
  });

  test('without a session the folders of all count', () => {
    expect(new StableValues(false).of(['/work/app', '/work/two'], connection, undefined)).toEqual(['<cwd>', '<cwd>']);
  });
});
