import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Conversation } from '../../../src/view/screen/conversation.js';
import { ReplayView } from '../../../src/view/screen/replay-view.js';
import type { View } from '../../../src/view/screen/view.js';
import { fakeConversation } from '../../support/fake-conversation.js';
import { goldenScreens, painted } from '../../support/painted.js';
import { PLACES, ReplayedRun } from '../../support/replayed-run.js';

const PATH = fileURLToPath(new URL('../../../fixtures/conversations/tool-call-rejected.acp', import.meta.url));
const FIXTURE = readFileSync(PATH);
const WRITTEN = { path: '/home/me/.local/share/turntable/replays/demo.acp', bytes: FIXTURE };
const NAME = 'replay-of-demo';

class Archive {
  readonly path = '/home/me/.local/share/turntable/turntable.db';
  readonly runs: ReplayedRun[] = [];
  readonly older = [{ ...fakeConversation({}).item, number: 6, label: NAME }];

  get recordings() {
    return [...this.runs.map(({ conversation }) => conversation.item).reverse(), ...this.older];
  }

  /** A client starts the replay. */
  run(): ReplayedRun {
    const number = this.runs.length + 7;
    const run = new ReplayedRun(FIXTURE, { number, label: NAME, startedUs: number });
    this.runs.push(run);
    return run;
  }

  conversation(number: number): Conversation | undefined {
    return this.runs[number - 7]?.conversation;
  }

  places() {
    return PLACES;
  }
}

function opened(archive = new Archive()) {
  const went: [string, number | undefined, number | undefined][] = [];
  const went_to = (where: string) => (to: Conversation, seq?: number) => {
    went.push([where, to.item.number, seq]);
    return viewNever as never;
  };
  const views = { detail: went_to('detail'), frames: went_to('frames') };
  const view = new ReplayView(fakeConversation({}), { archive, views }, undefined);
  const [writing] = view.begin();
  if (writing?.type !== 'write-fixture') throw new Error('a fixture is written first');
  return { archive, view, went, writing };
}

const viewNever = {} as View;

function ready(archive = new Archive()) {
  const made = opened(archive);
  made.writing.then(WRITTEN);
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
