import type { RequestKey } from '../../model/state/request-key.js';
import type { RecordedFrame } from './recorded.js';
import type { ClientMessage, Script } from './script.js';

/** A request of the agent that is out, and the answer that was recorded. */
export interface Ask {
  readonly frame: RecordedFrame;
  /** Undefined where the recorded client never answered. */
  readonly answer: ClientMessage | undefined;
}

/** The requests of the agent: which are out, and which were answered. */
export class Asks {
  readonly #answerOf = new Map<RecordedFrame, ClientMessage>();
  readonly #out = new Map<RequestKey, Ask[]>();
  readonly #answered = new Map<RequestKey, Ask>();
  readonly #framesOut = new Set<RecordedFrame>();
  /** Those whose answer, whatever it is, is taken: their turn was cancelled. */
  readonly #released = new Set<RecordedFrame>();

  constructor({ messages }: Script) {
    for (const message of messages) if (message.asked !== undefined) this.#answerOf.set(message.frame, message);
  }

  /** A frame of the agent was sent. */
  sent(frame: RecordedFrame): void {
    for (const { kind, key } of frame.said) {
      if (kind !== 'request' || key === undefined) continue;
      const answer = frame.answers.get(key);
      const ask: Ask = { frame, answer: answer && this.#answerOf.get(answer) };
      const out = this.#out.get(key) ?? [];
      out.push(ask);
      this.#out.set(key, out);
      this.#framesOut.add(frame);
    }
  }

  /** The oldest request of that id that waits for its answer. */
  waiting(key: RequestKey): Ask | undefined {
    return this.#out.get(key)?.[0];
  }

  /** The latest request of that id that has its answer. */
  answered(key: RequestKey): Ask | undefined {
    return this.#answered.get(key);
  }

  /** Its answer came. */
  settle(key: RequestKey): void {
    const ask = this.#out.get(key)?.shift();
    if (ask !== undefined) this.#answered.set(key, ask);
  }

  /** Whether the request that a recorded answer belongs to is out. */
  isAsked({ asked }: ClientMessage): boolean {
    return asked === undefined || this.#framesOut.has(asked);
  }

  /** Any answer to this request is right from now on. */
  release(frame: RecordedFrame): void {
    this.#released.add(frame);
  }

  isReleased({ frame }: Ask): boolean {
    return this.#released.has(frame);
  }
}
