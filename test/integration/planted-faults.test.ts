import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import type { Plant } from '../support/checking/faults/fault.js';
import { FAULTS } from '../support/checking/faults.js';
import { complaintsAbout, conversations, Planting, type Conversation } from '../support/checking/planting.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'planted faults', 'there is no corpus beside the repository; TURNTABLE_CORPUS can name it');

/** So many places of a conversation a fault is planted at: the first, the last, and one between. */
const PLACES = 3;

/** So many complaints are shown. */
const SHOWN = 25;

let read: readonly Conversation[] | undefined;

/** All conversations of the corpus, read and checked once. */
function corpus(): readonly Conversation[] {
  return (read ??= conversations());
}

function some(plants: readonly Plant[]): readonly Plant[] {
  if (plants.length <= PLACES) return plants;
  return [0, Math.floor(plants.length / 2), plants.length - 1].flatMap((i) => plants[i] ?? []);
}

test('faults have names of their own', () => {
  const names = Object.values(FAULTS).flatMap((faults) => faults.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

// each is found at the right frame and blamed on the right side, once, and nothing is reported besides
for (const [group, faults] of Object.entries(FAULTS)) {
  describe.runIf(hasCorpus)(`planted faults: ${group}`, () => {
    for (const { name, plants } of faults) {
      test(name, () => {
        const complaints: string[] = [];
        let planted = 0;
        for (const conversation of corpus()) {
          for (const plant of some(plants(conversation))) {
            const planting = new Planting(conversation);
            complaints.push(...complaintsAbout(planting, plant(planting)));
            planted += 1;
          }
        }
        expect(planted, 'no conversation has a place for it').toBeGreaterThan(0);
        expect(complaints.slice(0, SHOWN), `${complaints.length} complaints about ${planted} plants`).toEqual([]);
      });
    }
  });
}
