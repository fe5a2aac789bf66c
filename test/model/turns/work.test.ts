import { describe, expect, test } from 'vitest';
import type { Session } from '../../../src/model/state/session.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import {
  accepted,
  agent,
  client,
  echo,
  idle,
  output,
  prompt,
  sessionAfter,
  state,
} from '../../support/conversations/v2-conversation.js';

/** What belongs to each piece of work: the id of its prompt, and how it ended. */
function turnsOf({ closedTurns }: Session): (string | undefined)[] {
  return closedTurns.map(({ how, stopReason }) => `${how} ${stopReason}`);
}

describe('foreground work', () => {
  test('begins with running and ends with idle', () => {
    const working = sessionAfter(prompt(3, 'hi'), accepted(3, 'm1'), echo('m1', 'hi'), state('running'));
    expect(working.foreground.state).toBe('running');
    expect(working.open).toMatchObject([{ number: 1, request: '3' }]);
    const done = sessionAfter(prompt(3, 'hi'), accepted(3, 'm1'), echo('m1', 'hi'), state('running'), idle);
    expect(done.foreground).toMatchObject({ state: 'idle', stopReason: 'end_turn' });
    expect(done.open).toEqual([]);
    expect(done.prompts).toEqual([]);
    expect(turnsOf(done)).toEqual(['stop end_turn']);
  });

  test('is one piece however often it waits for the user', () => {
    const waits = [state('requires_action'), state('running')];
    const session = sessionAfter(prompt(3, 'hi'), accepted(3, 'm1'), ...waits, ...waits, idle);
    expect(session.turns).toBe(1);
    expect(turnsOf(session)).toEqual(['stop end_turn']);
  });

  test('may begin blocked, and without a prompt', () => {
    const session = sessionAfter(state('requires_action'), state('running'), idle);
    expect(session.closedTurns).toMatchObject([{ number: 1, asked: undefined }]);
  });

  test('is not ended, nor ended again, by an idle that only repeats', () => {
    const session = sessionAfter(state('running'), idle, idle, state('idle'), idle);
    expect(session.turns).toBe(1);
    expect(session.closedTurns).toHaveLength(1);
    expect(session.foreground).toMatchObject({ state: 'idle', stopReason: 'end_turn', since: { seq: 5 } });
  });

  test('a repeated idle does not take the next prompt away', () => {
    const before = [state('running'), idle];
    const waiting = [prompt(3, 'hi'), accepted(3, 'm1'), echo('m1', 'hi'), idle];
    const session = sessionAfter(...before, ...waiting);
    expect(session.prompts).toMatchObject([{ messageId: 'm1', worked: false }]);
    expect(sessionAfter(...before, ...waiting, state('running')).open).toMatchObject([{ number: 2, request: '3' }]);
  });

  test('a cancel counts for the work that goes on, until it ends', () => {
    const cancel = client({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's1' } });
    const running = [prompt(3, 'hi'), accepted(3, 'm1'), state('running'), output('m2'), cancel];
    expect(sessionAfter(...running).foreground.cancelled).toMatchObject({ seq: 8 });
    const done = sessionAfter(...running, state('idle', 'cancelled'));
    expect(done.foreground).toMatchObject({ cancelled: undefined, cancelledIdle: { seq: 9 } });
    expect([...done.foreground.workIds]).toEqual(['m2']);
    expect(sessionAfter(cancel).foreground.cancelled).toBeUndefined();
  });
});

describe('a session that is resumed', () => {
  const resume = client(request(5, 'session/resume', { sessionId: 's1', cwd: '/p', replayFrom: { type: 'start' } }));

  test('does what the last state before the answer says', () => {
    const replay = [state('running'), output('m2'), idle];
    const during = sessionAfter(resume, ...replay);
    expect(during.foreground.state).toBe('unknown');
    expect(during.turns).toBe(0);
    const idling = sessionAfter(resume, ...replay, agent(result(5, {})));
    expect(idling).toMatchObject({ turns: 0, foreground: { state: 'idle' } });
    const working = sessionAfter(resume, echo('m1', 'hi'), state('running'), agent(result(5, {})), output('m3'), idle);
    expect(working).toMatchObject({ turns: 1, foreground: { state: 'idle' } });
  });

  test('is left as it was where the resume fails', () => {
    const session = sessionAfter(state('running'), idle, resume, state('running'), agent(error(5, -32603, 'no')));
    expect(session).toMatchObject({ turns: 1, foreground: { state: 'idle' } });
  });

  test('goes on with the work that it was at', () => {
    const session = sessionAfter(state('running'), resume, output('m2'), idle, agent(result(5, {})));
    expect(session).toMatchObject({ turns: 1, open: [], foreground: { state: 'idle' } });
  });
});
