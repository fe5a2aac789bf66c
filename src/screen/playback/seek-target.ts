/** The place where the play head should go. */
export type SeekTarget =
  | { readonly type: 'time'; readonly ms: number }
  | { readonly type: 'frame'; readonly seq: number }
  | { readonly type: 'by'; readonly ms: number }
  | { readonly type: 'turn'; readonly number: number };

export const SEEK_FORMS = '1:23.5, #5118, +5s, -5s or turn 3';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/**
 * Parses the argument of `seek`: a time since the beginning (`1:23.5`, `1:02:03`, `90s`), a frame (`#5118`), a distance (`+5s`, `-1:30`) or
 * a turn (`turn 3`).
 *
 * @returns undefined if it is none of these
 */
export function parseSeekTarget(text: string): SeekTarget | undefined {
  const [, frame] = /^#(\d{1,12})$/.exec(text.trim()) ?? [];
  if (frame !== undefined) return { type: 'frame', seq: Number(frame) };
  const [, turn] = /^turn\s+(\d{1,12})$/i.exec(text.trim()) ?? [];
  if (turn !== undefined) return { type: 'turn', number: Number(turn) };
  const [, sign, time = ''] = /^([+-]?)\s*(.+)$/.exec(text.trim()) ?? [];
  const ms = parsedTime(time);
  if (ms === undefined || sign === undefined) return undefined;
  if (sign === '') return { type: 'time', ms };
  return { type: 'by', ms: sign === '-' ? -ms : ms };
}

/** A time in ms: `1:23.5`, `1:02:03`, `83.5`, `90s`, `250ms`, `2m`. */
function parsedTime(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d{1,6})?)\s*(ms|s|m|h)?$/.exec(text) ?? [];
  if (amount !== undefined) return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
  const [, hours = '0', minutes, seconds] = /^(?:(\d{1,6}):)?(\d{1,6}):([0-5]?\d(?:\.\d{1,6})?)$/.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) return undefined;
  return Number(hours) * UNIT_MS.h + Number(minutes) * UNIT_MS.m + Number(seconds) * UNIT_MS.s;
}
