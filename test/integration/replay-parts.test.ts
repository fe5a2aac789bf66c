import { expect, test } from 'vitest';
import { cutSource } from '../../src/fixture/cut/cut.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { sourceOfText, violationsOf } from '../support/fixtures/fixture-sources.js';
import { fc } from '../support/values/property.js';
import { FLAWLESS } from '../support/replay/clients/judging.js';
import { randomConversation } from '../support/replay/clients/random.js';
import { fixtureOf } from '../support/replay/clients/recorded.js';
import {
  corpusParts,
  corpusRanges,
  holdsSecrets,
  inLockStep,
  partsOf,
  verdictsOf,
} from '../support/replay/replayed-parts.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'replay of parts of real conversations', 'there is no corpus; TURNTABLE_CORPUS can name it');

/** All of them are tried in test/long. */
const EACH = 6;

test.runIf(hasCorpus)(
  'real conversations, their sessions and their turns replay alone: as they are, normalised, redacted (one in six)',
  async () => {
    const some = [...corpusParts()].filter((_, i) => i % EACH === 0);
    for (const part of some) {
      for (const [way, verdict] of Object.entries(await verdictsOf(part))) {
        expect([part.what, way, verdict]).toEqual([part.what, way, FLAWLESS]);
      }
    }
    expect(some.length).toBeGreaterThan(50);
    expect(some.filter(holdsSecrets).length).toBeGreaterThan(5);
  },
  60_000,
);

test('sessions and turns of random conversations replay alone', async () => {
  await fc.assert(
    fc.asyncProperty(randomConversation, async (conversation) => {
      for (const part of partsOf('random', sourceOfText(fixtureOf(conversation)))) {
        for (const [way, verdict] of Object.entries(await verdictsOf(part))) {
          expect([part.what, way, verdict]).toEqual([part.what, way, FLAWLESS]);
        }
      }
    }),
    { numRuns: 15 },
  );
});

test.runIf(hasCorpus)(
  'any range of frames of a real conversation replays alone, and breaks no rule that the whole does not break',
  async () => {
    let count = 0;
    for (const { what, part, whole } of corpusRanges(2)) {
      expect([what, await inLockStep(part)]).toEqual([what, FLAWLESS]);
      const known = new Set(violationsOf(whole).map(({ rule }) => rule));
      const found = violationsOf(part).filter(({ rule, severity }) => severity !== 'info' && !known.has(rule));
      expect([what, found.map(({ message }) => message)]).toEqual([what, []]);
      count += 1;
    }
    expect(count).toBeGreaterThan(150);
  },
  60_000,
);

test('any range of frames of random conversations replays alone', async () => {
  const place = fc.record({ at: fc.double({ min: 0, max: 0.99, noNaN: true }), length: fc.nat({ max: 30 }) });
  await fc.assert(
    fc.asyncProperty(randomConversation, place, async (conversation, { at, length }) => {
      const from = Math.floor(at * conversation.entries.length);
      const whole = sourceOfText(fixtureOf(conversation));
      const cut = cutSource(whole, { frames: { from, to: from + length } }, 'random');
      expect(cut.ok).toBe(true);
      if (cut.ok) expect(await inLockStep(cut.source)).toEqual(FLAWLESS);
    }),
    { numRuns: 150 },
  );
});
