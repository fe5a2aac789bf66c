import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectAllThere, killMidway } from '../support/turntable/kill.js';
import { Place } from '../support/turntable/turntable.js';

/** A moment at least 10,000 frames after the start. */
function someMoment(): number {
  return 10_000 + randomInt(15_000);
}

const KILLS = 50;
const A_GROUP = 5;

test(`${KILLS} taps killed at random moments lose no frame that either side received`, async () => {
  let frames = 0;
  for (let done = 0; done < KILLS; done += A_GROUP) {
    const place = new Place();
    const kills = [];
    for (let n = 0; n < A_GROUP; n += 1) kills.push(await killMidway(place, `kill-${n}`, someMoment()));
    frames += await expectAllThere(place, kills);
    await place.clear();
  }
  console.info(`${KILLS} kills, ${frames} frames in the store, none missing`);
  expect(frames).toBeGreaterThan(KILLS * 10_000);
});

test('two taps on one database, both killed at random moments, ten times over', async () => {
  let frames = 0;
  for (let n = 0; n < 10; n += 1) {
    const place = new Place();
    const kills = await Promise.all(['left', 'right'].map((name) => killMidway(place, name, someMoment())));
    frames += await expectAllThere(place, kills);
    await place.clear();
  }
  console.info(`2 x 10 kills, ${frames} frames in the store, none missing`);
});
