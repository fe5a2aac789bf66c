import { expect, test } from 'vitest';
import { hasCorpus } from '../support/corpus.js';
import { FLAWLESS } from '../support/replay-clients/judging.js';
import { corpusParts, holdsSecrets, verdictsOf } from '../support/replayed-parts.js';
import { skipLoudly } from '../support/skip.js';

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
