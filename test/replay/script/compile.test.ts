import { describe, expect, test } from 'vitest';
import { error, request, result } from '../../support/conversations/conversation.js';
import { GREETED, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import {
  chunk,
  notification,
  play,
  playAsRecorded,
  scriptOf,
  type Conversation,
} from '../../support/conversations/scripted.js';

/** What the replay says when a client says these lines of the conversation in this order; by the line of each frame. */
function sentAfter(conversation: Conversation, lines: readonly number[]): string {
  const playing = play(conversation);
  const sent = () => playing.effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame.line] : []));
  const steps = [sent()];
  for (const line of lines) {
    const before = sent().length;
    const entry = conversation[line - 1];
    if (entry?.[0] !== 'client') throw new Error(`line ${line} is not the client's`);
    playing.send(entry[1]);
    steps.push(sent().slice(before));
  }
  if (playing.engine.divergence !== undefined) throw new Error(playing.engine.divergence.message);
  return steps.map((step) => step.join(',')).join(' | ');
}

const permission = request(0, 'session/request_permission', {
  sessionId: 's',
  toolCall: { toolCallId: 't' },
  options: [],
});
const cancelled = result(0, { outcome: { outcome: 'cancelled' } });
const cancel = notification('session/cancel', { sessionId: 's' });

describe('what each frame waits for', () => {
  const turn: Conversation = [
    ...opened('s'),
    ['client', prompt(2, 's')],
    ['agent', chunk('s', 'a')],
    ['agent', permission],
    ['client', cancel],
    ['client', cancelled],
    ['agent', chunk('s', 'b')],
    ['agent', stopped(2, 'cancelled')],
  ];
  test.each<[string, Conversation, number[], string]>([
    ['in recorded order', turn, [1, 3, 5, 8, 9], ' | 2 | 4 | 6,7 |  | 10,11'],
    ['a cancel and the answer cancelled in either order', turn, [1, 3, 5, 9, 8], ' | 2 | 4 | 6,7 |  | 10,11'],
    [
      'a response waits for a withdrawal of its request',
      [
        ...GREETED,
        ['client', request(1, '_own/slow', {})],
        ['client', notification('$/cancel_request', { requestId: 1 })],
        ['agent', error(1, -32_800, 'cancelled')],
      ],
      [1, 3, 4],
      ' | 2 |  | 5',
    ],
    [
      'and not for one recorded after it',
      [
        ...GREETED,
        ['client', request(1, '_own/slow', {})],
        ['agent', result(1, {})],
        ['client', notification('$/cancel_request', { requestId: 1 })],
      ],
      [1, 3, 5],
      ' | 2 | 4 | ',
    ],
    [
      'frames without a session, answers without an id and to nothing wait for all before them',
      [
        ['agent', notification('_hello', {})],
        ...opened('s', 't'),
        ['agent', { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'what?' } }],
        ['agent', notification('_status', {})],
        ['agent', result('never', {})],
      ],
      [2, 4, 6],
      '1 | 3 | 5 | 7,8,9,10',
    ],
    [
      'of several sessions each goes on by itself; what was recorded first goes first',
      [
        ...opened('s', 't'),
        ['client', prompt(3, 's')],
        ['client', prompt(4, 't')],
        ['agent', chunk('t', '1')],
        ['agent', chunk('s', '2')],
        ['agent', stopped(3)],
        ['agent', stopped(4)],
      ],
      [1, 3, 5, 8, 7],
      ' | 2 | 4 | 6 | 9,12 | 10,11',
    ],
    [
      'a frame of a session that nothing drives waits for all of the client before it',
      [...GREETED, ['agent', chunk('s', 'before')], ['client', request(1, '_a', {})], ['agent', chunk('s', 'after')]],
      [1, 4],
      ' | 2,3 | 5',
    ],
    [
      'settings are answered at once, also in a turn that another message holds',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', permission],
        ['client', cancelled],
        ['client', request(3, 'session/set_mode', { sessionId: 's', modeId: 'x' })],
        ['agent', result(3, {})],
        ['agent', stopped(2)],
      ],
      [1, 3, 5, 8, 7],
      ' | 2 | 4 | 6 | 9 | 10',
    ],
    [
      'work that nobody prompted for goes out once the session is made',
      [...opened('s'), ['agent', chunk('s', 'by myself')], ['agent', chunk('s', 'more')]],
      [1, 3],
      ' | 2 | 4,5,6',
    ],
    [
      'a batch of answers waits for all of their requests',
      [
        ...GREETED,
        ['client', request(1, '_a', {})],
        ['client', request(2, '_b', {})],
        ['agent', [result(1, {}), result(2, {})]],
      ],
      [1, 4, 3],
      ' | 2 |  | 5',
    ],
    [
      'a batch of the client is one message',
      [
        ...GREETED,
        ['client', [request(1, '_a', {}), request(2, '_b', {})]],
        ['agent', result(2, {})],
        ['agent', result(1, {})],
      ],
      [1, 3],
      ' | 2 | 4,5',
    ],
    [
      'ids that come again mean the latest request, or the oldest that waits',
      [
        ...GREETED,
        ['client', request(1, '_a', {})],
        ['agent', result(1, { n: 1 })],
        ['client', request(1, '_a', {})],
        ['client', request(1, '_b', {})],
        ['agent', result(1, { n: 2 })],
        ['agent', result(1, { n: 3 })],
      ],
      [1, 3, 6, 5],
      ' | 2 | 4 | 8 | 7',
    ],
  ])('%s', (_, conversation, lines, expected) => {
    expect(sentAfter(conversation, lines)).toBe(expected);
  });

  test('a fork goes on in both sessions', () => {
    const forked: Conversation = [
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['agent', stopped(2)],
      ['client', request(3, 'session/fork', { sessionId: 's', cwd: ROOT })],
      ['agent', result(3, { sessionId: 'f' })],
      ['agent', chunk('s', 'was forked')],
      ['client', prompt(4, 'f')],
      ['agent', stopped(4)],
    ];
    expect(sentAfter(forked, [1, 3, 5, 7, 10])).toBe(' | 2 | 4 | 6 | 8,9 | 11');
  });
});

describe('an agent that ended by itself', () => {
  const beginning: Conversation = [...opened('s'), ['client', prompt(2, 's')], ['agent', chunk('s', 'x')]];
  test.each<[string, Conversation, unknown]>([
    ['no event', [], undefined],
    ['code 3, as captures tell it', [['event', 'exit', { code: '3' }]], { clientMessages: 3, exit: { code: 3 } }],
    ['code 0 of a capture says nothing', [['event', 'exit', { code: '0' }]], undefined],
    ['a signal of a capture says nothing', [['event', 'exit', { signal: 'SIGKILL' }]], undefined],
    [
      'code 0 where the client is known to have stayed',
      [
        ['event', 'exit', { code: '0' }],
        ['event', 'client-eof'],
      ],
      { clientMessages: 3, exit: { code: 0 } },
    ],
    [
      'the client left first',
      [
        ['event', 'client-eof'],
        ['event', 'exit', { code: '1' }],
      ],
      undefined,
    ],
    [
      'it was told to',
      [
        ['event', 'signal', { signal: 'SIGTERM' }],
        ['event', 'exit', { code: '1' }],
      ],
      undefined,
    ],
    [
      'it closed its stdout and died',
      [
        ['event', 'agent-eof'],
        ['event', 'exit', { signal: 'SIGSEGV' }],
      ],
      { clientMessages: 3, exit: { signal: 'SIGSEGV' } },
    ],
    [
      'it closed its stdout alone',
      [
        ['event', 'agent-eof'],
        ['event', 'client-eof'],
        ['event', 'exit', { code: '0' }],
      ],
      { clientMessages: 3, exit: undefined },
    ],
  ])('%s', (_, events, expected) => {
    expect(scriptOf([...beginning, ...events]).ending).toEqual(expected);
  });

  test('ends so again when all that the client said before has come', () => {
    const finish = { type: 'finish', exit: { code: 3 } };
    const conversation: Conversation = [...beginning, ['event', 'exit', { code: '3' }], ['client', prompt(3, 's')]];
    const playing = play(conversation);
    for (const line of [0, 2]) playing.send(conversation[line]?.[1] as string);
    expect(playing.effects).not.toContainEqual(finish);
    playing.send(prompt(2, 's'));
    expect(playing.effects.at(-1)).toEqual(finish);
    expect(playing.engine.isAwaiting).toBe(false);
    expect(playing.engine.coverage).toEqual({ clientMessages: { came: 3, of: 3 }, agentFrames: { sent: 3, of: 3 } });
    // what the recorded client said to one that was gone
    playing.send(prompt(3, 's'));
    expect(playing.end()).toBeUndefined();
  });
});

test('a request that nothing answers stays open, and is told of', () => {
  const playing = playAsRecorded([...opened('s'), ['client', prompt(2, 's')], ['agent', chunk('s', 'x')]]);
  expect(playing.engine.divergence).toBeUndefined();
  expect(playing.engine.unanswered()).toMatchObject([{ line: 5 }]);
});
