import { expect, test } from 'vitest';
import { Observer } from '../../../src/model/observer.js';
import type { Sender } from '../../../src/wire/frame.js';

const encoder = new TextEncoder();

function versionAfter(...frames: readonly (readonly [Sender, object])[]): number {
  const observer = new Observer([]);
  frames.forEach(([sender, message], seq) => {
    const bytes = encoder.encode(JSON.stringify({ jsonrpc: '2.0', ...message }));
    observer.frame({ seq, sender, bytes, sizeBytes: bytes.length, terminated: true, atNs: undefined });
  });
  return observer.connection.version;
}

const update = (sessionUpdate: string) => ({
  method: 'session/update',
  params: { sessionId: 's1', update: { sessionUpdate } },
});
const prompt = { id: 5, method: 'session/prompt', params: { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }] } };
const initialize = { id: 0, method: 'initialize', params: { protocolVersion: 1 } };

test.each(['state_update', 'user_message', 'terminal_update', 'state_change'])(
  'a recording from the middle is of v2 where it holds %s',
  (kind) => {
    expect(versionAfter(['agent', update('agent_message_chunk')])).toBe(1);
    expect(versionAfter(['agent', update(kind)])).toBe(2);
  },
);

test('the result of a prompt tells the version too, and ends no turn', () => {
  expect(versionAfter(['client', prompt], ['agent', { id: 5, result: { stopReason: 'end_turn' } }])).toBe(1);
  expect(versionAfter(['client', prompt], ['agent', { id: 5, result: { messageId: 'm1' } }])).toBe(2);
});

test('so do requests that only v2 has', () => {
  expect(versionAfter(['client', { id: 1, method: 'auth/login', params: { methodId: 'a' } }])).toBe(2);
  const ask = { id: 1, method: 'session/request_permission' };
  expect(versionAfter(['agent', { ...ask, params: { sessionId: 's1', toolCall: { toolCallId: 'c1' } } }])).toBe(1);
  expect(versionAfter(['agent', { ...ask, params: { sessionId: 's1', title: 'Go on?' } }])).toBe(2);
});

test('what initialize agrees on is not guessed at', () => {
  expect(versionAfter(['client', initialize], ['agent', update('state_update')])).toBe(1);
  const answer = { id: 0, result: { protocolVersion: 1, agentCapabilities: {} } };
  expect(versionAfter(['client', initialize], ['agent', answer], ['agent', update('state_update')])).toBe(1);
});
