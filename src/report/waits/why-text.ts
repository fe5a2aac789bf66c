import { escapeUnsafe } from '../../wire/plain-text.js';
import type { WhyJson } from './why-json-schema.js';
import { formatCount } from '../quantities.js';
import { liveText } from '../recording-end.js';

/** A line of the page, safe for a terminal. */
export interface PageLine {
  /** The word before the text; empty for titles, headlines and notes. */
  readonly label: string;
  readonly text: string;
  readonly look: 'title' | 'headline' | 'fact' | 'guess' | 'dim';
  /** The frame that shows it. */
  readonly seq?: number | undefined;
}

/** The most waits that are listed; further ones are only counted. */
const MOST_NOTES = 5;

const EMPTY: PageLine = { label: '', text: '', look: 'dim' };

/** The answer of `turntable why` as a page. */
export function* whyPage(why: WhyJson): Generator<PageLine> {
  yield { label: '', text: escapeUnsafe(`${why.recording}: ${standingText(why)}`), look: 'title' };
  for (const wait of why.waits) yield* waitLines(wait);
  if (why.notes.length > 0) yield EMPTY;
  for (const note of why.notes) yield { label: '', text: escapeUnsafe(`note: ${note}`), look: 'dim' };
}

/** A line of the page, ready to print. */
export function pageLineText({ label, text }: PageLine): string {
  return label === '' ? text : `  ${label.padEnd(LABEL_WIDTH)}  ${text}`;
}

/** The longest label, in characters. */
export const LABEL_WIDTH = 'session'.length;

/** The state of a recording: `live, waiting for agent 6.2 s`. */
export function standingText(why: WhyJson): string {
  const { state, waits } = why;
  const what = state === 'live' ? 'live' : state === 'killed' ? 'its tap was killed' : 'ended';
  if (waits.length === 0) return `${what}, nothing is owed`;
  if (state === 'live') return liveText(why);
  return `${what} while ${formatCount(waits.length, 'thing')} ${waits.length === 1 ? 'was' : 'were'} owed`;
}

/** The state of a live recording and its waits, one line each: notes for commands that answer another question. */
export function liveNotes(why: WhyJson): string[] {
  return [liveText(why), ...waitNotes(why.waits)];
}

function waitNotes(waits: WhyJson['waits']): string[] {
  const shown = waits.slice(0, MOST_NOTES).map(({ headline }) => headline);
  return waits.length > MOST_NOTES ? [...shown, `and ${waits.length - MOST_NOTES} more: turntable why`] : shown;
}

function* waitLines({ headline, lines, causes, next, spans, cause }: WhyJson['waits'][number]): Generator<PageLine> {
  const session = spans.at(-1)?.sessionId;
  const seq = spans.find(({ id }) => id === cause)?.seq;
  yield EMPTY;
  yield { label: '', text: escapeUnsafe(headline), look: 'headline', seq };
  if (session !== null && session !== undefined) {
    yield { label: 'session', text: escapeUnsafe(session), look: 'dim', seq };
  }
  for (const line of lines) {
    const place = line.seq === null ? '' : ` (frame ${line.seq})`;
    const text = escapeUnsafe(`${line.text}${place}`);
    yield { label: line.certainty, text, look: line.certainty, seq: line.seq ?? seq };
  }
  for (const text of causes) yield { label: 'usually', text: escapeUnsafe(text), look: 'dim', seq };
  for (const text of next) yield { label: 'next', text: escapeUnsafe(text), look: 'dim', seq };
}
