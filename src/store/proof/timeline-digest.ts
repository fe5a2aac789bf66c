import { createHash, type Hash } from 'node:crypto';
import { STREAMS, type EventFields, type EventName, type Stream } from '../../wire/frame.js';
import { BlockBuilder, blockOf, type BlockChecks } from './block-checks.js';
import { ContentCheck } from './content-check.js';

/** The parts of a frame that are summed up. */
export interface DigestFrame {
  readonly stream: Stream;
  readonly terminated: boolean;
  readonly sizeBytes: number;
  /** Arrival of its first and its last byte, in ns since time zero. */
  readonly firstNs: number | undefined;
  readonly lastNs: number | undefined;
  /** The {@link ContentCheck} of its bytes. */
  readonly content: number;
}

/** The parts of an event that are summed up. */
export interface DigestEvent {
  readonly name: EventName;
  readonly fields: EventFields;
  readonly atNs: number | undefined;
}

const EVENT_KIND = 0xff;
const UTF8 = new TextEncoder();

/**
 * The sum of a timeline: senders, order, sizes and times of frames, and all events. It does not depend on how rows are stored.
 *
 * It contains the bytes of frames only as {@link ContentCheck}s. The SHA-256 sum of each stream covers the bytes themselves, and the sizes
 * in this sum say which bytes belong to which frame.
 */
export class TimelineDigest {
  readonly #hash: Hash = createHash('sha256').update('turntable timeline 1\n');
  readonly #block = new BlockBuilder();
  #events: string[] = [];

  /** Adds a frame; the numbers of entries must not decrease. If the frame begins a new block, returns the checks of the block before. */
  frame(
    seq: number,
    { stream, terminated, sizeBytes, firstNs, lastNs, content }: DigestFrame,
  ): BlockChecks | undefined {
    const completed = this.#turnTo(seq);
    const kind = STREAMS.indexOf(stream) + 1;
    this.#block.put(seq, { kind, terminated, sizeBytes, firstNs, lastNs, content });
    return completed;
  }

  /** Adds an event, like {@link frame}. */
  event(seq: number, { name, fields, atNs }: DigestEvent): BlockChecks | undefined {
    const completed = this.#turnTo(seq);
    const text = JSON.stringify([name, fields]);
    const content = new ContentCheck().add(UTF8.encode(text)).value();
    const times = { firstNs: atNs, lastNs: atNs };
    this.#block.put(seq, { kind: EVENT_KIND, terminated: true, sizeBytes: 0, ...times, content });
    this.#events.push(text);
    return completed;
  }

  /** The checks of the last block. */
  lastBlock(): BlockChecks | undefined {
    return this.#completed();
  }

  /** The sum of all entries and of `facts`; nothing can be added afterwards. */
  sha256(facts: string): Buffer {
    return this.#hash.update(facts).digest();
  }

  #turnTo(seq: number): BlockChecks | undefined {
    return this.#block.isEmpty || this.#block.index === blockOf(seq) ? undefined : this.#completed();
  }

  #completed(): BlockChecks | undefined {
    if (this.#block.isEmpty) return undefined;
    this.#hash.update(`${this.#block.index}\n`).update(this.#block.bytes).update(JSON.stringify(this.#events));
    const checks = this.#block.checks();
    this.#block.clear();
    this.#events = [];
    return checks;
  }
}
