import type { UnfinishedLine } from '../model/state/wait.js';
import { whyPage } from '../report/waits/why-text.js';
import { whyOf } from '../report/waits/why-answer.js';
import type { WhyJson } from '../report/waits/why-json-schema.js';
import { WaitObserver } from '../tasks/waiting/wait-observer.js';
import type { Sender } from '../wire/frame.js';
import { joinBytes, LineSplitter } from '../wire/line-splitter.js';
import type { PassedChunk, Traffic } from './traffic.js';
import type { Waiting } from './types.js';

const NEWLINE = 0x0a;

/** One side, as far as it has spoken. */
interface Side {
  readonly splitter: LineSplitter;
  /** Of the line that has begun. */
  begun: Uint8Array[];
  lastMs: number;
}

/** Says of the traffic of an agent what is waited for; reads each chunk once. */
export class TrafficWaits {
  readonly #traffic: Traffic;
  readonly #observer = new WaitObserver();
  readonly #sides: Readonly<Record<Sender, Side>> = { client: this.#newSide('client'), agent: this.#newSide('agent') };
  #startMs: number | undefined;
  #seq = 0;

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  ask(): Waiting {
    for (const chunk of this.#traffic.take()) this.#take(chunk);
    const { nowMs } = this.#traffic;
    const unfinished = (['client', 'agent'] as const).flatMap((sender) => this.#unfinished(sender));
    return withText(
      whyOf(this.#observer.connection, {
        name: 'agent',
        word: undefined,
        state: 'live',
        nowMs: nowMs - (this.#startMs ?? nowMs),
        hasTimes: true,
        outside: { unfinished },
        notes: [],
      }),
    );
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

  #take({ sender, bytes, atMs }: PassedChunk): void {
    this.#startMs ??= atMs;
    const side = this.#sides[sender];
    side.lastMs = atMs - this.#startMs;
    side.splitter.push(bytes, side.lastMs * 1e6);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) side.begun = [];
    if (end < bytes.length) side.begun.push(bytes.subarray(end));
  }

  #unfinished(sender: Sender): UnfinishedLine[] {
    const { splitter, begun, lastMs } = this.#sides[sender];
    const sizeBytes = splitter.unfinishedBytes;
    return sizeBytes === 0 ? [] : [{ sender, bytes: joinBytes(begun, sizeBytes), sizeBytes, lastMs }];
  }
}

/** With the page that `turntable why` prints. */
export function withText(answer: WhyJson): Waiting {
  return { text: [...whyPage(answer)].map(({ text }) => text).join('\n'), ...answer };
}
