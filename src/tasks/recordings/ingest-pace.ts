import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestStep } from '../../store/journal/ingest-step.js';
import { untilWritten } from './until-written.js';

/** What a tap writes is brought in so much later, in ms: soon enough for who watches, and many frames in one commit. */
const GATHER_MS = 8;
/** A journal that is not written to is looked at again after so long, in ms: its tap may have died. */
const QUIET_MS = 100;
/**
 * If a tap writes more than this between two steps, in bytes, it needs the machine for itself. The ingest then pauses, in ms, and catches
 * up later. It checks every `lookMs` whether the flood is over.
 */
const FLOOD = { bytes: 512 * 1024, pauseMs: 200, lookMs: 20 };

/** Decides when an ingest looks at its journal again. */
export class IngestPace {
  readonly #journal: string;
  readonly #sizeBytes: () => number;
  #knownBytes = 0;

  /** @param sizeBytes how much the journal holds by now */
  constructor(journal: string, sizeBytes: () => number) {
    this.#journal = journal;
    this.#sizeBytes = sizeBytes;
  }

  /**
   * Waits until the next step is due.
   *
   * @param seenBytes what the journal held before the last step
   */
  async afterStep(step: IngestStep, seenBytes: number): Promise<void> {
    const grownBytes = this.#sizeBytes() - this.#knownBytes;
    this.#knownBytes += grownBytes;
    if (step === 'more') {
      if (grownBytes > FLOOD.bytes) await this.#stepBack();
      return;
    }
    const isWritten = (): boolean => this.#sizeBytes() > seenBytes;
    await untilWritten(this.#journal, isWritten, { mostMs: QUIET_MS });
    if (isWritten()) await sleep(GATHER_MS);
  }

  async #stepBack(): Promise<void> {
    const enoughBytes = (FLOOD.bytes * FLOOD.lookMs) / FLOOD.pauseMs;
    for (let waitedMs = 0; waitedMs < FLOOD.pauseMs; waitedMs += FLOOD.lookMs) {
      const before = this.#sizeBytes();
      await sleep(FLOOD.lookMs);
      if (this.#sizeBytes() - before < enoughBytes) return;
    }
  }
}
