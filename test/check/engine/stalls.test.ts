import { expect, test } from 'vitest';
import { stallsOf } from '../../../src/check/engine/stalls.js';
import { Observer } from '../../../src/model/observer.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { error, request, result } from '../../support/conversations/conversation.js';

type Said = readonly [who: 'client' | 'agent', message: JsonObject, atMs: number];

function notification(method: string, params: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method, params };
}

const PROMPT: Said = [
  'client',
  request(3, 'session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }] }),
  1_000,
];
const HELLO: Said = [
  'agent',
  notification('session/update', {
    sessionId: 's1',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hello.' } },
  }),
  2_000,
];
const OPENED: readonly Said[] = [
  ['client', request(0, 'initialize', { protocolVersion: 1 }), 0],
  ['agent', result(0, { protocolVersion: 1, agentCapabilities: {} }), 10],
  ['client', request(1, 'session/new', { cwd: '/p', mcpServers: [] }), 20],
  ['agent', result(1, { sessionId: 's1' }), 30],
];
const PERMISSION: Said = [
  'agent',
  request(7, 'session/request_permission', {
    sessionId: 's1',
    toolCall: { toolCallId: 'c1', title: 'npm test' },
    options: [],
  }),
  3_000,
];

/** What is awaited for long at some time after a conversation, as `seq rule` each. */
function stalls(said: readonly Said[], nowMs: number): string[] {
  return observed(said, nowMs).map(({ seq, rule }) => `${seq} ${rule}`);
}

function observed(said: readonly Said[], nowMs: number) {
  const observer = new Observer([]);
  said.forEach(([sender, message, atMs], seq) => {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    observer.frame({ seq, sender, bytes, sizeBytes: bytes.length, terminated: true, atNs: atMs * 1e6 });
  });
  return stallsOf(observer.connection, nowMs);
}

test('initialize is awaited for 10 s', () => {
  expect(stalls(OPENED.slice(0, 1), 9_000)).toEqual([]);
  expect(stalls(OPENED.slice(0, 1), 10_000)).toEqual(['0 eos/initialize-never-answered']);
});

test('an ordinary request is awaited for 30 s, and no longer once it is answered', () => {
  const asked: readonly Said[] = [...OPENED, ['client', request(5, 'session/list', {}), 1_000]];
  expect(stalls(asked, 30_000)).toEqual([]);
  expect(stalls(asked, 31_000)).toEqual(['4 eos/request-never-answered']);
  expect(stalls([...asked, ['agent', error(5, -32603, 'no'), 40_000]], 90_000)).toEqual([]);
});

test('what restores a session has its own rule', () => {
  const asked: readonly Said[] = [
    ...OPENED,
    ['client', request(5, 'session/load', { sessionId: 's9', cwd: '/p', mcpServers: [] }), 1_000],
  ];
  expect(stalls(asked, 40_000)).toEqual(['4 eos/load-never-answered']);
});

test('a turn may be silent for two minutes, counted from its last frame', () => {
  expect(stalls([...OPENED, PROMPT, HELLO], 121_000)).toEqual([]);
  expect(stalls([...OPENED, PROMPT, HELLO], 122_000)).toEqual(['4 eos/turn-never-answered']);
});

test('a permission is awaited from the user for a minute, and the turn does not count meanwhile', () => {
  const asked = [...OPENED, PROMPT, HELLO, PERMISSION];
  expect(stalls(asked, 62_000)).toEqual([]);
  const [only, ...others] = observed(asked, 200_000);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ rule: 'eos/permission-never-answered', severity: 'info', fault: 'client', seq: 6 });
  expect(only?.message).toBe('waiting for the user for 197.0 s: permission for "npm test"');
  const answered: readonly Said[] = [...asked, ['client', result(7, { outcome: { outcome: 'cancelled' } }), 200_000]];
  expect(stalls(answered, 201_000)).toEqual([]);
  expect(stalls(answered, 320_000)).toEqual(['4 eos/turn-never-answered']);
});

test('a cancel is awaited for 10 s instead of the turn', () => {
  const cancelled: readonly Said[] = [
    ...OPENED,
    PROMPT,
    HELLO,
    ['client', notification('session/cancel', { sessionId: 's1' }), 3_000],
  ];
  expect(stalls(cancelled, 12_000)).toEqual([]);
  expect(stalls(cancelled, 500_000)).toEqual(['6 eos/cancel-never-confirmed']);
});

test('commands and forms may take any time', () => {
  const asked: readonly Said[] = [
    ...OPENED,
    ['agent', request(7, 'terminal/wait_for_exit', { sessionId: 's1', terminalId: 't1' }), 1_000],
    ['agent', request(8, 'elicitation/create', { sessionId: 's1', mode: 'form' }), 1_000],
  ];
  expect(stalls(asked, 1e6)).toEqual([]);
});

test('nothing is awaited once the connection ended', () => {
  const observer = new Observer([]);
  const bytes = new TextEncoder().encode(JSON.stringify(OPENED[0]?.[1]));
  observer.frame({ seq: 0, sender: 'client', bytes, sizeBytes: bytes.length, terminated: true, atNs: 0 });
  observer.event({ seq: 1, name: 'exit', fields: { code: '1' }, atNs: 1e9 });
  expect(stallsOf(observer.connection, 1e6)).toEqual([]);
});
