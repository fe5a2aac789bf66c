import { expect, test } from 'vitest';
import { changesInFrame } from '../../../src/report/changes/changes-in-frame.js';
import { utf8 } from '../../support/values/bytes.js';
import type { JsonValue } from '../../../src/wire/json-text.js';

const DIFF = { type: 'diff', path: '/a', oldText: 'x', newText: 'y' };

function paths(message: JsonValue): string[] {
  return changesInFrame(utf8(JSON.stringify(message))).map(({ path }) => path);
}

const update = (content: JsonValue): JsonValue => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate: 'tool_call_update', toolCallId: 't', content } },
});

test('file changes are told of in updates, in pieces of content, in requests for permission and in batches', () => {
  expect(paths(update([DIFF, { type: 'content' }]))).toEqual(['/a']);
  expect(paths(update(DIFF))).toEqual(['/a']);
  expect(paths([update([DIFF]), update([{ ...DIFF, path: '/b' }])])).toEqual(['/a', '/b']);
  const params = { sessionId: 's', toolCall: { toolCallId: 't', content: [DIFF] }, options: [] };
  expect(paths({ jsonrpc: '2.0', id: 1, method: 'session/request_permission', params })).toEqual(['/a']);
});

test('other frames tell of none', () => {
  expect(paths({ jsonrpc: '2.0', id: 1, result: { update: { content: [DIFF] } } })).toEqual([]);
  expect(changesInFrame(utf8('not "diff" json'))).toEqual([]);
  expect(paths(update([{ ...DIFF, newText: 'y'.repeat(4_000_000) }]))).toEqual([]);
});
