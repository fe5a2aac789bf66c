import type { RequestKey } from '../../model/state/request-key.js';
import type { RecordedFrame } from './recorded.js';
import type { ClientMessage, Script } from './script.js';

/** A sent request of the agent, and its recorded answer. */
export interface Ask {
  readonly frame: RecordedFrame;
  /** Undefined if the recorded client never answered. */
  readonly answer: ClientMessage | undefined;
}

/** The requests of the agent: which were sent, and which were answered. */
export class Asks {
  readonly #answerOf = new Map<RecordedFrame, ClientMessage>();
  readonly #out = new Map<RequestKey, Ask[]>();
  readonly #answered = new Map<RequestKey, Ask>();
  readonly #framesOut = new Set<RecordedFrame>();
  /** Requests for which any answer is accepted, because their turn was cancelled. */
  readonly #released = new Set<RecordedFrame>();

  constructor({ messages }: Script) {
    for (const message of messages) if (message.asked !== undefined) this.#answerOf.set(message.frame, message);
  }

  /** Takes a frame that the agent has sent. */
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

  /** The oldest request with that id that waits for its answer. */
  waiting(key: RequestKey): Ask | undefined {
    return this.#out.get(key)?.[0];
  }

  /** The latest request with that id that has its answer. */
  answered(key: RequestKey): Ask | undefined {
    return this.#answered.get(key);
  }

  /** Takes the answer to a request. */
  settle(key: RequestKey): void {
    const ask = this.#out.get(key)?.shift();
    if (ask !== undefined) this.#answered.set(key, ask);
  }

  /** Whether the request of a recorded answer was sent. */
  isAsked({ asked }: ClientMessage): boolean {
    return asked === undefined || this.#framesOut.has(asked);
  }

  /** From now on, any answer to this request is accepted. */
  release(frame: RecordedFrame): void {
    this.#released.add(frame);
  }

  isReleased({ frame }: Ask): boolean {
    return this.#released.has(frame);
  }
}
