import { describe, expect, test } from 'vitest';
import { Order } from '../../../src/replay/script/order.js';
import { Progress } from '../../../src/replay/engine/progress.js';
import { request, result } from '../../support/conversations/conversation.js';
import { GREETED, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { chunk, notification, scriptOf, type Conversation } from '../../support/conversations/scripted.js';

/** The lines of the client that may come after others came. Answers are left out: they may come once they are asked for. */
function allowed(conversation: Conversation, came: readonly number[]): number[] {
  const script = scriptOf(conversation);
  const order = new Order(script);
  const progress = new Progress(script);
  for (const line of came) {
    const message = script.messages.find(({ frame }) => frame.line === line);
    if (message === undefined) throw new Error(`line ${line} is not the client's`);
    progress.note(message);
  }
  return script.messages
    .filter((message) => message.asked === undefined && !progress.came(message))
    .filter(
      (message) =>
        order.missing(message, progress.came, message.lane ? progress.driversCame(message.lane) : 0) === undefined,
    )
    .map(({ frame }) => frame.line ?? 0);
}

const set = (id: number, what: string, value: string) => request(id, `session/set_${what}`, { sessionId: 's', value });
const cancel = notification('session/cancel', { sessionId: 's' });
const close = (id: number) => request(id, 'session/close', { sessionId: 's' });
const asks = request(0, 'fs/read_text_file', { sessionId: 's', path: '/x' });
const answer = result(0, { content: '' });

describe('which messages may come', () => {
  test.each<[string, Conversation, number[], number[]]>([
    ['nothing but the handshake at first', opened('s', 't'), [], [1]],
    ['sessions one after the other', opened('s', 't'), [1], [3]],
    [
      'all after an authenticate, nothing before it',
      [
        ...GREETED,
        ['client', request(1, 'authenticate', { methodId: 'm' })],
        ['client', request(2, 'session/new', {})],
      ],
      [1],
      [3],
    ],
    [
      'a notification of that name is no gate',
      [...GREETED, ['client', notification('authenticate', {})], ['client', request(2, '_a', {})]],
      [1],
      [3, 4],
    ],
    [
      'requests without a session in any order',
      [...GREETED, ['client', request(1, 'session/list', {})], ['client', request(2, '_a', {})], ['client', 'broken']],
      [1],
      [3, 4, 5],
    ],
    [
      'what is of a session once it is opened',
      [
        ...opened('s'),
        ['client', set(2, 'mode', 'x')],
        ['client', prompt(3, 's')],
        ['client', request(4, '_a', { sessionId: 's' })],
      ],
      [1],
      [3],
    ],
    [
      'settings at any time in their session',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', stopped(2)],
        ['client', set(3, 'mode', 'x')],
        ['client', set(4, 'model', 'x')],
      ],
      [1, 3],
      [5, 7, 8],
    ],
    [
      'settings of one kind in order, and an option in order with all',
      [
        ...opened('s'),
        ['client', set(2, 'mode', 'x')],
        ['client', set(3, 'mode', 'y')],
        ['client', set(4, 'config_option', 'x')],
        ['client', set(5, 'model', 'x')],
      ],
      [1, 3],
      [5],
    ],
    [
      'the same, further on',
      [
        ...opened('s'),
        ['client', set(2, 'mode', 'x')],
        ['client', set(3, 'model', 'y')],
        ['client', set(4, 'config_option', 'x')],
        ['client', set(5, 'mode', 'x')],
      ],
      [1, 3, 5, 6],
      [7],
    ],
    [
      'prompts in order',
      [...opened('s'), ['client', prompt(2, 's', 'a')], ['client', prompt(3, 's', 'b')]],
      [1, 3],
      [5],
    ],
    [
      'two sessions side by side',
      [...opened('s', 't'), ['client', prompt(3, 's')], ['client', prompt(4, 't')]],
      [1, 3, 5],
      [7, 8],
    ],
    [
      'a cancel after the answer that a frame of the agent separates from it',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', asks],
        ['client', answer],
        ['agent', chunk('s', 'x')],
        ['client', cancel],
      ],
      [1, 3, 5],
      [],
    ],
    [
      'a cancel before an answer that nothing separates from it',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', asks],
        ['client', answer],
        ['client', cancel],
        ['agent', stopped(2)],
      ],
      [1, 3, 5],
      [8],
    ],
    [
      'a prompt before the answer to what was asked while the session was idle',
      [
        ...opened('s'),
        ['agent', asks],
        ['client', answer],
        ['agent', chunk('s', 'x')],
        ['client', prompt(2, 's')],
        ['agent', stopped(2)],
      ],
      [1, 3],
      [8],
    ],
    [
      'a prompt after the answer to what was asked in the turn before',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', asks],
        ['client', answer],
        ['agent', stopped(2)],
        ['client', prompt(3, 's')],
      ],
      [1, 3, 5],
      [],
    ],
    [
      'a withdrawal after what it withdraws',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['client', notification('$/cancel_request', { requestId: 2 })],
        ['agent', stopped(2)],
      ],
      [1, 3],
      [5],
    ],
    [
      'the same where its answer is on the way',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', stopped(2)],
        ['client', notification('$/cancel_request', { requestId: 2 })],
      ],
      [1, 3],
      [5],
    ],
    [
      'a setting after the load that opened the session again',
      [
        ...opened('s'),
        ['client', close(2)],
        ['agent', result(2, {})],
        ['client', request(3, 'session/load', { sessionId: 's', cwd: ROOT })],
        ['agent', result(3, {})],
        ['client', set(4, 'mode', 'x')],
      ],
      [1, 3, 5],
      [7],
    ],
    [
      'a close after all of its session, and nothing after it',
      [
        ...opened('s'),
        ['client', set(2, 'mode', 'x')],
        ['agent', result(2, {})],
        ['client', close(3)],
        ['client', set(4, 'model', 'x')],
      ],
      [1, 3],
      [5],
    ],
    [
      'the same, further on',
      [
        ...opened('s'),
        ['client', set(2, 'mode', 'x')],
        ['agent', result(2, {})],
        ['client', close(3)],
        ['client', set(4, 'model', 'x')],
      ],
      [1, 3, 5],
      [7],
    ],
    [
      'what is recorded of a session before it is opened may come before it',
      [
        ...GREETED,
        ['client', cancel],
        ['client', request(1, 'session/load', { sessionId: 's', cwd: ROOT })],
        ['client', prompt(2, 's')],
      ],
      [1],
      [3, 4],
    ],
    [
      'a batch of answers after what the agent asked waits for',
      [
        ...opened('s'),
        ['client', prompt(2, 's')],
        ['agent', [asks, request(1, 'fs/read_text_file', { sessionId: 's', path: '/y' })]],
        ['client', [answer, result(1, { content: '' })]],
        ['agent', stopped(2)],
      ],
      [1, 3],
      [5],
    ],
    [
      'a batch of two sessions after all that drives any',
      [...opened('s', 't'), ['client', prompt(3, 's')], ['client', [prompt(4, 's'), prompt(5, 't')]]],
      [1, 3, 5],
      [7],
    ],
    [
      'a batch that drives nothing at any time',
      [...opened('s'), ['client', prompt(2, 's')], ['client', [request(3, '_a', {}), request(4, '_b', {})]]],
      [1],
      [3, 6],
    ],
    [
      'a session that is opened anew after its close',
      [
        ...opened('s'),
        ['client', close(2)],
        ['agent', result(2, {})],
        ['client', request(3, 'session/resume', { sessionId: 's', cwd: ROOT })],
        ['agent', result(3, {})],
        ['client', prompt(4, 's')],
      ],
      [1, 3],
      [5],
    ],
  ])('%s', (_, conversation, came, expected) => {
    expect(allowed(conversation, came)).toEqual(expected);
  });
});
