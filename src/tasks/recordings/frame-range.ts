import { TurntableError } from '../../errors.js';
import type { TimelineRange } from '../../store/query/timeline.js';

/**
 * Parses `--frames`: `a..b` with both ends included, of which either may be left out; or one number. Undefined means all.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseFrames(text: string | undefined): TimelineRange {
  if (text === undefined) return {};
  const [, from, dots, to] = /^(\d*)(\.\.)?(\d*)$/.exec(text) ?? [];
  if (from === undefined || (from === '' && dots === undefined)) {
    throw new TurntableError('USAGE', `invalid --frames ${JSON.stringify(text)}: use a..b, a.., ..b or a number`);
  }
  const last = dots === undefined ? from : to;
  return { ...(from !== '' && { from: Number(from) }), ...(last !== undefined && last !== '' && { to: Number(last) }) };
}
