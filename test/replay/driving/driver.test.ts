import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { request, result } from '../../support/conversations/conversation.js';
import { Driving, words } from '../../support/replay/driving.js';
import { GREETED, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { chunk, notification, update, type Conversation } from '../../support/conversations/scripted.js';

const CANCEL = notification('session/cancel', { sessionId: 's' });
const HELLO_TO_ALL = result(0, { protocolVersion: 1 });

function ask(id: JsonValue, sessionId = 's', prefix = 'a', more: JsonObject = {}): JsonObject {
  return request(id, 'session/request_permission', {
    sessionId,
    toolCall: { toolCallId: `call ${sessionId}`, title: 'Edit', ...more },
    options: [
      { optionId: `${prefix}-yes`, name: 'Yes', kind: 'allow_once' },
      { optionId: `${prefix}-no`, name: 'No', kind: 'reject_once' },
    ],
  });
}
const selected = (id: JsonValue, optionId: string) => result(id, { outcome: { outcome: 'selected', optionId } });
const cancelled = (id: JsonValue) => result(id, { outcome: { outcome: 'cancelled' } });

/** A driver whose agent has made the session `live`. */
function driving(conversation: Conversation, ...options: [ConstructorParameters<typeof Driving>[1]?, (1 | 2)?]) {
  const run = new Driving(conversation, ...options);
  run.hear(HELLO_TO_ALL, result(1, { sessionId: 'live' }));
  return run;
}

describe('what the client says waits for the answers that were recorded before it', () => {
  test('and has the ids that the agent gave', () => {
    const run = new Driving([
      ...opened('s'),
      ['client', prompt(2, 's', 'one')],
      ['agent', stopped(2)],
      ['client', prompt(3, 's', 'two')],
      ['agent', stopped(3)],
    ]);
    expect(words(run.sent)).toEqual(['initialize']);
    expect(words(run.hear(HELLO_TO_ALL))).toEqual(['session/new']);
    expect(run.hear(result(1, { sessionId: 'live' }))).toEqual([prompt(2, 'live', 'one')]);
    expect(run.hear(chunk('live', 'hi'))).toEqual([]);
    expect(run.hear(stopped(2))).toEqual([prompt(3, 'live', 'two')]);
    expect(run.driver.isDone).toBe(false);
    run.hear(stopped(3));
    expect({ isDone: run.driver.isDone, notes: run.notes }).toEqual({ isDone: true, notes: [] });
  });

  test('a session that has the recorded id of another one is not taken for that', () => {
    const run = new Driving([
      ...opened('s', 't'),
      ['client', prompt(3, 's', 'to s')],
      ['agent', stopped(3)],
      ['client', prompt(4, 't', 'to t')],
      ['agent', ask(0, 't')],
      ['client', selected(0, 'a-yes')],
      ['agent', stopped(4)],
    ]);
    run.hear(HELLO_TO_ALL, result(1, { sessionId: 't' }));
    expect(run.hear(result(2, { sessionId: 's' }))).toEqual([prompt(3, 't', 'to s')]);
    expect(run.hear(stopped(3))).toEqual([prompt(4, 's', 'to t')]);
    expect(run.hear(ask(7, 's'))).toEqual([selected(7, 'a-yes')]);
  });

  test('a line that is no message goes out as it was', () => {
    const run = new Driving([...GREETED, ['client', 'no json'], ['client', prompt(1, 's')]]);
    run.hear(HELLO_TO_ALL);
    expect(run.lines.slice(1)).toEqual(['no json', JSON.stringify(prompt(1, 's'))]);
  });

  test('an answer to no request is waited for, but not for long', () => {
    const stray = { jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error' } };
    const conversation: Conversation = [
      ...GREETED,
      ['client', 'no json'],
      ['agent', stray],
      ['client', request(1, 'session/list', {})],
      ['agent', result(1, { sessions: [] })],
    ];
    const run = new Driving(conversation);
    expect(run.hear(HELLO_TO_ALL)).toEqual([]);
    expect(words(run.hear(stray))).toEqual(['session/list']);
    const silent = new Driving(conversation);
    silent.hear(HELLO_TO_ALL);
    const { wakeMs = 0 } = silent.driver;
    expect(wakeMs).toBeGreaterThan(0);
    expect(silent.at(wakeMs - 1)).toEqual([]);
    expect(words(silent.at(wakeMs))).toEqual(['session/list']);
  });
});

describe('a message in the middle of a turn', () => {
  /** Cancelled 100 ms after the prompt, after two chunks. */
  const streaming: Conversation = [
    ...opened('s'),
    ['client', prompt(2, 's'), 1000],
    ['agent', chunk('s', 'a'), 1010],
    ['agent', chunk('s', 'b'), 1020],
    ['client', CANCEL, 1100],
    ['agent', stopped(2, 'cancelled'), 1110],
  ];

  test('goes out after as many updates as recorded', () => {
    const run = driving(streaming);
    expect(run.hear(chunk('live', 'a'))).toEqual([]);
    expect(words(run.hear(chunk('live', 'b')))).toEqual(['session/cancel']);
  });

  test('or after the recorded time, where the agent says it in fewer', () => {
    const run = driving(streaming);
    run.hear(chunk('live', 'a'));
    expect(run.driver.wakeMs).toBe(100);
    expect(run.at(99)).toEqual([]);
    expect(words(run.at(100))).toEqual(['session/cancel']);
  });

  test('the time of an agent that has not begun is not up yet; it does not wait for ever', () => {
    const run = driving(streaming);
    expect(run.at(101)).toEqual([]);
    const { wakeMs = 0 } = run.driver;
    // a moment that has passed would make the hands wake again and again
    expect(wakeMs).toBeGreaterThan(101);
    expect(words(run.at(wakeMs))).toEqual(['session/cancel']);
    const slow = driving(streaming);
    slow.at(5000);
    expect(words(slow.hear(chunk('live', 'late')))).toEqual(['session/cancel']);
  });

  test('where the turn is over by then, that is said', () => {
    const run = driving(streaming);
    expect(words(run.hear(chunk('live', 'a'), stopped(2)))).toEqual(['session/cancel']);
    expect(run.notes).toEqual(['the turn was over before session/cancel (session s) could be sent']);
  });

  test('waits for the tool call that had come so far, whatever time has passed', () => {
    const run = driving([
      ...opened('s'),
      ['client', prompt(2, 's'), 0],
      ['agent', update('s', 'tool_call', { toolCallId: 'c', title: 'Edit', status: 'pending' }), 10],
      ['agent', update('s', 'tool_call_update', { toolCallId: 'c', status: 'in_progress' }), 20],
      ['client', CANCEL, 30],
      ['agent', stopped(2, 'cancelled'), 40],
    ]);
    run.hear(update('live', 'tool_call', { toolCallId: 'other', title: 'Edit', status: 'pending' }));
    run.hear(chunk('live', 'a'), chunk('live', 'b'));
    expect(run.at(20_000)).toEqual([]);
    expect(run.driver.wakeMs).toBeUndefined();
    const running = update('live', 'tool_call_update', { toolCallId: 'other', status: 'in_progress' });
    expect(words(run.hear(running))).toEqual(['session/cancel']);
  });
});

describe('a request of the agent', () => {
  const asking: Conversation = [
    ...opened('s'),
    ['client', prompt(2, 's')],
    ['agent', ask(0)],
    ['client', selected(0, 'a-no')],
    ['agent', stopped(2)],
  ];

  test('is answered with the option of the same kind, and its own id', () => {
    const run = driving(asking);
    expect(run.hear(ask('x', 'live', 'other'))).toEqual([selected('x', 'other-no')]);
  });

  test('is answered once: another permission was not given', () => {
    const run = driving(asking);
    run.hear(ask(0, 'live'));
    expect(words(run.hear(ask(1, 'live')))).toEqual([expect.stringMatching(/^error/)]);
    expect(run.notes).toHaveLength(1);
  });

  test('has the answer of its turn, also where the agent did not ask in the turn before', () => {
    const run = driving([
      ...asking.slice(0, -2),
      ['client', selected(0, 'a-yes')],
      ['agent', stopped(2)],
      ['client', prompt(3, 's')],
      ['agent', ask(1)],
      ['client', selected(1, 'a-no')],
      ['agent', stopped(3)],
    ]);
    run.hear(stopped(2));
    expect(run.hear(ask(0, 'live'))).toEqual([selected(0, 'a-no')]);
  });

  test('that nobody recorded is refused and told of', () => {
    const run = driving(asking);
    expect(words(run.hear(request(0, '_vendor/x', { sessionId: 'live' })))).toEqual([
      expect.stringContaining('-32601'),
    ]);
    expect(run.notes).toEqual(['the agent sent _vendor/x (session live), which was not recorded']);
  });

  test('with an id that the client uses itself is no answer', () => {
    const run = driving(asking);
    expect(run.hear(ask(2, 'live'))).toEqual([selected(2, 'a-no')]);
    expect(run.driver.isDone).toBe(false);
    run.hear(stopped(2));
    expect(run.driver.isDone).toBe(true);
  });

  test('is answered after what the client said before its answer', () => {
    const run = driving([
      ...opened('s'),
      ['client', prompt(2, 's')],
      ['agent', ask(0)],
      ['client', CANCEL],
      ['client', cancelled(0)],
      ['agent', stopped(2, 'cancelled')],
    ]);
    expect(run.hear(ask(0, 'live'))).toEqual([notification('session/cancel', { sessionId: 'live' }), cancelled(0)]);
  });

  test('about files goes to the real folder where that is asked for', () => {
    const run = driving(asking, { usesRealFiles: true });
    expect(run.hear(request(0, 'fs/read_text_file', { sessionId: 'live', path: '/x' }))).toEqual([]);
    expect(run.files).toEqual(['fs/read_text_file']);
  });
});

test('the folders of the recording are those of this run', () => {
  const run = new Driving([...opened('s'), ['client', prompt(2, 's', `see ${ROOT}/a.txt`)], ['agent', stopped(2)]], {
    rootOf: () => '/here',
  });
  expect(run.hear(HELLO_TO_ALL)).toEqual([request(1, 'session/new', { cwd: '/here', mcpServers: [] })]);
  expect(run.hear(result(1, { sessionId: 'live' }))).toEqual([prompt(2, 'live', 'see /here/a.txt')]);
});

test('a session that is to be loaded is made anew where that is asked for, and only once', () => {
  const load = (id: number, method: string, sessionId: string) =>
    request(id, method, { sessionId, cwd: ROOT, mcpServers: [] });
  const conversation: Conversation = [
    ...GREETED,
    ['client', load(1, 'session/load', 's')],
    ['agent', result(1, {})],
    ['client', load(2, 'session/resume', 's')],
    ['agent', result(2, {})],
    ['client', prompt(3, 's')],
    ['agent', stopped(3)],
  ];
  const run = new Driving(conversation, { makesNewSessions: true });
  expect(run.hear(HELLO_TO_ALL)).toEqual([request(1, 'session/new', { cwd: ROOT, mcpServers: [] })]);
  expect(run.hear(result(1, { sessionId: 'live' }))).toEqual([load(2, 'session/resume', 'live')]);
  expect(run.hear(result(2, {}))).toEqual([prompt(3, 'live')]);
});

test('it is known whether all kinds of updates came that were recorded', () => {
  const commands = (sessionId: string) => update(sessionId, 'available_commands_update', { availableCommands: [] });
  const run = driving([...opened('s'), ['agent', commands('s')], ['client', prompt(2, 's')], ['agent', stopped(2)]]);
  run.hear(stopped(2));
  expect({ isDone: run.driver.isDone, isAllTold: run.driver.isAllTold }).toEqual({ isDone: true, isAllTold: false });
  run.hear(commands('live'));
  expect(run.driver.isAllTold).toBe(true);
});

test('a turn that the recording never saw the end of is followed as far as it was recorded', () => {
  const run = driving([...opened('s'), ['client', prompt(2, 's'), 0], ['agent', chunk('s', 'a'), 10]]);
  expect(run.driver.isDone).toBe(false);
  // the recorded time is up, but there is nothing to hurry for
  run.at(1_000);
  expect(run.driver.isDone).toBe(false);
  run.hear(chunk('live', 'a'));
  expect(run.driver.isDone).toBe(true);
});

describe('in version 2', () => {
  const state = (sessionId: string, name: string) => update(sessionId, 'state_update', { state: name });
  const conversation: Conversation = [
    ...opened('s'),
    ['client', prompt(2, 's', 'one')],
    ['agent', result(2, {})],
    ['agent', state('s', 'running')],
    ['agent', state('s', 'idle')],
    ['client', prompt(3, 's', 'two')],
    ['agent', result(3, {})],
    ['agent', state('s', 'running')],
    ['agent', state('s', 'idle')],
  ].map(([who, line]) =>
    JSON.stringify(line).includes('protocolVersion')
      ? [who, JSON.parse(JSON.stringify(line).replace('"protocolVersion":1', '"protocolVersion":2')) as JsonObject]
      : [who, line],
  ) as unknown as Conversation;

  test('a turn lasts until the session is idle', () => {
    const run = driving(conversation, {}, 2);
    expect(run.hear(result(2, {}), state('live', 'running'))).toEqual([]);
    expect(run.hear(state('live', 'idle'))).toEqual([prompt(3, 'live', 'two')]);
    run.hear(result(3, {}), state('live', 'running'));
    expect(run.driver.isDone).toBe(false);
    run.hear(state('live', 'idle'));
    expect(run.driver.isDone).toBe(true);
  });

  test('an idle from before the prompt ends nothing', () => {
    const run = driving(conversation, {}, 2);
    expect(run.hear(state('live', 'idle'), result(2, {}))).toEqual([]);
    expect(run.hear(state('live', 'running'), state('live', 'idle'))).toEqual([prompt(3, 'live', 'two')]);
  });
});

test('many turns and many requests take time in proportion', () => {
  const long = (turns: number): Conversation => [
    ...opened('s'),
    ...Array.from({ length: turns }, (_, i): Conversation => {
      const file = { sessionId: 's', path: `/f${i}` };
      return [
        ['client', prompt(i + 2, 's', String(i))],
        ['agent', request(i, 'fs/read_text_file', file)],
        ['client', result(i, { content: '' })],
        ['agent', stopped(i + 2)],
      ];
    }).flat(),
  ];
  const millis = (turns: number) => {
    const conversation = long(turns);
    const before = process.cpuUsage();
    const run = new Driving(conversation);
    for (const [who, line] of conversation) if (who === 'agent') run.hear(line);
    expect({ isDone: run.driver.isDone, notes: run.notes }).toEqual({ isDone: true, notes: [] });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  millis(500);
  // in proportion it is 8; quadratic, 64
  expect(millis(8_000) / millis(1_000)).toBeLessThan(24);
});
