import { describe, expect, test } from 'vitest';
import { error, request, result } from '../../support/conversations/conversation.js';
import { GREETED, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { chunk, notification, scriptOf, type Conversation } from '../../support/conversations/scripted.js';

/** The session of each line; `*` where it drives, `-` where it has none. */
function lanes(conversation: Conversation): string {
  const { messages, outputs } = scriptOf(conversation);
  return [
    ...messages.map(({ frame, lane, drives }) => ({
      line: frame.line,
      name: `${lane?.sessionId ?? '-'}${drives ? '*' : ''}`,
    })),
    ...outputs.map(({ frame, lane }) => ({ line: frame.line, name: lane?.sessionId ?? '-' })),
  ]
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ name }) => name)
    .join(' ');
}

describe('the session of a frame', () => {
  test.each<[string, Conversation, string]>([
    ['a new one has its request and its answer', opened('s', 't'), '- - s* s t* t'],
    [
      'frames that come before the answer that makes it are in it too',
      [
        ...GREETED,
        ['client', request(1, 'session/new', { cwd: ROOT })],
        ['agent', chunk('s', 'early')],
        ['agent', result(1, { sessionId: 's' })],
      ],
      '- - s* s s',
    ],
    [
      'one that is refused belongs to none',
      [...GREETED, ['client', request(1, 'session/new', { cwd: ROOT })], ['agent', error(1, -32_000, 'no')]],
      '- - -* -',
    ],
    [
      'answers to what drives are in it, others are not',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['client', request(3, 'session/set_mode', { sessionId: 's', modeId: 'm' })],
        ['client', request(4, '_own/ask', { sessionId: 's' })],
        ['agent', result(4, {})],
        ['agent', result(3, {})],
        ['agent', stopped(2)],
        ['client', notification('session/cancel', { sessionId: 's' })],
      ],
      '- - s* s s* s s - - s s*',
    ],
    [
      'a withdrawal belongs to what it withdraws, on both sides',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['client', notification('$/cancel_request', { requestId: 2 })],
        ['agent', request('q', 'fs/read_text_file', { sessionId: 's', path: '/x' })],
        ['agent', notification('$/cancel_request', { requestId: 'q' })],
        ['agent', notification('$/cancel_request', { requestId: 'unknown' })],
        ['client', error('q', -32_800, 'cancelled')],
        ['agent', stopped(2, 'cancelled')],
      ],
      '- - s* s s* s* s s - s* s',
    ],
    [
      'a withdrawal belongs to what it withdraws, even where that is answered already',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', request('q', 'fs/read_text_file', { sessionId: 's', path: '/x' })],
        ['client', error('q', -32_603, 'no')],
        ['agent', notification('$/cancel_request', { requestId: 'q' })],
        ['agent', stopped(2)],
        ['client', notification('$/cancel_request', { requestId: 2 })],
      ],
      '- - s* s s* s s* s s s*',
    ],
    [
      'a fork belongs to the session that it makes',
      [
        ...opened('s'),
        ['client', request(2, 'session/fork', { sessionId: 's', cwd: ROOT })],
        ['agent', result(2, { sessionId: 'f' })],
        ['agent', chunk('f', 'copied')],
      ],
      '- - s* s f* f f',
    ],
    [
      'a batch belongs to the session that all of it names',
      [
        ...opened('s', 't'),
        ['agent', [chunk('s', 'a'), chunk('s', 'b')]],
        ['agent', [chunk('s', 'a'), chunk('t', 'b')]],
        ['client', [prompt(3, 's'), notification('session/cancel', { sessionId: 's' })]],
        ['client', [prompt(4, 's'), prompt(5, 't')]],
        ['agent', []],
      ],
      '- - s* s t* t s - s* -* -',
    ],
    [
      'lines that are no messages, answers to nothing and answers without an id belong to none',
      [
        ...opened('s'),
        ['agent', 'not JSON'],
        ['agent', { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'what?' } }],
        ['agent', result('never asked', {})],
        ['client', '{"broken":'],
        ['stderr', 'warning'],
      ],
      '- - s* s - - - - -',
    ],
    [
      'an id of null is no id to answer by',
      [
        ...opened('s'),
        ['client', { jsonrpc: '2.0', id: null, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }],
        ['agent', { jsonrpc: '2.0', id: null, result: { stopReason: 'end_turn' } }],
      ],
      '- - s* s s* -',
    ],
  ])('%s', (_, conversation, expected) => {
    expect(lanes(conversation)).toBe(expected);
  });
});

test('a fork is waited for in the session that it copies as well', () => {
  const script = scriptOf([
    ...opened('s'),
    ['client', request(2, 'session/fork', { sessionId: 's', cwd: ROOT })],
    ['agent', result(2, { sessionId: 'f' })],
  ]);
  expect(script.messages.at(-1)?.drivenLanes.map(({ sessionId }) => sessionId)).toEqual(['f', 's']);
});

test('a session is opened by the first request that is not refused', () => {
  const load = (id: number) => request(id, 'session/load', { sessionId: 's', cwd: ROOT });
  const { lanes: found } = scriptOf([
    ...GREETED,
    ['client', load(1)],
    ['agent', error(1, -32_002, 'no such session')],
    ['client', load(2)],
    ['agent', result(2, {})],
  ]);
  const lane = found.get('s');
  expect([lane?.opener?.frame.line, lane?.opening?.line, lane?.isBrought]).toEqual([5, 6, true]);
});

test.each<[string, Conversation, boolean]>([
  ['brought by the client', [], true],
  ['listed by the agent before', [['agent', result(7, { sessions: [{ sessionId: 's', cwd: '/' }] })]], false],
  ['named in a list of ids', [['agent', result(7, { openSessions: ['s'] })]], false],
  [
    'called like something else',
    [['agent', result(7, { models: ['s'], agentInfo: { name: 's', version: '1' } })]],
    true,
  ],
  [
    'brought before, and refused by its name',
    [
      ['client', request(7, 'session/load', { sessionId: 's', cwd: ROOT })],
      ['agent', { jsonrpc: '2.0', id: 7, error: { code: -32_002, message: 'not yet', data: { sessionId: 's' } } }],
    ],
    true,
  ],
  ['named by the agent in another word', [['agent', notification('_own', { text: 's, and more' })]], true],
])('a session that is loaded is %s', (_, before, isBrought) => {
  const loaded = scriptOf([
    ...GREETED,
    ...before,
    ['client', request(1, 'session/load', { sessionId: 's', cwd: ROOT })],
  ]);
  expect(loaded.lanes.get('s')?.isBrought).toBe(isBrought);
});
