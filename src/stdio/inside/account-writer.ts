import { closeSync, openSync, writeSync } from 'node:fs';
import { accountLine, lostLine, MOST_ACCOUNT_BYTES } from '../../inside/account.js';
import type { InnerSpan } from '../../inside/inner-span.js';

/** Room for the last line, in bytes. */
const LAST_LINE_BYTES = 64;
/** Kept until the file is known, in bytes: it is as soon as the agent runs. */
const MOST_EARLY_BYTES = 1024 * 1024;

/**
 * Appends what an agent tells of itself to a file of its own. It never throws: what cannot be written, or is too much, is counted,
 * and the count is written at the end.
 */
export class AccountWriter {
  #fd: number | undefined;
  #early: string[] = [];
  #bytes = 0;
  #lost = 0;
  /** A line may have been written in part. */
  #isTorn = false;
  #isClosed = false;

  /** Makes the file, for this user alone. It must not exist. */
  open(path: string): void {
    try {
      this.#fd = openSync(path, 'ax', 0o600);
    } catch {
      this.#isClosed = true;
      return;
    }
    const early = this.#early;
    this.#early = [];
    this.#bytes = 0;
    for (const line of early) this.#append(line);
  }

  readonly take = (spans: readonly InnerSpan[]): void => {
    for (const span of spans) this.#append(`${accountLine(span)}\n`);
  };

  /** Writes the end. */
  close(): void {
    if (this.#fd === undefined) return;
    this.#write(`${lostLine(this.#lost)}\n`);
    closeSync(this.#fd);
    this.#fd = undefined;
    this.#isClosed = true;
  }

  #append(line: string): void {
    const size = Buffer.byteLength(line);
    const most = this.#fd === undefined ? MOST_EARLY_BYTES : MOST_ACCOUNT_BYTES - LAST_LINE_BYTES;
    if (this.#isClosed || this.#bytes + size > most) {
      this.#lost += 1;
      return;
    }
    if (this.#fd === undefined) this.#early.push(line);
    else if (!this.#write(line)) {
      this.#lost += 1;
      return;
    }
    this.#bytes += size;
  }

  #write(line: string): boolean {
    if (this.#fd === undefined) return false;
    try {
      const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line);
      const written = writeSync(this.#fd, bytes);
      this.#isTorn = written < bytes.length;
      return !this.#isTorn;
    } catch {
      // the disk is full
      return false;
    }
  }
}
