import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { line, type Observed } from '../../support/conversations/observing.js';
import {
  OPTIONS,
  cancel,
  chunk,
  gist,
  opened,
  prompt,
  stopped,
  told,
  toldInV2,
  turnsIn,
  update,
} from '../../support/report/transcript-gists.js';

describe('messages', () => {
  test('of chunks without an id are put together as long as nothing comes between', () => {
    const call = update('tool_call', { toolCallId: 'c', title: 'Read' });
    expect(
      told(prompt(1, 'hi'), chunk('agent', 'a'), chunk('agent', 'b'), call, chunk('agent', 'c'), stopped(1)),
    ).toEqual(['s turn 1 (stop end_turn) | prompt hi | agent ab | call Read  [0] | agent c']);
  });

  test('of chunks with an id are put together whatever comes between', () => {
    const other = chunk('agent', 'X', 'm2');
    expect(told(prompt(1, 'hi'), chunk('agent', 'a', 'm'), other, chunk('agent', 'b', 'm'), stopped(1))).toEqual([
      's turn 1 (stop end_turn) | prompt hi | agent ab | agent X',
    ]);
  });

  test('of another kind are others, and thoughts too', () => {
    const thought = update('agent_thought_chunk', { content: { type: 'text', text: 'hm' } });
    expect(told(prompt(1, 'hi'), chunk('user', 'hi'), thought, thought, chunk('agent', 'a'), stopped(1))).toEqual([
      's turn 1 (stop end_turn) | prompt hi | user hi | thought hmhm | agent a',
    ]);
  });

  test('keep blocks that are no text beside it', () => {
    const image = update('agent_message_chunk', { content: { type: 'image', data: '', mimeType: 'image/png' } });
    expect(told(prompt(1, 'hi'), chunk('agent', 'a'), image, chunk('agent', 'b'), stopped(1))[0]).toMatch(
      /agent ab \+1$/,
    );
  });

  test('of v2 are replaced as a whole where content is given, and left where it is not', () => {
    const whole = (content?: JsonValue) =>
      update('agent_message', { messageId: 'm', ...(content !== undefined && { content }) });
    const running = update('state_update', { state: 'running' });
    expect(
      toldInV2(
        running,
        chunk('agent', 'a', 'm'),
        whole(),
        whole([{ type: 'text', text: 'B' }]),
        chunk('agent', 'c', 'm'),
      )[0],
    ).toBe('s turn 1 (unanswered) | agent Bc');
    expect(toldInV2(running, chunk('agent', 'a', 'm'), whole(null))[0]).toBe('s turn 1 (unanswered) | agent ');
  });
});

describe('tool calls', () => {
  const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } });

  test('are merged, with every status they had', () => {
    expect(
      told(
        prompt(1, 'hi'),
        update('tool_call', { toolCallId: 'c', title: 'Run', status: 'pending' }),
        update('tool_call_update', { toolCallId: 'c', status: 'in_progress' }),
        update('tool_call_update', { toolCallId: 'c', status: 'in_progress', content: [text('1')] }),
        update('tool_call_update', {
          toolCallId: 'c',
          status: 'completed',
          content: [text('1'), text('2')],
          title: null,
        }),
        stopped(1),
      ),
    ).toEqual(['s turn 1 (stop end_turn) | prompt hi | call Run pending>in_progress>completed [2]']);
  });

  test('keep their content, diffs and places until others are given; null is nothing in v1 and clears in v2', () => {
    const diff = { type: 'diff', path: '/a', oldText: 'x', newText: 'y' };
    const first = update('tool_call', { toolCallId: 'c', title: 'Edit', content: [diff], locations: [{ path: '/a' }] });
    const nulls = update('tool_call_update', { toolCallId: 'c', content: null, locations: null, rawInput: null });
    const [turn] = turnsIn([...opened(1, 's'), prompt(1, 'hi'), first, nulls, stopped(1)]);
    expect(turn?.items[1]).toMatchObject({ content: [diff], locations: [{ path: '/a' }], rawInput: undefined });
    const running = update('state_update', { state: 'running' });
    const [cleared] = turnsIn([...opened(2, 's'), running, first, nulls]);
    expect(cleared?.items[0]).toMatchObject({ content: [], locations: [], rawInput: null });
  });

  test('of v2 get content by chunks', () => {
    const running = update('state_update', { state: 'running' });
    const piece = update('tool_call_content_chunk', { toolCallId: 'c', content: text('1') });
    expect(toldInV2(running, update('tool_call_update', { toolCallId: 'c', title: 'Run' }), piece, piece)).toEqual([
      's turn 1 (unanswered) | call Run  [2]',
    ]);
  });

  test('that use an id again, when the call before is over, are others', () => {
    const call = (title: string) => update('tool_call', { toolCallId: 'c', title, status: 'completed' });
    expect(told(prompt(1, 'hi'), call('A'), call('B'), stopped(1))[0]).toMatch(
      /call A completed \[0\] \| call B completed/,
    );
  });

  test('that go on when the turn is over keep their name', () => {
    const late = update('tool_call_update', { toolCallId: 'c', status: 'failed' });
    expect(told(prompt(1, 'hi'), update('tool_call', { toolCallId: 'c', title: 'Run' }), stopped(1), late)).toEqual([
      's turn 1 (stop end_turn) | prompt hi | call Run  [0]',
      's outside | call Run failed [0]',
    ]);
  });
});

describe('what is asked', () => {
  const ask = line(
    'agent',
    request(7, 'session/request_permission', {
      sessionId: 's',
      toolCall: { toolCallId: 'c', title: 'Run' },
      options: OPTIONS,
    }),
  );
  const decided = (outcome: JsonObject) => line('client', result(7, { outcome }));

  test('shows the call, the option that was chosen, and how long the user took', () => {
    const at = (entry: Observed, ms: number): Observed => ({ ...entry, atNs: ms * 1e6 });
    const turns = turnsIn([
      ...opened(1, 's').map((entry) => at(entry, 0)),
      at(prompt(1, 'hi'), 10),
      at(ask, 20),
      at(decided({ outcome: 'selected', optionId: 'n' }), 1520),
      at(stopped(1), 1600),
    ]);
    expect(gist(turns)).toEqual(['s turn 1 (stop end_turn) | prompt hi | call Run  [0] | asks c No']);
    const item = turns[0]?.items[2];
    expect(item).toMatchObject({
      type: 'permission',
      at: 20,
      answered: { at: 1520 },
      decision: { outcome: 'rejected' },
    });
    expect(turns[0]?.summary).toMatchObject({ permissions: 1, permissionWaitMs: 1500 });
  });

  test.each([
    [decided({ outcome: 'cancelled' }), 'cancelled'],
    [decided({ outcome: 'selected', optionId: '?' }), 'unknown'],
    [line('client', error(7, -32603, 'no window')), 'no window'],
    [cancel, 'unanswered'],
  ])('shows an answer of another kind', (answer, shown) => {
    expect(told(prompt(1, 'hi'), ask, answer, stopped(1, 'cancelled'))[0]).toContain(`| asks c ${shown}`);
  });

  test('gets its answer also when the turn is over', () => {
    expect(told(prompt(1, 'hi'), ask, stopped(1), decided({ outcome: 'selected', optionId: 'y' }))).toEqual([
      's turn 1 (stop end_turn) | prompt hi | call Run  [0] | asks c Yes',
    ]);
  });

  test('of v2 names the call by its subject', () => {
    const asked = {
      sessionId: 's',
      title: 'May I?',
      subject: { type: 'tool_call', toolCall: { toolCallId: 'c' } },
      options: OPTIONS,
    };
    const running = update('state_update', { state: 'running' });
    const asks = line('agent', request(7, 'session/request_permission', asked));
    const [turn] = turnsIn([...opened(2, 's'), running, asks, decided({ outcome: 'selected', optionId: 'y' })]);
    expect(turn?.items[1]).toMatchObject({ type: 'permission', title: 'May I?', toolCallId: 'c', chosen: 'Yes' });
  });

  test('of files and terminals stands there with what came of it', () => {
    const read = line('agent', request('r', 'fs/read_text_file', { sessionId: 's', path: '/a' }));
    const run = line('agent', request('t', 'terminal/create', { sessionId: 's', command: 'ls' }));
    expect(
      told(
        prompt(1, 'hi'),
        read,
        run,
        line('client', result('t', { terminalId: 't1' })),
        line('client', error('r', -32002, 'gone')),
        stopped(1),
      )[0],
    ).toMatch(/agent fs\/read_text_file answered error \| agent terminal\/create answered$/);
  });

  test('of the session by the client stands outside of turns', () => {
    const mode = line('client', request(9, 'session/set_mode', { sessionId: 's', modeId: 'x' }));
    expect(told(mode, line('agent', result(9, {})), update('current_mode_update', { currentModeId: 'x' }))).toEqual([
      's outside | client session/set_mode answered | change current_mode_update',
    ]);
  });
});
