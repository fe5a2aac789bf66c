import type { Database } from '../schema/sqlite.js';
import { blockDifferences, type Aspect, type BlockChecks, type EntryDifference } from './block-checks.js';
import { factChecks, factsText, type RecordedFacts } from './recorded-facts.js';
import { TimelineDigest, type DigestEvent, type DigestFrame } from './timeline-digest.js';

/** The type of an entry now; undefined if it is gone. */
export type EntryType = 'frame' | 'event' | undefined;

/** Entries that are not as they were recorded, from the first to the last number. */
export interface EntriesDifference {
  readonly type: EntryType;
  readonly from: number;
  readonly to: number;
  /** `missing`: they were recorded. `added`: they were not. `index`: the columns that lists and filters use do not match the frames. */
  readonly what: EntryDifference['what'] | 'index';
  /** For a changed entry, the aspects that may have changed; empty if they are not known. */
  readonly aspects: readonly Aspect[];
}

/** `fact`: a fact about the recording differs. `digest`: the sum differs, but the place is not known. */
export type Difference =
  EntriesDifference | { readonly what: 'fact'; readonly fact: string } | { readonly what: 'digest' };

/** Compares a timeline with the digest that was stored for it. */
export class TimelineComparison {
  /** False for a live recording, and for one from before digests existed. */
  readonly isKept: boolean;
  readonly #digest = new TimelineDigest();
  readonly #kept: { readonly sha256: Buffer; readonly facts: string } | undefined;
  readonly #blocksBetween;
  readonly #recording: number;
  readonly #entries: EntryDifference[] = [];
  readonly #events = new Set<number>();
  #nextBlock = 0;

  constructor(db: Database, recording: number) {
    this.#recording = recording;
    this.#kept = db.prepare('SELECT sha256, facts FROM digest WHERE recording = ?').get(recording) as
      { sha256: Buffer; facts: string } | undefined;
    this.isKept = this.#kept !== undefined;
    this.#blocksBetween = db.prepare(
      'SELECT n, checks FROM digest_block WHERE recording = ? AND n >= ? AND n <= ? ORDER BY n',
    );
  }

  frame(seq: number, frame: DigestFrame): void {
    this.#compare(this.#digest.frame(seq, frame));
  }

  event(seq: number, event: DigestEvent): void {
    this.#events.add(seq);
    this.#compare(this.#digest.event(seq, event));
  }

  /** Call this once, after the last entry. Returns the sum of the timeline, and its differences from the recorded one. */
  end(facts: RecordedFacts): { readonly sha256: string; readonly differences: readonly Difference[] } {
    const last = this.#digest.lastBlock();
    this.#compare(last);
    this.#missingUntil(Number.MAX_SAFE_INTEGER);
    const keptChecks = parsedFacts(this.#kept?.facts);
    const sha256 = this.#digest.sha256(factsText(facts, keptChecks && Object.keys(keptChecks)));
    // if the sum is right, everything is right; the checks only show where a difference is
    const isSame = this.#kept === undefined || this.#kept.sha256.equals(sha256);
    return { sha256: sha256.toString('hex'), differences: isSame ? [] : this.#differences(facts, keptChecks) };
  }

  #differences(facts: RecordedFacts, keptChecks: object = {}): Difference[] {
    const checks = factChecks(facts);
    const differing = Object.entries(keptChecks).filter(([name, check]) => checks[name] !== check);
    const found: Difference[] = [
      ...joined(this.#entries.map((entry) => ({ ...entry, type: this.#typeOf(entry) }))),
      ...differing.map(([fact]): Difference => ({ what: 'fact', fact })),
    ];
    return found.length === 0 ? [{ what: 'digest' }] : found;
  }

  #typeOf({ from, what }: EntryDifference): EntryType {
    if (what === 'missing') return undefined;
    return this.#events.has(from) ? 'event' : 'frame';
  }

  #compare(found: BlockChecks | undefined): void {
    if (found === undefined || !this.isKept) return;
    this.#missingUntil(found.index - 1);
    const [kept] = this.#keptChecks(found.index, found.index);
    this.#entries.push(...blockDifferences(found.index, kept?.checks, found.bytes));
    this.#nextBlock = found.index + 1;
  }

  #missingUntil(last: number): void {
    for (const { n, checks } of this.#keptChecks(this.#nextBlock, last)) {
      this.#entries.push(...blockDifferences(n, checks));
    }
  }

  #keptChecks(from: number, to: number): { readonly n: number; readonly checks: Buffer }[] {
    return this.#blocksBetween.all(this.#recording, from, to) as { n: number; checks: Buffer }[];
  }
}

/** Parses the stored checks. A stranger's database may hold anything there. */
function parsedFacts(json: string | undefined): object | undefined {
  try {
    const facts: unknown = json && JSON.parse(json);
    return typeof facts === 'object' && facts !== null ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** Joins consecutive entries with the same kind of difference into one. */
export function joined(differences: readonly EntriesDifference[]): EntriesDifference[] {
  const all: EntriesDifference[] = [];
  for (const next of differences) {
    const last = all.at(-1);
    const goesOn = last !== undefined && last.to + 1 === next.from && wayOf(last) === wayOf(next);
    if (goesOn) all.push({ ...all.pop(), ...next, from: last.from });
    else all.push(next);
  }
  return all;
}

function wayOf({ type, what, aspects }: EntriesDifference): string {
  return [type, what, ...aspects].join(' ');
}
