const BYTE_UNITS = ['kB', 'MB', 'GB', 'TB'];

/** A size for people: `412 B`, `1.2 kB`, `16 MB` (powers of 1000). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  let unit = '';
  for (const larger of BYTE_UNITS) {
    if (value < 999.5) break;
    value /= 1000;
    unit = larger;
  }
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}

/** A duration for people: `0.3 ms`, `120 ms`, `1.4 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(ns: number): string {
  const ms = ns / 1e6;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  const s = ms / 1000;
  if (s < 59.95) return `${s.toFixed(1)} s`;
  const whole = Math.round(s);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(s / 60);
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  const hours = Math.round(minutes / 60);
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A duration in at most 7 characters: `120 ms`, `1.4 s`, `3m20s`, `2h05m`, `3d04h`. */
export function formatShortDuration(ms: number): string {
  const s = Math.round(ms / 1000);
  if (ms < 59_950) return formatDuration(ms * 1e6);
  const pair = (large: number, unit: string, small: number, smaller: string) =>
    `${large}${unit}${String(small).padStart(2, '0')}${smaller}`;
  if (s < 3600) return pair(Math.floor(s / 60), 'm', s % 60, 's');
  const minutes = Math.round(s / 60);
  if (minutes < 24 * 60) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'm');
  const hours = Math.round(minutes / 60);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** Seconds since time zero, to the millisecond: `12.034`. */
export function formatOffset(ns: number): string {
  return (ns / 1e9).toFixed(3);
}

/**
 * A time since the beginning, as on a clock: `01:41.0`, `1:02:03.4`. It is rounded down, so it never shows a moment that has not come yet.
 */
export function formatClock(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const [hours, minutes, seconds] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, (tenths % 600) / 10];
  const rest = `${String(minutes).padStart(2, '0')}:${seconds.toFixed(1).padStart(4, '0')}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

/** `1 recording`, `2 recordings`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
