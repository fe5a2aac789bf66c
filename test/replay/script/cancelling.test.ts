import { describe, expect, test } from 'vitest';
import { request, result } from '../../support/conversations/conversation.js';
import { HELLO, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import {
  chunk,
  notification,
  play,
  update,
  type Conversation,
  type Line,
  type Playing,
} from '../../support/conversations/scripted.js';

const cancel = (sessionId = 's') => notification('session/cancel', { sessionId });
const withdraw = (requestId: number | string) => notification('$/cancel_request', { requestId });
const permission = request(0, 'session/request_permission', {
  sessionId: 's',
  toolCall: { toolCallId: 't' },
  options: [],
});
const MADE = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });
const TURNS: Conversation = [
  ...opened('s'),
  ['client', prompt(2, 's')],
  ['agent', chunk('s', 'a')],
  ['agent', permission],
  ['client', result(0, { outcome: { outcome: 'selected', optionId: 'y' } })],
  ['agent', chunk('s', 'b')],
  ['agent', stopped(2)],
  ['client', prompt(3, 's', 'next')],
  ['agent', stopped(3)],
];

function answering(conversation: Conversation, ...lines: Line[]): Playing {
  const playing = play(conversation, { answersCancels: true });
  for (const line of lines) playing.send(line);
  return playing;
}

describe('a cancel that was not recorded', () => {
  test('is a divergence unless it is to be answered', () => {
    const playing = play(TURNS);
    for (const line of [HELLO, MADE, prompt(2, 's'), cancel()]) playing.send(line);
    expect(playing.engine.divergence?.kind).toBe('unexpected');
  });

  test('ends the turn; any answer to what was asked is taken; the next turn goes on', () => {
    const playing = answering(TURNS, HELLO, MADE, prompt('p' as never, 's'));
    expect(playing.send(cancel())).toEqual([JSON.stringify(result('p', { stopReason: 'cancelled' }))]);
    expect(playing.send(result(0, { outcome: { outcome: 'cancelled' } }))).toEqual([]);
    expect(playing.send(prompt(3, 's', 'next'))).toEqual([JSON.stringify(stopped(3))]);
    expect(playing.end()).toBeUndefined();
  });

  test('nothing waits for an answer that never comes', () => {
    const playing = answering(TURNS, HELLO, MADE, prompt(2, 's'), cancel());
    expect(playing.send(prompt(3, 's', 'next'))).toEqual([JSON.stringify(stopped(3))]);
    expect(playing.end()).toBeUndefined();
  });

  test('a second one, and one with no turn, do nothing', () => {
    const playing = answering(TURNS, HELLO, MADE);
    expect(playing.send(cancel())).toEqual([]);
    playing.send(prompt(2, 's'));
    expect(playing.send(cancel())).toHaveLength(1);
    expect(playing.send(cancel())).toEqual([]);
    playing.send(prompt(3, 's', 'next'));
    expect(playing.send(cancel())).toEqual([]);
    expect(playing.end()).toBeUndefined();
  });

  test('of a session that nobody knows is a divergence', () => {
    expect(answering(TURNS, HELLO, MADE, cancel('unknown')).engine.divergence?.kind).toBe('unexpected');
  });

  test('a withdrawal of the prompt is answered with its error', () => {
    const playing = answering(TURNS, HELLO, MADE, prompt(20, 's'));
    expect(playing.send(withdraw(20))).toEqual([
      '{"jsonrpc":"2.0","id":20,"error":{"code":-32800,"message":"Request cancelled"}}',
    ]);
    expect(playing.send(prompt(3, 's', 'next'))).toEqual([JSON.stringify(stopped(3))]);
    expect(answering(TURNS, HELLO, MADE, withdraw(99)).engine.divergence?.kind).toBe('unexpected');
  });

  test('two turns at once are both ended, another session is not', () => {
    const conversation: Conversation = [
      ...opened('s', 't'),
      ['client', prompt(3, 's', 'one')],
      ['client', prompt(4, 's', 'two')],
      ['client', prompt(5, 't', 'three')],
      ['client', request(6, '_own/wait', { sessionId: 's' })],
      ['agent', request(0, 'fs/read_text_file', { sessionId: 't', path: '/x' })],
      ['client', result(0, { content: '' })],
      ['agent', chunk('t', 'x')],
      ['agent', stopped(3)],
      ['agent', stopped(4)],
      ['agent', stopped(5)],
    ];
    const held = conversation.map((entry): Conversation[number] => entry);
    const playing = answering(
      held,
      HELLO,
      MADE,
      request(2, 'session/new', { cwd: ROOT, mcpServers: [] }),
      prompt(3, 's', 'one'),
    );
    // its frames wait for the second prompt
    expect(playing.send(cancel())).toEqual([JSON.stringify(result(3, { stopReason: 'cancelled' }))]);
    expect(playing.engine.divergence).toBeUndefined();
  });

  test('in v2 the turn ends with a state update, after the prompt was accepted', () => {
    const conversation: Conversation = [
      ['client', request(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} })],
      ['agent', result(0, { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: {} })],
      ['client', MADE],
      ['agent', result(1, { sessionId: 's' })],
      ['client', prompt(2, 's')],
      ['agent', result(2, {})],
      ['agent', update('s', 'state_update', { state: 'running' })],
      ['agent', request(0, 'session/request_permission', { sessionId: 's' })],
      ['client', result(0, { outcome: { outcome: 'cancelled' } })],
      ['agent', update('s', 'state_update', { state: 'idle', stopReason: 'end_turn' })],
    ];
    const hello = conversation[0]?.[1] as string;
    const playing = answering(conversation, hello, MADE, prompt(2, 's'));
    expect(playing.send(cancel())).toEqual([
      JSON.stringify(update('s', 'state_update', { state: 'idle', stopReason: 'cancelled' })),
    ]);
    expect(playing.end()).toBeUndefined();
  });
});
