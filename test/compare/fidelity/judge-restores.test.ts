import { describe, expect, test } from 'vitest';
import { AccountReader } from '../../../src/compare/fidelity/account-reader.js';
import { judgeRestores, type JudgedRestore } from '../../../src/compare/fidelity/judge-restores.js';
import type { ToldKind } from '../../../src/compare/fidelity/told-kinds.js';
import { Observer } from '../../../src/model/observer.js';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { event, line, tell, type Observed } from '../../support/conversations/observing.js';

const update = (members: JsonObject) =>
  line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: members } });
const said = (kind: string, text: string, more: JsonObject = {}) =>
  update({ sessionUpdate: `${kind}_chunk`, content: { type: 'text', text }, ...more });
const agent = (text: string) => said('agent_message', text);
const user = (text: string) => said('user_message', text);
const call = (id: string, title: string, more: JsonObject = {}) =>
  update({ sessionUpdate: 'tool_call', toolCallId: id, title, kind: 'read', status: 'completed', ...more });
const prompt = (id: number, text: string) =>
  line('client', request(id, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text }] }));
const stop = (id: number) => line('agent', result(id, { stopReason: 'end_turn' }));

const HELLO = [
  line('client', request(0, 'initialize', { protocolVersion: 1 })),
  line('agent', result(0, { protocolVersion: 1 })),
];
const NEW = [
  ...HELLO,
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] })),
  line('agent', result(1, { sessionId: 's' })),
];
const loading = (id: number, history: readonly Observed[], answer: JsonValue = result(id, {})) => [
  line('client', request(id, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] })),
  ...history,
  line('agent', answer),
];
const LIVE = [
  ...NEW,
  prompt(2, 'Read it.'),
  agent('Let me '),
  agent('look. '),
  call('c1', 'Read a.txt', { status: 'pending', rawInput: { path: '/a.txt' } }),
  update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed', rawOutput: 'one' }),
  agent('Done.'),
  stop(2),
];
const HISTORY = [
  user('Read it.'),
  agent('Let me look.'),
  call('c1', 'Read a.txt', { rawInput: { path: '/a.txt' }, rawOutput: 'one' }),
  agent('Done.'),
];

function accountsOf(name: string, entries: readonly Observed[]) {
  const reader = new AccountReader();
  const observer = new Observer([reader]);
  tell(observer, entries);
  observer.end();
  return { name, accounts: reader.accounts, isJudged: true };
}

function judged(
  conversations: Readonly<Record<string, readonly Observed[]>>,
  ignored: readonly ToldKind[] = [],
): JudgedRestore[] {
  return judgeRestores(
    Object.entries(conversations).map(([name, entries]) => accountsOf(name, entries)),
    new Set(ignored),
  );
}

/** The differences, as kind and what it is. */
function faults(
  conversations: Readonly<Record<string, readonly Observed[]>>,
  ignored: readonly ToldKind[] = [],
): string[] {
  return judged(conversations, ignored).flatMap((restore) =>
    restore.faults.map(({ kind, live, replayed, alterations }) => {
      const paths = alterations.map(({ path }) => ` ${path}`);
      return `${kind} ${(live ?? replayed)?.label ?? ''}${paths.join('')}`;
    }),
  );
}

describe('a replay', () => {
  test('is as it was live, however texts and updates were cut', () => {
    const [restore] = judged({ before: LIVE, after: [...HELLO, ...loading(1, HISTORY)] });
    expect(restore).toMatchObject({
      liveIn: ['before'],
      live: 4,
      replayed: 4,
      because: undefined,
      isPartlyKnown: false,
      faults: [],
    });
  });

  test('is compared within one recording, too, and each time', () => {
    const [first, second, third] = judged({
      all: [
        ...LIVE,
        ...loading(3, HISTORY),
        ...loading(4, HISTORY.slice(1)),
        prompt(5, 'More.'),
        agent('Yes.'),
        stop(5),
        ...loading(6, [...HISTORY, user('More.'), agent('Yes.')]),
      ],
    });
    expect(first?.faults).toEqual([]);
    expect(second?.faults.map(({ kind, live }) => `${kind} ${live?.label ?? ''}`)).toEqual(['lost prompt "Read it."']);
    expect(third).toMatchObject({ live: 6, replayed: 6, faults: [] });
  });

  test('that holds nothing is one difference', () => {
    expect(faults({ before: LIVE, after: [...HELLO, ...loading(1, [])] })).toEqual([
      'nothing-replayed the conversation',
    ]);
  });

  test('lacks tool calls and messages', () => {
    const history = [user('Read it.'), agent('Let me look.'), agent(' Done.')];
    expect(faults({ before: LIVE, after: [...HELLO, ...loading(1, history)] })).toEqual([
      'lost tool call "Read a.txt" (read)',
    ]);
    expect(faults({ before: LIVE, after: [...HELLO, ...loading(1, history.slice(0, 2))] })).toEqual([
      'lost tool call "Read a.txt" (read)',
      'lost message "Done."',
    ]);
  });

  test('says otherwise what was said', () => {
    const history = [user('Read it, please.'), ...HISTORY.slice(1, 3), agent('Done, I think.')];
    const altered = judged({ before: LIVE, after: [...HELLO, ...loading(1, history)] })[0]?.faults;
    expect(altered).toMatchObject([
      {
        kind: 'altered',
        what: 'prompt',
        live: { conversation: 'before', seq: 4 },
        replayed: { conversation: 'after', seq: 3 },
      },
      { kind: 'altered', what: 'message', alterations: [{ path: '/text', live: 'Done.', replayed: 'Done, I think.' }] },
    ]);
  });

  test('drops parts of a tool call; what it has more does no harm', () => {
    const bare = update({
      sessionUpdate: 'tool_call',
      toolCallId: 'c1',
      title: 'read',
      status: 'completed',
      locations: [{ path: '/a.txt' }],
    });
    const history = [user('Read it.'), agent('Let me look.'), bare, agent('Done.')];
    expect(faults({ before: LIVE, after: [...HELLO, ...loading(1, history)] })).toEqual([
      'altered tool call "Read a.txt" (read) /kind /rawInput /rawOutput /title',
    ]);
  });

  test('tells things in another order', () => {
    const [first, second, third, fourth] = HISTORY;
    const history = [first, third, second, fourth].filter((entry) => entry !== undefined);
    const found = faults({ before: LIVE, after: [...HELLO, ...loading(1, history)] });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^moved /);
  });

  test('tells twice what was once', () => {
    expect(faults({ before: LIVE, after: [...HELLO, ...loading(1, [...HISTORY, ...HISTORY.slice(0, 2)])] })).toEqual([
      'added prompt "Read it."',
      'added message "Let me look."',
    ]);
  });

  test('may come late, after the answer', () => {
    const late = [...HELLO, ...loading(1, []), ...HISTORY];
    expect(faults({ before: LIVE, after: late })).toEqual([]);
    const inTurn = [...HELLO, ...loading(1, []), prompt(2, 'Go on.'), ...HISTORY, agent(' Yes.')];
    expect(faults({ before: LIVE, after: inTurn })).toEqual([]);
  });
});

describe('what is not judged', () => {
  test('kinds that are ignored', () => {
    const after = [
      ...HELLO,
      ...loading(
        1,
        HISTORY.filter((_, i) => i !== 2),
      ),
    ];
    expect(faults({ before: LIVE, after })).not.toEqual([]);
    expect(faults({ before: [...LIVE], after }, ['tool-call'])).toEqual([]);
  });

  test('a session that was never recorded live', () => {
    const [restore] = judged({ after: [...HELLO, ...loading(1, HISTORY)] });
    expect(restore).toMatchObject({ because: 'not-recorded-live', faults: [] });
  });

  test('what came before the first recording: then nothing counts as added', () => {
    const resumed = [
      ...HELLO,
      line('client', request(1, 'session/resume', { sessionId: 's', cwd: '/', mcpServers: [] })),
      line('agent', result(1, {})),
      prompt(2, 'More.'),
      agent('Yes.'),
      stop(2),
    ];
    const after = [...HELLO, ...loading(1, [...HISTORY, user('More.')])];
    const restores = judged({ resumed, after });
    expect(restores.map(({ because }) => because)).toEqual(['no-replay-asked', undefined]);
    expect(faults({ resumed, after })).toEqual(['lost message "Yes."']);
  });

  test('a load that the agent refused', () => {
    const [restore] = judged({
      before: LIVE,
      after: [...HELLO, ...loading(1, [], error(1, -32_002, 'no such session'))],
    });
    expect(restore).toMatchObject({ because: 'refused', error: 'no such session', faults: [] });
  });

  test('a session that was made and never used', () => {
    const [restore] = judged({ before: NEW, after: [...HELLO, ...loading(1, [])] });
    expect(restore).toMatchObject({ because: undefined, live: 0, faults: [] });
  });

  test('what a gap in the recording may hide', () => {
    const before = [...NEW, event('gap', { agent: '10' }), ...LIVE.slice(4)];
    const [restore] = judged({
      before,
      after: [...HELLO, ...loading(1, [user('Hidden.'), agent('Yes.'), ...HISTORY])],
    });
    expect(restore).toMatchObject({ isPartlyKnown: true, faults: [] });
  });
});

test('v2: a resume that replays from the start is judged as a load', () => {
  const v2 = (id: number, method: string, params: JsonObject) => line('client', request(id, method, params));
  const hello = [v2(0, 'initialize', { protocolVersion: 2 }), line('agent', result(0, { protocolVersion: 2 }))];
  const message = (kind: string, id: string, text: string) =>
    update({ sessionUpdate: kind, messageId: id, content: [{ type: 'text', text }] });
  const turn = [
    message('user_message', 'm1', 'Hello.'),
    update({ sessionUpdate: 'state_update', state: 'running' }),
    message('agent_message', 'm2', 'Hi.'),
    update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }),
  ];
  const before = [
    ...hello,
    v2(1, 'session/new', { cwd: '/' }),
    line('agent', result(1, { sessionId: 's' })),
    v2(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'Hello.' }] }),
    line('agent', result(2, { messageId: 'm1' })),
    ...turn,
  ];
  const after = (history: readonly Observed[]) => [
    ...hello,
    v2(1, 'session/resume', { sessionId: 's', cwd: '/', replayFrom: { type: 'start' } }),
    ...history,
    line('agent', result(1, {})),
  ];
  expect(
    faults({ before, after: after([message('user_message', 'm1', 'Hello.'), message('agent_message', 'm2', 'Hi.')]) }),
  ).toEqual([]);
  expect(faults({ before, after: after([message('user_message', 'm1', 'Hello.')]) })).toEqual(['lost message "Hi."']);
});
