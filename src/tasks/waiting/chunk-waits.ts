import type { Outside, UnfinishedLine } from '../../model/state/wait.js';
import { whyOf } from '../../report/waits/why-answer.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { Sender } from '../../wire/frame.js';
import { joinBytes, LineSplitter } from '../../wire/line-splitter.js';
import { WaitObserver } from './wait-observer.js';

const NEWLINE = 0x0a;

/** Bytes of one side that were passed on. */
export interface PassedChunk {
  readonly sender: Sender;
  readonly bytes: Uint8Array;
  /** In ms of any clock; the first chunk is time zero. */
  readonly atMs: number;
}

/** One side of the traffic so far. */
interface Side {
  readonly splitter: LineSplitter;
  /** The pieces of the unfinished line. */
  begun: Uint8Array[];
  lastMs: number;
}

/** Says who waits for whom in traffic that is not recorded. Each chunk is read once. */
export class ChunkWaits {
  readonly #observer = new WaitObserver();
  readonly #sides: Readonly<Record<Sender, Side>> = { client: this.#newSide('client'), agent: this.#newSide('agent') };
  #startMs: number | undefined;
  #seq = 0;

  take({ sender, bytes, atMs }: PassedChunk): void {
    this.#startMs ??= atMs;
    const side = this.#sides[sender];
    side.lastMs = atMs - this.#startMs;
    side.splitter.push(bytes, side.lastMs * 1e6);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) side.begun = [];
    if (end < bytes.length) side.begun.push(bytes.subarray(end));
  }

  /** A time of the chunks' clock in ms since time zero. */
  timeOf(atMs: number): number {
    return atMs - (this.#startMs ?? atMs);
  }

  /** @param nowMs now, by the clock of the chunks */
  ask(nowMs: number, { stderr }: Pick<Outside, 'stderr'> = {}): WhyJson {
    const unfinished = (['client', 'agent'] as const).flatMap((sender) => this.#unfinished(sender));
    return whyOf(this.#observer.connection, {
      name: 'agent',
      word: undefined,
      state: 'live',
      nowMs: this.timeOf(nowMs),
      hasTimes: true,
      outside: { unfinished, stderr },
      notes: [],
    });
  }

  #newSide(sender: Sender): Side {
    const splitter = new LineSplitter({
      line: ({ bytes, sizeBytes, terminated, lastNs }) => {
        this.#observer.frame({ seq: this.#seq, sender, bytes, sizeBytes, terminated, atNs: lastNs });
        this.#seq += 1;
      },
      part: () => undefined,
    });
    return { splitter, begun: [], lastMs: 0 };
  }

  #unfinished(sender: Sender): UnfinishedLine[] {
    const { splitter, begun, lastMs } = this.#sides[sender];
    const sizeBytes = splitter.unfinishedBytes;
    return sizeBytes === 0 ? [] : [{ sender, bytes: joinBytes(begun), sizeBytes, lastMs }];
  }
}
