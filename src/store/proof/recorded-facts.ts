import { STREAMS, type Stream } from '../../wire/frame.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import { comparableText } from './comparable-text.js';
import { ContentCheck } from './content-check.js';

/** The facts about a recording besides its timeline. Its name is not one of them, because people may change it. */
export interface RecordedFacts {
  readonly id: string;
  readonly source: 'tap' | 'import';
  readonly argv: readonly string[] | undefined;
  readonly cwd: string | undefined;
  /** Wall clock in µs since 1970. */
  readonly startedUs: number;
  readonly recordedUs: number | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[] | undefined;
  /** The process of the tap, as JSON. */
  readonly owner: string | undefined;
  readonly state: string;
  readonly exitCode: number | undefined;
  readonly exitSignal: string | undefined;
  readonly events: number;
  readonly lastNs: number;
  readonly streams: Readonly<Record<Stream, StreamFacts>>;
  /** The damage of the journal. */
  readonly damage: JournalDamage | undefined;
  /** When the wall clock was read, in ns since time zero, and its value, in µs since 1970. */
  readonly anchors: readonly (readonly [atNs: number, wallUs: number])[];
}

export interface StreamFacts {
  readonly frames: number;
  readonly bytes: number;
  readonly lost: number;
  readonly sha256: Uint8Array | undefined;
}

/** The facts by the names that `verify` uses. Values are as in JSON: undefined becomes null in a list. */
const FACTS: Readonly<Record<string, (facts: RecordedFacts) => readonly unknown[]>> = {
  id: ({ id }) => [id],
  source: ({ source }) => [source],
  argv: ({ argv }) => [argv],
  cwd: ({ cwd }) => [comparableText(cwd)],
  start: ({ startedUs, recordedUs }) => [startedUs, recordedUs],
  clock: ({ anchors }) => anchors,
  headers: ({ headers }) => [headers],
  tap: ({ owner }) => [owner],
  end: ({ state, exitCode, exitSignal, lastNs }) => [state, exitCode, comparableText(exitSignal), lastNs],
  counts: ({ events, streams }) => [events, ...STREAMS.map((stream) => countsOf(streams[stream]))],
  damage: ({ damage }) => [damage],
  sums: ({ streams }) => STREAMS.map((stream) => hexOf(streams[stream].sha256)),
};

const FACT_NAMES = Object.keys(FACTS);

function countsOf({ frames, bytes, lost }: StreamFacts): readonly number[] {
  return [frames, bytes, lost];
}

function hexOf(sha256: Uint8Array | undefined): string | undefined {
  return sha256 && Buffer.from(sha256).toString('hex');
}

/**
 * The facts with these names as one text, for the digest. Other versions may know more facts, so each digest stores its own list of names.
 */
export function factsText(facts: RecordedFacts, names: readonly string[] = FACT_NAMES): string {
  return JSON.stringify(names.map((name) => [name, FACTS[name]?.(facts)]));
}

/** A check of each fact, to name the facts that differ. */
export function factChecks(facts: RecordedFacts): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(FACTS).map(([name, read]) => [
      name,
      new ContentCheck().add(Buffer.from(JSON.stringify(read(facts)))).value(),
    ]),
  );
}
