import { describe, expect, test } from 'vitest';
import { request, result } from '../../support/conversations/conversation.js';
import { opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { chunk, notification, scriptOf, update, type Conversation } from '../../support/conversations/scripted.js';

const mode = update('s', 'current_mode_update', { currentModeId: 'x' });
const option = update('s', 'config_option_update', { configOptions: [] });
const text = chunk('s', 'x');
const asks = (id: number) => request(id, 'session/set_mode', { sessionId: 's', modeId: 'x' });

/** The lines that left the lane, with the line of the request that caused each. */
function caused(conversation: Conversation, version: 1 | 2 = 1): string[] {
  const { outputs } = scriptOf(conversation, version);
  return outputs
    .filter(
      ({ session, lane, frame }) =>
        session !== undefined && lane === undefined && frame.said[0]?.kind === 'notification',
    )
    .map(({ frame, cause }) => `${frame.line} by ${cause.requests.map((each) => each.frame.line).join()}`);
}

/** What follows the opening of session s, from line 5 on. */
describe('what a request of settings caused', () => {
  test.each<[string, Conversation, string[]]>([
    [
      'all between request and answer, while the session is idle',
      [
        ['client', asks(2)],
        ['agent', mode],
        ['agent', text],
        ['agent', result(2, {})],
      ],
      ['6 by 5', '7 by 5'],
    ],
    [
      'updates of settings alone, while a prompt is open',
      [
        ['client', prompt(2, 's')],
        ['client', asks(3)],
        ['agent', text],
        ['agent', option],
        ['agent', result(3, {})],
        ['agent', text],
        ['agent', stopped(2)],
      ],
      ['8 by 6'],
    ],
    [
      'all before a prompt, and updates of settings alone from there on',
      [
        ['client', asks(2)],
        ['agent', text],
        ['client', prompt(3, 's')],
        ['agent', text],
        ['agent', mode],
        ['agent', result(2, {})],
        ['agent', stopped(3)],
      ],
      ['6 by 5', '9 by 5'],
    ],
    [
      'what comes after its withdrawal with that',
      [
        ['client', asks(2)],
        ['agent', text],
        ['client', notification('$/cancel_request', { requestId: 2 })],
        ['agent', text],
        ['agent', result(2, {})],
        ['agent', mode],
      ],
      ['6 by 5', '8 by 5,7', '10 by 5,7'],
    ],
    [
      'one update right after the answer',
      [
        ['client', asks(2)],
        ['agent', result(2, {})],
        ['agent', mode],
        ['agent', option],
      ],
      ['7 by 5'],
    ],
    [
      'the same where the turn in which it was asked is over by then',
      [
        ['client', prompt(2, 's')],
        ['client', asks(3)],
        ['agent', stopped(2)],
        ['agent', result(3, {})],
        ['agent', mode],
      ],
      ['9 by 6'],
    ],
    [
      'not where that turn goes on',
      [
        ['client', prompt(2, 's')],
        ['client', asks(3)],
        ['agent', result(3, {})],
        ['agent', mode],
        ['agent', stopped(2)],
      ],
      [],
    ],
    [
      'not where the client said something in the session before it',
      [
        ['client', asks(2)],
        ['agent', result(2, {})],
        ['client', prompt(3, 's')],
        ['agent', mode],
        ['agent', stopped(3)],
      ],
      [],
    ],
    [
      'not after the answer where one was between request and answer',
      [
        ['client', asks(2)],
        ['agent', mode],
        ['agent', result(2, {})],
        ['agent', mode],
      ],
      ['6 by 5'],
    ],
    [
      'of two that are open, by the one that is answered next',
      [
        ['client', asks(2)],
        ['client', asks(3)],
        ['agent', mode],
        ['agent', result(3, {})],
        ['agent', mode],
        ['agent', result(2, {})],
      ],
      ['7 by 6', '9 by 5'],
    ],
    [
      'nothing without an answer',
      [
        ['client', asks(2)],
        ['agent', mode],
      ],
      [],
    ],
    [
      'requests of the agent stay in the lane',
      [
        ['client', asks(2)],
        ['agent', request(0, 'fs/read_text_file', { sessionId: 's', path: '/x' })],
        ['agent', result(2, {})],
      ],
      [],
    ],
    [
      'of another session nothing',
      [
        ['client', asks(2)],
        ['agent', chunk('t', 'x')],
        ['agent', result(2, {})],
      ],
      [],
    ],
    [
      'nothing but settings while a load is open',
      [
        ['client', request(2, 'session/load', { sessionId: 's', cwd: ROOT })],
        ['client', asks(3)],
        ['agent', text],
        ['agent', mode],
        ['agent', result(3, {})],
        ['agent', result(2, {})],
      ],
      ['8 by 6'],
    ],
  ])('%s', (_, conversation, expected) => {
    expect(caused([...opened('s'), ...conversation])).toEqual(expected);
  });

  test('in v2 a turn lasts until the session is idle', () => {
    const turn: Conversation = [
      ['client', prompt(2, 's')],
      ['agent', result(2, {})],
      ['client', asks(3)],
      ['agent', text],
      ['agent', result(3, {})],
      ['agent', update('s', 'state_update', { state: 'idle', stopReason: 'end_turn' })],
      ['client', asks(4)],
      ['agent', text],
      ['agent', result(4, {})],
      ['client', prompt(5, 's')],
      ['client', asks(6)],
      ['agent', result(5, {})],
      ['agent', update('s', 'state_update', { state: 'idle', stopReason: 'end_turn' })],
      ['agent', result(6, {})],
    ];
    expect(
      caused(
        [['client', request(1, 'session/new', { cwd: ROOT })], ['agent', result(1, { sessionId: 's' })], ...turn],
        2,
      ),
    ).toEqual(['10 by 9']);
  });
});
