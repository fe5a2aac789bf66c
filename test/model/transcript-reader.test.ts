import { describe, expect, test } from 'vitest';
import type { TranscriptItem, TranscriptTurn } from '../../src/model/transcript.js';
import { TranscriptReader } from '../../src/model/transcript-reader.js';
import { Observer } from '../../src/model/observer.js';
import type { JsonObject, JsonValue } from '../../src/wire/json-text.js';
import { error, request, result } from '../support/conversation.js';
import { transcriptBlocks } from '../../src/view/transcript/blocks.js';
import { transcriptMarkdown } from '../../src/view/transcript/markdown.js';
import { transcriptLines } from '../../src/view/transcript/text.js';
import { hasCorpus } from '../support/corpus.js';
import { line, shown, tell, type Observed } from '../support/observing.js';
import { conversations } from '../support/planting.js';
import { fc } from '../support/property.js';
import { traffic } from '../support/traffic.js';

/** What was handed over, in that order. */
function turnsIn(entries: readonly Observed[]): TranscriptTurn[] {
  const turns: TranscriptTurn[] = [];
  const observer = new Observer([new TranscriptReader((turn) => turns.push(turn))]);
  tell(observer, entries);
  observer.end();
  return turns;
}

/** A turn in a line or a few: what it is, and each item as `type ...what matters`. */
function gist(turns: readonly TranscriptTurn[]): string[] {
  return turns.map(({ sessionId, number, isHistory, summary, items }) => {
    const what = isHistory ? 'history' : number === undefined ? 'outside' : `turn ${number}`;
    const end = summary === undefined ? '' : ` (${summary.how} ${summary.stopReason ?? ''})`.replace(' )', ')');
    return [`${sessionId} ${what}${end}`, ...items.map(itemGist)].join(' | ');
  });
}

function itemGist(item: TranscriptItem): string {
  switch (item.type) {
    case 'prompt':
      return `prompt ${item.blocks.map(({ text }) => String(text)).join()}`;
    case 'message':
      return `${item.who} ${item.text}${item.others.length > 0 ? ` +${item.others.length}` : ''}`;
    case 'tool-call':
      return `call ${item.title ?? item.id} ${item.history.map(({ status }) => status).join('>')} [${item.content.length}]`;
    case 'plan':
      return `plan ${item.entries.map(({ content, status }) => `${content}:${status ?? ''}`).join()}`;
    case 'permission':
      return `asks ${item.toolCallId ?? ''} ${item.chosen ?? item.decision?.outcome ?? item.error ?? 'unanswered'}`;
    case 'service':
      return `${item.from} ${item.method}${item.answered === undefined ? '' : ' answered'}${item.error === undefined ? '' : ' error'}`;
    case 'cancel':
      return 'cancel';
    case 'change':
      return `change ${item.kind}`;
  }
}

function update(sessionUpdate: string, members: JsonObject = {}, sessionId = 's'): Observed {
  const params = { sessionId, update: { sessionUpdate, ...members } };
  return line('agent', { jsonrpc: '2.0', method: 'session/update', params });
}

function chunk(who: 'user' | 'agent', text: string, messageId?: string, sessionId = 's'): Observed {
  const id = messageId === undefined ? {} : { messageId };
  return update(`${who}_message_chunk`, { ...id, content: { type: 'text', text } }, sessionId);
}

function prompt(id: number, text: string, sessionId = 's'): Observed {
  return line('client', request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] }));
}

function stopped(id: number, stopReason = 'end_turn'): Observed {
  return line('agent', result(id, { stopReason }));
}

const cancel = line('client', { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });

function opened(version: 1 | 2, ...sessions: readonly string[]): Observed[] {
  return [
    line('client', request(0, 'initialize', { protocolVersion: version })),
    line('agent', result(0, { protocolVersion: version })),
    ...sessions.flatMap((sessionId, i) => [
      line('client', request(100 + i, 'session/new', { cwd: '/', mcpServers: [] })),
      line('agent', result(100 + i, { sessionId })),
    ]),
  ];
}

function told(...entries: readonly Observed[]): string[] {
  return gist(turnsIn([...opened(1, 's'), ...entries]));
}

function toldInV2(...entries: readonly Observed[]): string[] {
  return gist(turnsIn([...opened(2, 's'), ...entries]));
}

const OPTIONS: JsonValue = [
  { optionId: 'y', name: 'Yes', kind: 'allow_once' },
  { optionId: 'n', name: 'No', kind: 'reject_once' },
];

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

describe('turns', () => {
  test('show plans as they were each time, and that they were cancelled', () => {
    const plan = (status: string) => update('plan', { entries: [{ content: 'x', priority: 'low', status }] });
    expect(told(prompt(1, 'hi'), plan('pending'), plan('completed'), cancel, stopped(1, 'cancelled'))).toEqual([
      's turn 1 (stop cancelled) | prompt hi | plan x:pending | plan x:completed | cancel',
    ]);
  });

  test('of two sessions never mix', () => {
    const turns = turnsIn([
      ...opened(1, 's', 't'),
      prompt(1, 'one'),
      prompt(2, 'two', 't'),
      chunk('agent', 'a'),
      chunk('agent', 'A', undefined, 't'),
      chunk('agent', 'b'),
      chunk('agent', 'B', undefined, 't'),
      stopped(2),
      chunk('agent', 'c'),
      stopped(1),
    ]);
    expect(gist(turns)).toEqual([
      't turn 1 (stop end_turn) | prompt two | agent AB',
      's turn 1 (stop end_turn) | prompt one | agent abc',
    ]);
  });

  test('that overlap: what comes belongs to the newest that is open', () => {
    expect(
      told(
        prompt(1, 'one'),
        chunk('agent', 'a'),
        prompt(2, 'two'),
        chunk('agent', 'b'),
        stopped(2),
        chunk('agent', 'c'),
        stopped(1),
      ),
    ).toEqual(['s turn 2 (stop end_turn) | prompt two | agent b', 's turn 1 (stop end_turn) | prompt one | agent ac']);
  });

  test('that an error ends, and that nothing ends', () => {
    expect(told(prompt(1, 'one'), line('agent', error(1, -32603, 'x')), prompt(2, 'two'), chunk('agent', 'a'))).toEqual(
      ['s turn 1 (error) | prompt one', 's turn 2 (unanswered) | prompt two | agent a'],
    );
  });

  test('are told once, also where a batch ends one and goes on', () => {
    const { bytes } = chunk('agent', 'late') as { bytes: Uint8Array };
    const late = JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
    const batch = line('agent', [result(1, { stopReason: 'end_turn' }), late, late]);
    const ended: number[] = [];
    const observer = new Observer([{ turnEnded: ({ number }) => ended.push(number) }]);
    const entries = [...opened(1, 's'), prompt(1, 'hi'), batch];
    tell(observer, entries);
    expect(ended).toEqual([1]);
    expect(gist(turnsIn(entries))).toEqual(['s turn 1 (stop end_turn) | prompt hi', 's outside | agent latelate']);
  });

  test('end where the agent says without an id that it could not read the prompt', () => {
    const broken = line('client', { id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
    const refused = line('agent', { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } });
    const batch = line('client', [request(1, 'session/prompt', { sessionId: 's', prompt: [] })]);
    expect(told(batch, refused)).toEqual(['s turn 1 (error) | prompt ']);
    expect(told(broken)).toEqual(['s turn 1 (unanswered) | prompt ']);
  });
});

describe('history', () => {
  const load = line('client', request(5, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] }));
  const loaded = line('agent', result(5, {}));

  test('stands apart', () => {
    expect(
      told(
        load,
        chunk('user', 'old'),
        chunk('agent', 'said'),
        loaded,
        prompt(6, 'new'),
        chunk('agent', 'now'),
        stopped(6),
      ),
    ).toEqual([
      's outside | client session/load answered',
      's history | user old | agent said',
      's turn 1 (stop end_turn) | prompt new | agent now',
    ]);
  });

  test('stands in the turn where it comes when the next prompt is out: no one can tell where the answer begins', () => {
    const turns = told(
      ...[load, chunk('user', 'old'), loaded, prompt(6, 'new')],
      ...[chunk('user', 'older'), chunk('agent', 'said then'), chunk('agent', ', now'), stopped(6)],
    );
    expect(turns.slice(1)).toEqual([
      's history | user old',
      's turn 1 (stop end_turn) | prompt new | user older | agent said then, now',
    ]);
  });
});

describe('turns of v2', () => {
  const running = update('state_update', { state: 'running' });
  const idle = (stopReason = 'end_turn') => update('state_update', { state: 'idle', stopReason });
  const echo = (messageId: string, text: string) =>
    update('user_message', { messageId, content: [{ type: 'text', text }] });
  const accepted = (id: number, messageId: string) => line('agent', result(id, { messageId }));

  test('take over the prompt and its echo that came before the work began', () => {
    expect(
      toldInV2(prompt(1, 'hi'), accepted(1, 'u'), echo('u', 'hi'), running, chunk('agent', 'a', 'm'), idle()),
    ).toEqual(['s turn 1 (stop end_turn) | prompt hi | user hi | agent a']);
  });

  test('take over an echo that goes on when the work began', () => {
    expect(
      toldInV2(prompt(1, 'hi'), accepted(1, 'u'), chunk('user', 'h', 'u'), running, chunk('user', 'i', 'u'), idle()),
    ).toEqual(['s turn 1 (stop end_turn) | prompt hi | user hi']);
  });

  test('begin without a prompt, too, and what comes after one stands outside', () => {
    expect(
      toldInV2(running, chunk('agent', 'a', 'm'), idle(), chunk('agent', 'late', 'm2'), running, idle('cancelled')),
    ).toEqual(['s turn 1 (stop end_turn) | agent a', 's outside | agent late', 's turn 2 (stop cancelled)']);
  });

  test('are read also under the names that the draft had', () => {
    const draft = (members: JsonObject) => update('state_change', members);
    expect(
      toldInV2(draft({ state: 'running' }), chunk('agent', 'a'), draft({ state: 'idle', stop_reason: 'refusal' })),
    ).toEqual(['s turn 1 (stop refusal) | agent a']);
  });
});

/** The transcript as `turntable show --turns` prints it, without violations. */
function printed(entries: readonly Observed[]): string {
  const texts = turnsIn(entries).map((turn) => {
    const lines = transcriptLines(transcriptBlocks(turn, [], { hasTimes: true }), 100);
    return [...lines].map(({ text }) => text).join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

describe.skipIf(!hasCorpus)('the transcript of a recorded conversation', () => {
  const recorded = hasCorpus ? conversations() : [];
  test.each([
    ['gemini-cli-0.61.0/11-load-replay', 'history, late too'],
    ['claude-agent-acp-0.100.0/08-cancel-permission', 'a permission that is cancelled'],
    ['sdk-example-client-0.12.0+sdk-example-agent-0.12.0', 'tool calls and a permission'],
  ])('%s reads as it should: %s', async (name) => {
    const conversation = recorded.find((one) => one.name.startsWith(name));
    const file = `../golden/transcript-reader/${name.replaceAll('/', '-')}.txt`;
    await expect(printed(conversation?.entries ?? [])).toMatchFileSnapshot(file);
  });

  test('has every message, and every frame of a session once', () => {
    for (const { entries, name } of recorded) {
      const texts = (who: string) =>
        turnsIn(entries)
          .flatMap(({ items }) => items)
          .filter((item) => item.type === 'message' && item.who === who)
          .map((item) => (item as { text: string }).text)
          .join('')
          .split('')
          .sort()
          .join('');
      const said = (kind: string) =>
        entries
          .flatMap((entry) =>
            entry.type === 'frame' ? [(entry.json?.['params'] as JsonObject | undefined)?.['update']] : [],
          )
          .filter((one) => (one as JsonObject | undefined)?.['sessionUpdate'] === kind)
          .map((one) => ((one as JsonObject)['content'] as JsonObject)['text'])
          .filter((text) => typeof text === 'string')
          .join('')
          .split('')
          .sort()
          .join('');
      if (entries.some((entry) => entry.type === 'frame' && shown([entry]).includes('"agent_message"'))) continue;
      expect(texts('agent'), name).toBe(said('agent_message_chunk'));
      expect(texts('thought'), name).toBe(said('agent_thought_chunk'));
    }
  });
});

test('whatever is said can be told and shown', () => {
  fc.assert(
    fc.property(traffic(80), (entries) => {
      const turns = turnsIn(entries);
      for (const turn of turns) {
        const text = transcriptMarkdown(transcriptBlocks(turn, [], { hasTimes: false }));
        if (/\[object |native code|\bNaN\b/.test(text)) expect(text, shown(entries)).toBe('something for people');
        expect([...transcriptLines(transcriptBlocks(turn, [], { hasTimes: false }), 80)].length).toBeGreaterThan(0);
      }
      const numbered = turns
        .filter(({ number }) => number !== undefined)
        .map((turn) => `${turn.sessionId} ${turn.number ?? 0}`);
      expect(numbered.length).toBe(new Set(numbered).size);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 300) },
  );
});
