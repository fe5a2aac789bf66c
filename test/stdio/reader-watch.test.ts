import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReaderWatch } from '../../src/stdio/reader-watch.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A relay whose bytes a test moves by hand, and what its watch told. */
function watched(): {
  readonly relay: { readBytes: number; pendingBytes: number };
  readonly watch: ReaderWatch;
  readonly told: string[];
} {
  const relay = { readBytes: 100, pendingBytes: 60 };
  const told: string[] = [];
  const watch = new ReaderWatch(relay, (reads, { pendingBytes, ms }) => {
    told.push(`${reads ? 'reads' : 'has stopped'}, ${pendingBytes} pending, ${ms} ms`);
  });
  return { relay, watch, told };
}

test('a reader that takes nothing for three seconds has stopped, once, and reads again when it takes anything', () => {
  const { relay, watch, told } = watched();
  watch.start();
  vi.advanceTimersByTime(2_999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual(['has stopped, 60 pending, 3000 ms']);
  relay.pendingBytes = 50;
  vi.advanceTimersByTime(1_000);
  expect(told.slice(1)).toEqual(['reads, 50 pending, 8000 ms']);
  vi.advanceTimersByTime(3_000);
  expect(told.slice(2)).toEqual(['has stopped, 50 pending, 3000 ms']);
});

test('a reader that takes all that is left is reported at once', () => {
  const { relay, watch, told } = watched();
  watch.start();
  vi.advanceTimersByTime(3_500);
  relay.pendingBytes = 0;
  watch.drained();
  expect(told.at(-1)).toBe('reads, 0 pending, 3500 ms');
  vi.advanceTimersByTime(10_000);
  expect(told.length).toBe(2);
});

test('a slow reader has not stopped, however much is pending', () => {
  const { relay, watch, told } = watched();
  Object.assign(relay, { readBytes: 1_000_000, pendingBytes: 900_000 });
  watch.start();
  for (let second = 1; second <= 20; second += 1) {
    relay.readBytes += 100_000;
    relay.pendingBytes += second % 3 === 0 ? 99_999 : 100_000;
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([]);
});

test('nothing is looked at while nothing is pending, nor after the end', () => {
  const { relay, watch, told } = watched();
  watch.start();
  relay.pendingBytes = 0;
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  relay.pendingBytes = 60;
  watch.start();
  vi.advanceTimersByTime(3_000);
  watch.stop();
  expect(vi.getTimerCount()).toBe(0);
  // the stream of a client that has gone has nothing pending
  relay.pendingBytes = 0;
  watch.drained();
  expect(told).toEqual(['has stopped, 60 pending, 3000 ms']);
});
