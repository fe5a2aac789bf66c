import { expect, test } from 'vitest';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { FLAWLESS } from '../support/replay/clients/judging.js';
import { corpusParts, verdictsOf } from '../support/replay/replayed-parts.js';
import { skipLoudly } from '../support/processes/skip.js';

skipLoudly(!hasCorpus, 'replay of parts of real conversations', 'there is no corpus; TURNTABLE_CORPUS can name it');

test.runIf(hasCorpus)(
  'every real conversation, session and turn replays alone: as it is, normalised, redacted',
  async () => {
    let count = 0;
    for (const part of corpusParts()) {
      for (const [way, verdict] of Object.entries(await verdictsOf(part))) {
        expect([part.what, way, verdict]).toEqual([part.what, way, FLAWLESS]);
      }
      count += 1;
    }
    expect(count).toBeGreaterThan(300);
  },
);
