import type { BusyTime } from '../state/turn.js';

export function busyTime(): BusyTime {
  return { total: 0, open: 0, since: 0 };
}

export function begin(time: BusyTime, at: number): void {
  if (time.open === 0) time.since = at;
  time.open += 1;
}

export function finish(time: BusyTime, at: number): void {
  if (time.open === 0) return;
  time.open -= 1;
  if (time.open === 0) time.total += at - time.since;
}

/** The total at a certain time, in ms, including things that are still going on. */
export function busyUntil({ total, open, since }: Readonly<BusyTime>, at: number): number {
  return open === 0 ? total : total + Math.max(0, at - since);
}
