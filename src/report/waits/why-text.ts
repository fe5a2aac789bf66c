import { escapeUnsafe } from '../../wire/plain-text.js';
import type { WhyJson } from './why-json-schema.js';
import { formatCount } from '../quantities.js';
import { liveText } from '../recording-end.js';

/** A line of the page, safe for a terminal. */
export interface PageLine {
  readonly text: string;
  readonly look: 'title' | 'headline' | 'fact' | 'guess' | 'dim';
}

/** More waits are only counted. */
const MOST_NOTES = 5;

/** The answer of `turntable why` as a page. */
export function* whyPage(why: WhyJson): Generator<PageLine> {
  yield { text: escapeUnsafe(`${why.recording}: ${standingText(why)}`), look: 'title' };
  for (const wait of why.waits) yield* waitLines(wait);
  if (why.notes.length > 0) yield { text: '', look: 'dim' };
  for (const note of why.notes) yield { text: escapeUnsafe(`note: ${note}`), look: 'dim' };
}

/** How a recording stands: `live, waiting 6.2 s`. */
function standingText({ state, waitingMs, waits }: WhyJson): string {
  const what = state === 'live' ? 'live' : state === 'killed' ? 'its tap was killed' : 'ended';
  if (waits.length === 0) return `${what}, nothing is owed`;
  if (state === 'live') return liveText(waitingMs);
  return `${what} while ${formatCount(waits.length, 'thing')} ${waits.length === 1 ? 'was' : 'were'} owed`;
}

/** How a live recording stands and what it waits for, for who asked something else: in a line each. */
export function liveNotes({ waitingMs, waits }: WhyJson): string[] {
  return [liveText(waitingMs), ...waitNotes(waits)];
}

function waitNotes(waits: WhyJson['waits']): string[] {
  const shown = waits.slice(0, MOST_NOTES).map(({ headline }) => headline);
  return waits.length > MOST_NOTES ? [...shown, `and ${waits.length - MOST_NOTES} more: turntable why`] : shown;
}

function* waitLines({ headline, lines, causes, next, spans }: WhyJson['waits'][number]): Generator<PageLine> {
  const session = spans.at(-1)?.sessionId;
  yield { text: '', look: 'dim' };
  yield { text: escapeUnsafe(headline), look: 'headline' };
  if (session !== null && session !== undefined) yield { text: escapeUnsafe(`  session  ${session}`), look: 'dim' };
  for (const { certainty, text, seq } of lines) {
    const place = seq === null ? '' : ` (frame ${seq})`;
    yield { text: escapeUnsafe(`  ${certainty.padEnd(7)}  ${text}${place}`), look: certainty };
  }
  for (const text of causes) yield { text: escapeUnsafe(`  usually  ${text}`), look: 'dim' };
  for (const text of next) yield { text: escapeUnsafe(`  next     ${text}`), look: 'dim' };
}
