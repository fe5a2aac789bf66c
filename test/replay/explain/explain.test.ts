import { describe, expect, test } from 'vitest';
import { explain, type Explanation } from '../../../src/replay/explain/explain.js';
import type { MatchMode } from '../../../src/replay/engine/match-options.js';
import type { Wait } from '../../../src/replay/script/waits.js';
import { request, result } from '../../support/conversations/conversation.js';
import { GREETED, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { chunk, notification, scriptOf, update, type Conversation } from '../../support/conversations/scripted.js';

function explained(conversation: Conversation, match: MatchMode = 'strict'): Explanation {
  return explain(scriptOf(conversation), PROTOCOL, { match });
}

/** What each line waits for, in short: `7: 5+` is line 5 and what drives the session before it. */
function waits(conversation: Conversation, match: MatchMode = 'strict'): string[] {
  return explained(conversation, match).frames.map(({ place, waits: all }) =>
    `${place.line}: ${all.map(short).join(' ')}`.trimEnd(),
  );
}

function short(wait: Wait): string {
  switch (wait.type) {
    case 'message':
      return `${wait.place.line}`;
    case 'frame':
      return `out(${wait.place.line})`;
    case 'all':
      return `all(${wait.upTo.line})`;
    case 'drivers':
      return `s${wait.session}(${wait.upTo.line}${wait.leftOut > 0 ? ` without ${wait.leftOut}` : ''})`;
    case 'session':
      return `each of s${wait.session}(${wait.upTo.line})`;
    default:
      return wait satisfies never;
  }
}

const allowed = { outcome: { outcome: 'selected', optionId: 'y' } };

describe('what frames wait for', () => {
  test('a turn with a question', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['agent', chunk('s', 'hi')],
      [
        'agent',
        request(0, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId: 't' }, options: [] }),
      ],
      ['client', result(0, allowed)],
      ['agent', stopped(2)],
      ['client', prompt(3, 's', 'again')],
      ['agent', notification('_own/thing', {})],
    ];
    expect(waits(conversation)).toEqual([
      '1:',
      '2: 1',
      '3: 1',
      '4: s1(3)',
      '5: s1(3)',
      '6: s1(5)',
      '7: s1(5)',
      '8: out(7)',
      '9: s1(8)',
      '10: s1(8)',
      '11: all(10)',
    ]);
  });

  test('what a request of settings caused goes with it, once the session is open', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['client', request(2, 'session/set_mode', { sessionId: 's', modeId: 'x' })],
      ['agent', update('s', 'current_mode_update', { currentModeId: 'x' })],
      ['agent', result(2, {})],
      ['client', request(3, 'session/set_mode', { sessionId: 's', modeId: 'y' })],
      ['agent', result(3, {})],
    ];
    expect(waits(conversation).slice(4)).toEqual(['5: 3', '6: 5 out(4)', '7: 5 out(4)', '8: 5', '9: 8']);
    const [, , , , , caused] = explained(conversation).frames;
    expect(caused).toMatchObject({ session: 1, isInLane: false });
  });

  test('a close comes after all of its session, a withdrawal after its request, requests in any order with content', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['client', notification('$/cancel_request', { requestId: 2 })],
      ['agent', stopped(2, 'cancelled')],
      ['client', request(3, 'session/set_mode', { sessionId: 's', modeId: 'y' })],
      ['agent', result(3, {})],
      ['client', request(4, 'session/close', { sessionId: 's' })],
      ['agent', result(4, {})],
    ];
    expect(waits(conversation).slice(5)).toEqual([
      '6: 5',
      '7: s1(6)',
      '8: 3',
      '9: 8',
      '10: each of s1(8)',
      '11: s1(10)',
    ]);
    expect(waits(conversation, 'content').slice(4, 6)).toEqual(['5: 3', '6: 5']);
    expect(waits(conversation, 'content')[9]).toBe('10: 3');
  });

  test('a prompt does not wait for answers to what was asked before it', () => {
    const conversation: Conversation = [
      ...opened('s'),
      ['agent', request(0, 'fs/read_text_file', { sessionId: 's', path: '/x' })],
      ['client', result(0, { content: '' })],
      ['agent', chunk('s', 'ready')],
      ['client', prompt(2, 's')],
      ['client', notification('session/cancel', { sessionId: 's' })],
      ['agent', request(1, 'fs/read_text_file', { sessionId: 's', path: '/x' })],
      ['client', result(1, { content: '' })],
      ['agent', stopped(2, 'cancelled')],
      ['client', prompt(3, 's')],
    ];
    expect(waits(conversation).slice(4)).toEqual([
      '5: s1(3)',
      '6: out(5)',
      '7: s1(6)',
      '8: s1(3)',
      '9: 8 s1(6)',
      '10: s1(9)',
      '11: out(10)',
      '12: s1(11)',
      '13: s1(11 without 1)',
    ]);
  });

  test('a session that nothing opens, and a fixture without a line', () => {
    const conversation: Conversation = [
      ['agent', chunk('s', 'before anything')],
      ['client', prompt(2, 's')],
      ['agent', stopped(2)],
    ];
    expect(waits(conversation)).toEqual(['1:', '2:', '3: s1(2)']);
    expect(explained(conversation).sessions).toMatchObject([{ number: 1, recorded: 's', opener: undefined }]);
    expect(explained([]).frames).toEqual([]);
  });
});

describe('bindings', () => {
  test('say who minted an id, where it was first seen, and whether another run has another one', () => {
    const conversation: Conversation = [
      ...GREETED,
      ['client', request(1, 'session/load', { sessionId: 'mine', cwd: ROOT, mcpServers: [] })],
      ['agent', update('mine', 'tool_call', { toolCallId: 'call', title: 't' })],
      ['agent', request('a', 'terminal/create', { sessionId: 'mine', command: 'ls' })],
      ['client', result('a', { terminalId: 'term' })],
      ['agent', request('b', 'terminal/release', { sessionId: 'mine', terminalId: 'term' })],
    ];
    const { bindings, sessions } = explained(conversation);
    expect(sessions).toMatchObject([{ recorded: 'mine', opener: { line: 3 }, frames: { client: 2, agent: 3 } }]);
    expect(bindings.requests).toEqual({ client: 2, agent: 2 });
    expect(
      bindings.ids.map(({ kind, recorded, mintedBy, isBound, first, count }) => [
        kind,
        recorded,
        mintedBy,
        isBound,
        first.line,
        count,
      ]),
    ).toEqual([
      ['session', 'mine', 'client', true, 3, 4],
      ['tool-call', 'call', 'agent', false, 4, 1],
      ['terminal', 'term', 'client', true, 6, 2],
    ]);
  });

  test('find directories in all strings, of their sessions alone', () => {
    const conversation: Conversation = [
      ...GREETED,
      ['client', request(1, 'session/new', { cwd: '/home/a', additionalDirectories: ['/lib/shared/'] })],
      ['agent', result(1, { sessionId: 's' })],
      ['client', request(2, 'session/new', { cwd: '/home/b' })],
      ['agent', result(2, { sessionId: 't' })],
      ['agent', chunk('s', 'see /home/a/x, /home/b/x and file:///lib/shared')],
      ['agent', notification('_all', { of: ['/home/a', '/home/b'] })],
      ['client', prompt(3, 's', '/home/a/y')],
    ];
    expect(explained(conversation).bindings.roots).toMatchObject([
      { recorded: '/home/a', sessions: [1], first: { line: 3 }, places: { client: 2, agent: 2 } },
      { recorded: '/lib/shared', sessions: [1], places: { client: 1, agent: 1 } },
      { recorded: '/home/b', sessions: [2], places: { client: 1, agent: 1 } },
    ]);
  });
});

test('ending and unanswered requests are told', () => {
  const conversation: Conversation = [...opened('s'), ['client', prompt(2, 's')], ['event', 'exit', { code: '3' }]];
  expect(explained(conversation)).toMatchObject({
    ending: { clientMessages: 3, exit: { code: 3 } },
    unanswered: [{ line: 5, summary: 'session/prompt "hello"' }],
  });
});
