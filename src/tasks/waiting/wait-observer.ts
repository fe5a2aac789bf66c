import { Observer, type ObservedEvent, type ObservedFrame } from '../../model/observer.js';
import type { Connection } from '../../model/state/connection.js';
import type { UnfinishedLine } from '../../model/state/wait.js';

/**
 * Knows what is open in a conversation. A last line of the agent that no newline ended is kept apart: who reads line by
 * line has not seen it.
 */
export class WaitObserver {
  readonly #observer: Observer;
  #tail: UnfinishedLine | undefined;

  /** @param connection the state to go on from */
  constructor(connection?: Connection) {
    this.#observer = new Observer([], {}, connection);
  }

  get connection(): Connection {
    return this.#observer.connection;
  }

  /** The last line of the agent, if no newline ended it. */
  get tail(): UnfinishedLine | undefined {
    return this.#tail;
  }

  /** Whether any frame so far has a time of its own. */
  get hasTimes(): boolean {
    return this.#observer.hasTimes;
  }

  frame(frame: ObservedFrame): void {
    const { sender, terminated, bytes, sizeBytes, atNs = 0 } = frame;
    if (sender === 'client' || terminated) this.#observer.frame(frame);
    else this.#tail = { sender, bytes, sizeBytes, lastMs: atNs / 1e6 };
  }

  event(event: ObservedEvent): void {
    this.#observer.event(event);
  }
}
