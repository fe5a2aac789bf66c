import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Observer } from '../../src/model/observer.js';
import { deserializeState, serializeState } from '../../src/store/checkpoint-state.js';
import { tell, stateAfter, type Observed } from '../support/observing.js';
import { fc } from '../support/property.js';
import { traffic } from '../support/traffic.js';

/** The state after `b` on top of a stored state after `a`. */
function inTwoParts(entries: readonly Observed[], cut: number) {
  const before = deserializeState(serializeState(stateAfter(entries.slice(0, cut))));
  const observer = new Observer([], {}, before);
  tell(observer, entries.slice(cut), cut);
  return observer.connection;
}

describe('the state', () => {
  it('is the same however the conversation is cut, and whatever was stored in between', () => {
    fc.assert(
      fc.property(traffic(), fc.nat(), (entries, place) => {
        const whole = stateAfter(entries);
        const parts = inTwoParts(entries, place % (entries.length + 1));
        if (!isDeepStrictEqual(parts, whole)) expect(parts).toStrictEqual(whole);
      }),
      { numRuns: 500 },
    );
  });
});
