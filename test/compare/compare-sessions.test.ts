import { describe, expect, test } from 'vitest';
import type { CompareOptions } from '../../src/compare/difference.js';
import type { JsonObject } from '../../src/wire/json-text.js';
import { error, request, result } from '../support/conversations/conversation.js';
import { event, line, type Observed } from '../support/conversations/observing.js';
import { differencesOf, gistOf } from '../support/comparing/outlines.js';
import { cancel, chunk, opened, OPTIONS, prompt, stopped, update } from '../support/report/transcript-gists.js';

/** What differs, of two turns of one session that say this. */
function differ(a: readonly Observed[], b: readonly Observed[], options?: CompareOptions): string[] {
  const whole = (said: readonly Observed[]) => [...opened(1, 's'), prompt(1, 'go'), ...said, stopped(1)];
  return gistOf(differencesOf(whole(a), whole(b), options));
}

/** What differs, of two conversations with these sessions. */
function differWith(sessions: readonly string[], a: readonly Observed[], b: readonly Observed[]): string[] {
  return gistOf(differencesOf([...opened(1, ...sessions), ...a], [...opened(1, ...sessions), ...b], { text: true }));
}

function call(id: string, title: string, more: JsonObject = {}): Observed {
  return update('tool_call', { toolCallId: id, title, kind: 'read', status: 'completed', ...more });
}

function asks(id: string, call: string, title: string, optionId?: string): Observed[] {
  const params = { sessionId: 's', toolCall: { toolCallId: call, title }, options: OPTIONS };
  const outcome = optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId };
  return [line('agent', request(id, 'session/request_permission', params)), line('client', result(id, { outcome }))];
}

describe('tool calls', () => {
  test('are the same whatever their ids are and however they were told', () => {
    const pieces = [
      update('tool_call', { toolCallId: 'a', title: 'Read', kind: 'read', status: 'pending' }),
      update('tool_call_update', { toolCallId: 'a', status: 'completed' }),
    ];
    const again = [
      update('tool_call', { toolCallId: 'z', title: 'Re', kind: 'read', status: 'pending' }),
      update('tool_call_update', { toolCallId: 'z', title: 'Read', status: 'pending' }),
      update('tool_call_update', { toolCallId: 'z', status: 'completed' }),
    ];
    expect(differ(pieces, again)).toEqual([]);
  });

  test('that are missing shift none of the others, and take their permission with them', () => {
    const a = [call('1', 'One'), ...asks('p', '2', 'Two', 'y'), call('2', 'Two'), call('3', 'Three')];
    expect(differ(a, [call('2', 'One'), call('3', 'Three')])).toEqual(['tool-call: only A has tool call "Two" (read)']);
  });

  test('that come in another order are told of once, unless they went on at the same time', () => {
    const [one, two] = [call('1', 'One'), call('2', 'Two')];
    expect(differ([one, two], [two, one])).toEqual([
      expect.stringMatching(/^tool-call: tool call "(One|Two)" \(read\) comes at another point in B$/),
    ]);
    const begun = (id: string, title: string) => call(id, title, { status: 'pending' });
    const done = (id: string) => update('tool_call_update', { toolCallId: id, status: 'completed' });
    const parallel = [begun('1', 'One'), begun('2', 'Two'), done('1'), done('2')];
    expect(differ(parallel, [begun('2', 'Two'), begun('1', 'One'), done('1'), done('2')])).toEqual([]);
  });

  test('that change say in what', () => {
    const text = (content: string) => [{ type: 'content', content: { type: 'text', text: content } }];
    const b = call('1', 'One', { content: text('new'), status: 'failed' });
    expect(differ([call('1', 'One', { content: text('old') })], [b])).toEqual([
      'tool-call: tool call "One" (read): content/0/content/text and status differ',
    ]);
    expect(differ([call('1', 'One')], [call('1', 'Two')])).toEqual([
      'tool-call: tool call "One" (read): title is "One" in A, "Two" in B',
    ]);
  });

  test('that come in another turn are told of once', () => {
    const two = (first: readonly Observed[], second: readonly Observed[]) => [
      ...[prompt(1, 'one'), ...first, stopped(1)],
      ...[prompt(2, 'two'), ...second, stopped(2)],
    ];
    expect(differWith(['s'], two([call('1', 'One')], []), two([], [call('1', 'One')]))).toEqual([
      'tool-call: tool call "One" (read) stands in turn 1 in A, in turn 2 in B',
    ]);
  });
});

describe('permissions', () => {
  test('are paired by their tool call', () => {
    const a = [...asks('p', '1', 'One', 'y'), ...asks('q', '2', 'Two', 'n')];
    const b = [...asks('p', '1', 'One', 'y'), ...asks('q', '2', 'Two', 'y')];
    expect(differ(a, b)).toEqual(['permission: permission for tool call "Two": chosen and outcome differ']);
  });

  test('that are not asked for any more are told of', () => {
    expect(differ([...asks('p', '1', 'One', 'y'), call('1', 'One')], [call('1', 'One')])).toEqual([
      'permission: only A has permission for tool call "One" (read)',
    ]);
  });

  test('that are answered when the turn is over count', () => {
    const [ask, answer] = asks('p', '1', 'One') as [Observed, Observed];
    const late = [...opened(1, 's'), prompt(1, 'go'), ask, cancel, stopped(1, 'cancelled'), answer];
    const early = [...opened(1, 's'), prompt(1, 'go'), ask, cancel, answer, stopped(1, 'cancelled')];
    expect(gistOf(differencesOf(late, early))).toEqual([]);
  });
});

describe('texts', () => {
  const said = (...texts: string[]) => texts.map((text) => chunk('agent', text));

  test('are compared only where asked, and however they were cut', () => {
    expect(differ(said('a b'), said('a ', 'c'))).toEqual([]);
    expect(differ(said('a b'), said('a ', 'c'), { text: true })).toEqual([
      'text: message "a b": text is "a b" in A, "a c" in B',
    ]);
    expect(differ(said('a b'), said('a', ' ', 'b'), { text: true })).toEqual([]);
  });

  test('go on where something comes in between that is no part of them', () => {
    const mode = update('current_mode_update', { currentModeId: 'm' });
    expect(differ([...said('a'), mode, ...said('b')], [...said('a', 'b'), mode], { text: true })).toEqual([]);
  });

  test('titles and the words of errors are texts too', () => {
    const title = (text: string) => update('session_info_update', { title: text });
    expect(differ([title('one')], [title('two')])).toEqual([]);
    expect(differ([title('one')], [title('two')], { text: true })).toHaveLength(1);
    const failed = (message: string) => [...opened(1, 's'), prompt(1, 'go'), line('agent', error(1, -32603, message))];
    expect(differencesOf(failed('x'), failed('y'))).toEqual([]);
    expect(gistOf(differencesOf(failed('x'), failed('y'), { text: true }))).toEqual([
      'stop-reason: error -32603: message is "x" in A, "y" in B',
    ]);
  });
});

describe('turns', () => {
  const turn = (id: number, text: string, ...said: Observed[]) => [prompt(id, text), ...said, stopped(id)];

  test('are found by what was asked, so that one more is one difference', () => {
    const a = [...turn(1, 'one', call('1', 'One')), ...turn(2, 'two', call('2', 'Two'))];
    const b = [
      ...turn(1, 'one', call('1', 'One')),
      ...turn(7, 'new', call('8', 'New')),
      ...turn(2, 'two', call('2', 'Two')),
    ];
    expect(differWith(['s'], a, b)).toEqual(['turn: only B has turn 2']);
    expect(differWith(['s'], b, a)).toEqual(['turn: only A has turn 2']);
  });

  test('with another prompt are the same turns in the same place', () => {
    expect(differWith(['s'], turn(1, 'one', call('1', 'One')), turn(1, 'won', call('1', 'One')))).toEqual([
      'prompt: prompt "one": prompt/0/text is "one" in A, "won" in B',
    ]);
  });

  test('end with a stop reason, an error or not at all', () => {
    const end = (...last: Observed[]) => [prompt(1, 'go'), ...last];
    expect(differWith(['s'], end(stopped(1)), end(stopped(1, 'refusal')))).toEqual([
      'stop-reason: turn 1 ends with end_turn in A, with refusal in B',
    ]);
    expect(differWith(['s'], end(stopped(1)), end(line('agent', error(1, -32603, 'x'))))).toEqual([
      'stop-reason: turn 1 ends with end_turn in A, with error -32603 in B',
    ]);
    expect(differWith(['s'], end(), end(stopped(1)))).toEqual([
      'stop-reason: turn 1 ends with no end in A, with end_turn in B',
    ]);
  });

  test('that only one side has take what the agent said of the session in them', () => {
    const usage = update('usage_update', { used: 1, size: 2 });
    const commands = update('available_commands_update', { availableCommands: [{ name: 'c', description: 'd' }] });
    const a = [...turn(1, 'one', commands, usage), ...turn(2, 'two', commands)];
    expect(differWith(['s'], a, turn(2, 'two', commands))).toEqual(['turn: only A has turn 1']);
  });
});

describe('sessions', () => {
  const turn = (id: number, text: string, sessionId: string) => [prompt(id, text, sessionId), stopped(id)];

  test('never mix, in whatever order they speak', () => {
    const texts = (first: string, second: string) => [
      ...[prompt(1, 'one', 's'), prompt(2, 'two', 't')],
      ...(first === 's'
        ? [chunk('agent', 'S', undefined, 's'), chunk('agent', 'T', undefined, 't')]
        : [chunk('agent', 'T', undefined, 't'), chunk('agent', 'S', undefined, 's')]),
      ...(second === 's' ? [stopped(1), stopped(2)] : [stopped(2), stopped(1)]),
    ];
    expect(differWith(['s', 't'], texts('s', 's'), texts('t', 't'))).toEqual([]);
  });

  test('are found by what was asked in them, so that one less is one difference', () => {
    const a = [...opened(1, 's', 't'), ...turn(1, 'one', 's'), ...turn(2, 'two', 't')];
    const b = [...opened(1, 'u'), ...turn(2, 'two', 'u')];
    expect(gistOf(differencesOf(a, b))).toEqual(['session: only A has session 1']);
  });
});

describe('turns of v2', () => {
  const state = (name: string, more: JsonObject = {}) => update('state_update', { state: name, ...more });
  const turn = (id: number, text: string, stopReason = 'end_turn') => [
    prompt(id, text),
    line('agent', result(id, {})),
    update('user_message', { messageId: `m${id}`, content: [{ type: 'text', text }] }),
    state('running'),
    state('idle', { stopReason }),
  ];
  const differ2 = (a: readonly Observed[], b: readonly Observed[]) =>
    gistOf(differencesOf([...opened(2, 's'), ...a], [...opened(2, 's'), ...b], { text: true }));

  test('end with the stop reason of the idle', () => {
    expect(differ2(turn(1, 'one'), turn(1, 'one', 'refusal'))).toEqual([
      'stop-reason: turn 1 ends with end_turn in A, with refusal in B',
    ]);
  });

  test('take with them that their prompt was taken', () => {
    expect(differ2([...turn(1, 'one'), ...turn(2, 'two')], turn(2, 'two'))).toEqual(['turn: only A has turn 1']);
  });

  test('a prompt that is refused is an exchange', () => {
    const refused = (text: string) => [prompt(3, text), line('agent', error(3, -32602, 'no'))];
    expect(differ2(refused('one'), refused('two'))).toEqual([
      'exchange: exchange session/prompt: prompt/0/text is "one" in A, "two" in B',
    ]);
    expect(differ2(turn(1, 'one'), [...turn(1, 'one'), ...refused('no')])).toEqual([
      'exchange: only B has exchange session/prompt',
    ]);
  });
});

describe('what belongs to no turn', () => {
  const ask = (id: number, method: string, params: JsonObject = {}) => line('client', request(id, method, params));

  test('exchanges are compared by method, params and outcome', () => {
    const set = (modeId: string) => [
      ask(5, 'session/set_mode', { sessionId: 's', modeId }),
      line('agent', result(5, {})),
    ];
    expect(differWith(['s'], set('a'), set('b'))).toEqual([
      'exchange: exchange session/set_mode: params/modeId is "a" in A, "b" in B',
    ]);
    expect(differWith(['s'], set('a'), [...set('a'), ask(6, 'session/list')])).toEqual([
      'exchange: only B has exchange session/list',
    ]);
    const empty = [ask(5, 'session/set_mode', { sessionId: 's', modeId: 'a' }), line('agent', result(5, null))];
    expect(differWith(['s'], set('a'), empty)).toEqual([]);
  });

  test('updates that say nothing new are left out', () => {
    const mode = (id: string) => update('current_mode_update', { currentModeId: id });
    expect(differWith(['s'], [mode('a')], [mode('a'), mode('a')])).toEqual([]);
    expect(differWith(['s'], [mode('a')], [mode('a'), mode('b')])).toEqual([
      'update: only B has update current_mode_update',
    ]);
  });

  test('that a terminal is asked for its output again and again says nothing', () => {
    const params = { sessionId: 's', terminalId: 'term' };
    const poll = (id: string, output: string) => [
      line('agent', request(id, 'terminal/output', params)),
      line('client', result(id, { output, truncated: false })),
    ];
    expect(differ(poll('1', 'done'), [...poll('1', 'do'), ...poll('2', 'done')])).toEqual([]);
    expect(differ(poll('1', 'done'), poll('1', 'gone'))).toHaveLength(1);
  });

  test('lines that are no message are told of, their words where texts are', () => {
    const noise = line('agent', 'debug: 1');
    expect(differWith(['s'], [noise], [line('agent', 'debug: 2')])).toHaveLength(1);
    expect(differWith(['s'], [], [noise])).toEqual([
      'malformed: only B has a line of the agent that is no message (not-json)',
    ]);
  });

  test('the handshake differs leaf by leaf', () => {
    const hello = (agentCapabilities: JsonObject) => [
      line('client', request(0, 'initialize', { protocolVersion: 1 })),
      line('agent', result(0, { protocolVersion: 1, agentCapabilities })),
    ];
    expect(gistOf(differencesOf(hello({ loadSession: true }), hello({ auth: {} })))).toEqual([
      'handshake: initialize: only B has agent/agentCapabilities/auth',
      'handshake: initialize: only A has agent/agentCapabilities/loadSession',
    ]);
  });

  test('the end of the agent counts where it is known on both sides', () => {
    const exit = (code: string) => [...opened(1), event('exit', { code })];
    expect(gistOf(differencesOf(exit('0'), exit('1')))).toEqual([
      'end: the agent ends with exit with code 0 in A, with exit with code 1 in B',
    ]);
    expect(differencesOf(exit('0'), opened(1))).toEqual([]);
  });

  test('the history of a restored session is compared apart', () => {
    const load = line('client', request(5, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] }));
    const history = (...said: Observed[]) => [load, ...said, line('agent', result(5, {}))];
    expect(differWith([], history(call('1', 'One'), call('2', 'Two')), history(call('1', 'One')))).toEqual([
      'tool-call: only A has tool call "Two" (read)',
    ]);
    expect(differWith([], history(call('1', 'One')), history())).toEqual(['turn: only A has the history of session 1']);
  });
});

describe('only where asked', () => {
  test('numbers of tokens and cost; but that they are told counts', () => {
    const usage = (used: number, more: JsonObject = {}) => [update('usage_update', { used, size: 9, ...more })];
    expect(differ(usage(1), usage(2))).toEqual([]);
    expect(differ(usage(1), usage(2), { usage: true })).toEqual([
      'usage: usage of the session: used is 1 in A, 2 in B',
    ]);
    expect(differ(usage(1), usage(1, { cost: { amount: 1, currency: 'USD' } }))).toHaveLength(1);
    expect(differ(usage(1), [])).toEqual(['usage: only A has usage of the session']);
  });

  test('latencies, of what takes longer in B by the factor and by a tenth of a second', () => {
    const lasting = (ms: number) => [
      ...opened(1, 's').map((entry, i) => ({ ...entry, atNs: i * 1e6 })),
      { ...prompt(1, 'go'), atNs: 1e9 },
      { ...stopped(1), atNs: 1e9 + ms * 1e6 },
    ];
    const slower = (a: number, b: number) => gistOf(differencesOf(lasting(a), lasting(b), { latency: 2 }));
    expect(slower(200, 500)).toEqual([
      'latency: turn 1 without the time of the client takes 200 ms in A, 500 ms in B, 2.5 times as long',
    ]);
    expect([slower(500, 200), slower(200, 390), slower(10, 90)]).toEqual([[], [], []]);
    expect(differencesOf(lasting(1), lasting(9_000), { latency: 2, hasRealTimes: false })).toEqual([]);
  });

  test('kinds, and all but some', () => {
    const [a, b] = [[call('1', 'One')], [update('plan', { entries: [] })]];
    expect(differ(a, b)).toHaveLength(2);
    expect(differ(a, b, { only: ['plan'] })).toHaveLength(1);
    expect(differ(a, b, { ignore: ['plan'] })).toHaveLength(1);
    expect(differ([chunk('agent', 'a')], [], { only: ['text'] })).toHaveLength(1);
  });
});
