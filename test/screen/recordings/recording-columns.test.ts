import { expect, test } from 'vitest';
import type { Archive, ViewMaker } from '../../../src/screen/frame/archive.js';
import type { RecordingItem } from '../../../src/screen/frame/conversation.js';
import { RecordingsView } from '../../../src/screen/recordings/recordings-view.js';
import type { WhyJson } from '../../../src/report/waits/why-json-schema.js';
import { HANGING, sampleWhy } from '../../support/report/sample-why.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';

const { item: ENDED } = fakeConversation({});
const LIVE: RecordingItem = { ...ENDED, state: 'live', end: 'live', frames: 8 };

/** The list of these recordings, with who waits for whom in those that are live. */
function listOf(...shown: readonly (readonly [item: RecordingItem, why?: WhyJson])[]): RecordingsView {
  const archive: Archive = {
    recordings: shown.map(([item], i) => ({ ...item, number: i + 1, label: `recording-${i + 1}` })),
    path: '/t.db',
    survey: () => undefined,
    conversation: () => undefined,
    waits: (number) => shown[number - 1]?.[1],
    descriptions: () => undefined,
    places: () => undefined,
    rule: () => undefined,
  };
  return new RecordingsView(archive, {} as ViewMaker);
}

const WAITING = [LIVE, sampleWhy()] as const;
const STUCK = [LIVE, sampleWhy({ nowMs: 200_000 }, HANGING.slice(0, 6))] as const;
const QUIET = [LIVE, sampleWhy({}, HANGING.slice(0, 4))] as const;

test('live recordings say who is waited for, and what may be stuck', async () => {
  const list = () => listOf(STUCK, WAITING, QUIET, [ENDED]);
  await expect(goldenScreens(list)).toMatchFileSnapshot('../../golden/screen/recordings-live.txt');
});

test('there is no column for it where nothing is owed', () => {
  expect(painted(listOf(QUIET, [ENDED]), 120, 40).toString()).not.toContain('Waits for');
  expect(painted(listOf(WAITING), 120, 40).toString()).toContain('Waits for');
});

test('time goes on while a recording is live', () => {
  const live = listOf(QUIET);
  painted(live, 80, 24);
  expect(live.tick()).toBe(1_000);
  const ended = listOf([ENDED]);
  painted(ended, 80, 24);
  expect(ended.tick()).toBeUndefined();
});
