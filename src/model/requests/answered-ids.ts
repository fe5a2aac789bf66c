import { dropOldest } from '../drop-oldest.js';
import type { AnsweredIds } from '../state/exchange.js';
import type { RequestKey } from '../state/request-key.js';

/** At most this many ids that are not integers are remembered. A second answer after more than that goes unnoticed. */
const REMEMBERED = 50_000;
/** For at most this many answers the place is remembered. */
const PLACED = 1_000;

export function rememberAnswered(ids: AnsweredIds, key: RequestKey, seq: number): void {
  ids.places.delete(key);
  ids.places.set(key, seq);
  dropOldest(ids.places, PLACED);
  const number = integerOf(key);
  if (number !== undefined && addToRanges(ids.ranges, number)) return;
  ids.others.add(key);
  dropOldest(ids.others, REMEMBERED);
}

export function wasAnswered(ids: AnsweredIds, key: RequestKey): boolean {
  const number = integerOf(key);
  return (
    ids.others.has(key) || (number !== undefined && ids.ranges.some(([from, to]) => from <= number && number <= to))
  );
}

function integerOf(key: RequestKey): number | undefined {
  const number = /^-?\d{1,15}$/.test(key) ? Number(key) : undefined;
  return number;
}

/** False if the ids are so scattered that ranges save nothing. */
function addToRanges(ranges: [number, number][], id: number): boolean {
  for (let i = ranges.length - 1; i >= 0; i -= 1) {
    const range = ranges[i];
    if (range === undefined) break;
    if (id >= range[0] && id <= range[1]) return true;
    if (id === range[1] + 1) {
      range[1] = id;
      return true;
    }
    if (id === range[0] - 1) {
      range[0] = id;
      return true;
    }
  }
  if (ranges.length >= 64) return false;
  ranges.push([id, id]);
  return true;
}
