import { expect, test } from 'vitest';
import { spansRound } from '../../../src/screen/transcript/turn-spans.js';
import type { TurnSpan } from '../../../src/screen/transcript/turn-reader.js';

const SPANS = [10, 20, 30].map((from, i): TurnSpan => ({
  sessionId: 's',
  number: i + 1,
  from,
  to: from + 9,
  summary: undefined,
}));

test.each([
  [5, [1, 2, 3], [3, 2, 1]],
  [10, [2, 3, 1], [3, 2, 1]],
  [25, [3, 1, 2], [1, 3, 2]],
  [39, [1, 2, 3], [2, 1, 3]],
])('from entry %i all turns come round, the own one last', (seq, onwards, backwards) => {
  const numbers = (isNext: boolean) => spansRound(SPANS, seq, isNext).map(({ number }) => number);
  expect(numbers(true)).toEqual(onwards);
  expect(numbers(false)).toEqual(backwards);
});
