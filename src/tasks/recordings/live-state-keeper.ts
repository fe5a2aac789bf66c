import { Observer, tell } from '../../model/observer.js';
import { serializeState } from '../../store/query/checkpoint-state.js';
import { keepLiveState } from '../../store/query/kept-analysis.js';
import { observedEntries, seqOfEntry } from '../../store/query/observed.js';
import { keptState } from '../../store/query/state-at.js';
import type { Database } from '../../store/schema/sqlite.js';
import { derivationMark } from '../derivation-mark.js';

/** Fewer entries than this are folded quickly by whoever asks, and need no state kept. */
const WORTH_KEEPING = 2_000;
/** So many entries are folded between two looks at the journal, which takes some 5 ms. */
const ENTRIES_A_STEP = 512;
/** After a state was written, the next one waits this many times as long as the writing took. */
const REST_TIMES = 20;

/** The state as far as it is folded. */
interface Fold {
  readonly observer: Observer;
  readonly version: string;
  /** The next entry. */
  from: number;
}

/**
 * Keeps the state of a recording while it grows, so that whoever asks about it folds only what came since. Works in small steps,
 * while the ingest has nothing else to do. What goes wrong here harms no recording: without a state everything is folded.
 */
export class LiveStateKeeper {
  readonly #db: Database;
  #fold: Fold | undefined;
  #keptTo = 0;
  #restUntilMs = 0;
  #isOff = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Takes some entries, if enough have come to keep a state of them.
   *
   * @param recording its number
   * @param nextSeq the number of the entry that comes next
   * @returns whether there is more to do at once
   */
  step(recording: number, nextSeq: number): boolean {
    const isDue = nextSeq - this.#keptTo >= WORTH_KEEPING && performance.now() >= this.#restUntilMs;
    if (this.#isOff || !isDue) return false;
    try {
      this.#fold ??= this.#begin(recording);
      if (this.#takeSome(recording, this.#fold)) return true;
      this.#keep(recording, this.#fold);
    } catch {
      this.#isOff = true;
    }
    return false;
  }

  /** To be called if another process brings the recording in: it may take rows back that were folded here. */
  forget(): void {
    this.#fold = undefined;
  }

  #begin(recording: number): Fold {
    const version = derivationMark(this.#db);
    const kept = keptState(this.#db, recording, Infinity, version);
    return { observer: new Observer([], {}, kept?.state), version, from: kept === undefined ? 0 : kept.seq + 1 };
  }

  /** Returns whether there may be more. */
  #takeSome(recording: number, fold: Fold): boolean {
    let left = ENTRIES_A_STEP;
    for (const entry of observedEntries(this.#db, recording, fold.from)) {
      fold.from = seqOfEntry(entry) + 1;
      tell(fold.observer, entry);
      left -= 1;
      if (left === 0) return true;
    }
    return false;
  }

  #keep(recording: number, { observer, version, from }: Fold): void {
    const beganMs = performance.now();
    const state = serializeState(observer.connection);
    keepLiveState(this.#db, recording, { seq: from - 1, state, version });
    this.#keptTo = from;
    const endedMs = performance.now();
    this.#restUntilMs = endedMs + REST_TIMES * (endedMs - beganMs);
  }
}
