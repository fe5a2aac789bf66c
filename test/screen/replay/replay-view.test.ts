import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TurnSummary } from '../../../src/model/state/turn.js';
import type { ActionName } from '../../../src/screen/keys/key-bindings.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { utf8 } from '../../support/values/bytes.js';
import { KeyResolver } from '../../../src/screen/keys/keymap.js';
import { chunk } from '../../support/conversations/scripted.js';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import type { DetailPane, ViewMaker } from '../../../src/screen/frame/archive.js';
import { ReplayView } from '../../../src/screen/replay/replay-view.js';
import type { View } from '../../../src/screen/frame/view.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';
import { PLACES, ReplayedRun } from '../../support/screen/replayed-run.js';

const PATH = fileURLToPath(new URL('../../../fixtures/conversations/tool-call-rejected.acp', import.meta.url));
const FIXTURE = readFileSync(PATH);
const RUN = 7;
const WRITTEN = { path: '/home/me/.local/share/turntable/replays/demo.acp', bytes: FIXTURE };
const NAME = 'replay-of-demo';

/** Where one goes to matters here, not what is there. */
const NO_VIEW = {} as DetailPane;

class Archive {
  readonly fixture: Uint8Array;
  readonly path = '/home/me/.local/share/turntable/turntable.db';
  readonly runs: ReplayedRun[] = [];
  readonly older = [{ ...fakeConversation({}).item, number: 6, label: NAME }];

  constructor(fixture: Uint8Array = FIXTURE) {
    this.fixture = fixture;
  }

  get recordings() {
    return [...this.runs.map(({ conversation }) => conversation.item).reverse(), ...this.older];
  }

  /** A client starts the replay. */
  run(): ReplayedRun {
    const number = this.runs.length + RUN;
    const run = new ReplayedRun(this.fixture, { number, label: NAME, startedUs: number });
    this.runs.push(run);
    return run;
  }

  conversation(number: number): Conversation | undefined {
    return this.runs[number - RUN]?.conversation;
  }

  places() {
    return PLACES;
  }
}

/** Views that only note where one goes: the view, the number of the recording, the frame. */
type Went = [view: string, recording: number, seq: number | undefined][];

function viewsTo(went: Went): Pick<ViewMaker, 'detail' | 'frames'> {
  const goes = (view: string) => (to: Conversation, seq?: number) => {
    went.push([view, to.item.number, seq]);
    return NO_VIEW;
  };
  return { detail: goes('detail'), frames: goes('frames') };
}

function opened(archive = new Archive()) {
  const went: Went = [];
  const view = new ReplayView(
    { conversation: fakeConversation({}), seq: undefined },
    { archive, views: viewsTo(went) },
  );
  const [writing] = view.begin();
  if (writing?.type !== 'write-fixture') throw new Error('a fixture is written first');
  return { archive, view, went, writing };
}

function ready(archive = new Archive()) {
  const made = opened(archive);
  made.writing.then({ ...WRITTEN, bytes: archive.fixture });
  return made;
}

function rowsOf(view: View, width = 80, height = 24): string[] {
  return painted(view, width, height).toString().split('\n');
}

test('first the fixture is written, by the command of ours', () => {
  const { view, writing } = opened();
  expect(writing).toMatchObject({ words: ['export', '1'], file: 'demo.acp' });
  expect(rowsOf(view)[0]).toBe('Writing the fixture ...');
  expect(writing.then({ failure: 'no room' })).toEqual([]);
  expect(rowsOf(view)[0]).toBe('✗ no room');
  expect(view.act({ name: 'copy-command' })).toEqual([]);
});

test.each([
  ['waiting', () => undefined],
  ['running', (run: ReplayedRun) => run.say().say().say()],
  [
    'diverged',
    (run: ReplayedRun) =>
      run
        .say()
        .say()
        .say()
        .say((text) => text.replace('reject', 'allow')),
  ],
  ['done', (run: ReplayedRun) => run.sayAll().leave()],
])('%s', async (name, go) => {
  const screens = goldenScreens(() => {
    const { view, archive } = ready();
    if (name !== 'waiting') go(archive.run());
    return view;
  });
  await expect(screens).toMatchFileSnapshot(`../../golden/screen/replay-${name}.txt`);
});

/** A fixture whose agent says one text in so many pieces. */
function withChunks(count: number): Uint8Array {
  const update = (text: string) => chunk('s', text);
  const lines: [string, JsonObject][] = [
    ['client', { jsonrpc: '2.0', id: 0, method: 'session/new', params: { cwd: '/w', mcpServers: [] } }],
    ['agent', { jsonrpc: '2.0', id: 0, result: { sessionId: 's' } }],
    ['client', { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }],
    ...Array.from({ length: count }, (_, i): [string, JsonObject] => ['agent', update(`piece ${i} `)]),
    ['agent', { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } }],
  ];
  return utf8(`#acp-fixture 1\n${lines.map(([who, json]) => `${who} ${JSON.stringify(json)}\n`).join('')}`);
}

test('the divergence of a client that leaves early stands at what it did not say', () => {
  const { view, archive, went } = ready();
  const run = archive.run().say().say();
  expect(rowsOf(view)[0]).toBe('● Replaying  2/4 C→A  2/10 A→C');
  run.leave();
  const rows = rowsOf(view);
  expect(rows[0]).toBe('✗ Diverged  2/4 C→A  2/10 A→C');
  const at = rows.findIndex((row) => row.startsWith('✗ C→A   16 session/prompt "Write new.txt."'));
  expect(rows[at - 1]).toMatch(/^✓ A→C {3}15/);
  expect(rows[at + 1]).toMatch(/^ {2}The client left/);
  view.act({ name: 'open' });
  // its leaving is an event: there is no frame to look into
  expect(went).toEqual([['frames', RUN, 5]]);
});

test('a replay that is killed says no more than that', () => {
  const { view, archive } = ready();
  archive.run().say().kill();
  expect(rowsOf(view)[0]).toBe('▲ Killed  1/4 C→A  1/10 A→C');
});

test('Enter opens what a line has become, and the place is there', () => {
  const { view, archive, went } = ready();
  archive.run().sayAll().leave();
  painted(view, 80, 24);
  expect(view.place).toMatchObject({ conversation: { item: { number: RUN } }, seq: 14 });
  view.act({ name: 'first' });
  painted(view, 80, 24);
  view.act({ name: 'open' });
  expect(went).toEqual([['detail', RUN, 1]]);
});

test('what has not come cannot be opened; what came otherwise can', () => {
  const { view, archive, went } = ready();
  const run = archive.run().say();
  painted(view, 80, 24);
  view.act({ name: 'last' });
  painted(view, 80, 24);
  expect(view.act({ name: 'open' })).toMatchObject([{ type: 'say' }]);
  run.say((text) => text.replace('/home/user/project', 'no path'));
  view.act({ name: 'follow' });
  painted(view, 80, 24);
  view.act({ name: 'open' });
  expect(went).toEqual([['detail', RUN, 3]]);
});

test('the latest run is followed, also when it begins while another one goes on', () => {
  const { view, archive } = ready();
  archive.run().say().say();
  expect(rowsOf(view)[0]).toContain('2/4');
  archive.run().say();
  expect(rowsOf(view)[0]).toContain('1/4');
  expect(view.counters()).toEqual([{ text: `run ${RUN + 1}` }]);
});

test('who looks elsewhere stays there while the run goes on', () => {
  const { view, archive } = ready();
  const run = archive.run().say();
  painted(view, 40, 10);
  view.act({ name: 'first' });
  run.sayAll();
  expect(rowsOf(view, 40, 10)[1]).toMatch(/^✓ C→A {3}12 initialize/);
  view.act({ name: 'follow' });
  expect(rowsOf(view, 40, 10).at(-1)).toMatch(/^✓ A→C {3}25/);
});

test('tab goes between the script and how to start it', () => {
  const { view, archive } = ready();
  expect(rowsOf(view).join('\n')).toContain('turntable replay');
  view.act({ name: 'next-pane' });
  expect(rowsOf(view)[2]).toMatch(/^▸ C→A {3}12 initialize/);
  view.act({ name: 'next-pane' });
  archive.run();
  // what the person chose stands until there is something new to look at
  expect(rowsOf(view)[0]).toContain('Replaying');
  view.act({ name: 'next-pane' });
  expect(rowsOf(view).join('\n')).toContain('turntable replay');
  expect(new KeyResolver().take('tab', view.contexts)).toEqual({ type: 'action', name: 'next-pane' });
});

test('what can be copied', () => {
  const { view } = ready();
  const copied = (name: ActionName) => view.act({ name })?.map((intent) => intent.type === 'copy' && intent.text)[0];
  const words = [
    'replay',
    WRITTEN.path,
    ...['--wait', '0', '--record', '--name', NAME, '--db', '/home/me/.local/share/turntable/turntable.db'],
  ];
  expect(copied('copy-command')).toBe(['turntable', ...words].join(' '));
  expect(JSON.parse(String(copied('copy-settings')))).toEqual({ command: 'turntable', args: words });
  expect(copied('copy-snippet')).toContain(`await replayAgent('${WRITTEN.path}');`);
  painted(view, 80, 24);
  expect(copied('copy')).toBe(copied('copy-command'));
  view.act({ name: 'last' });
  painted(view, 80, 24);
  expect(copied('copy')).toBe(WRITTEN.path);
});

test('pieces of one text are one line, which counts them while they are sent', () => {
  const { view, archive } = ready(new Archive(withChunks(40)));
  view.act({ name: 'next-pane' });
  expect(rowsOf(view)[5]).toMatch(/^· A→C {4}5 agent_message_chunk ×40$/);
  const run = archive.run().say().say().hold(10);
  expect(rowsOf(view)[5]).toMatch(/^· A→C {4}5 agent_message_chunk ×10\/40 +#4$/);
  run.letGo();
  expect(rowsOf(view)[5]).toMatch(/^✓ A→C {4}5 agent_message_chunk ×40 +#4$/);
});

test('a long run is read a little at a time', () => {
  const { view, archive } = ready(new Archive(withChunks(1_200)));
  archive.run().sayAll();
  expect(rowsOf(view)[0]).toContain('2/2');
  expect(rowsOf(view)[0]).not.toContain('1202/1202');
  let steps = 0;
  while (view.work()) steps += 1;
  expect(steps).toBeLessThan(5);
  expect(rowsOf(view)[0]).toContain('1202/1202');
});

test('of a fixture that is too long only the run itself is shown', () => {
  const { view, archive, writing } = opened();
  writing.then({ ...WRITTEN, bytes: undefined });
  expect(rowsOf(view).join('\n')).toContain('turntable replay');
  expect(view.act({ name: 'next-pane' })).toMatchObject([{ type: 'say' }]);
  archive.run().say();
  expect(rowsOf(view)[0]).toBe('● The client has connected');
  expect(rowsOf(view)[2]).toBe('  The script is too long to show here. Press 3 to show the frames of the run.');
  expect(view.place).toMatchObject({ conversation: { item: { number: RUN } } });
});

test('of a turn only that is replayed, and of a selection', () => {
  const turn = { sessionId: 's 1', number: 3, first: { seq: 40, at: 0 } } as TurnSummary;
  const conversation = fakeConversation({ turns: [turn] });
  const view = new ReplayView({ conversation, seq: 41 }, { archive: new Archive(), views: viewsTo([]) });
  expect(view.crumb).toBe('Replay of turn 3');
  expect(view.begin()).toMatchObject([
    { words: ['export', '1', '--session=s 1', '--turn=3'], file: 'demo-turn-3.acp' },
  ]);
  const frames = { from: 41, to: 44 };
  const ofFrames = new ReplayView({ conversation, seq: 41, frames }, { archive: new Archive(), views: viewsTo([]) });
  expect(ofFrames.crumb).toBe('Replay of frames 41 to 44');
  expect(ofFrames.begin()).toMatchObject([
    { words: ['export', '1', '--frames=41..44'], file: 'demo-frames-41-44.acp' },
  ]);
});
