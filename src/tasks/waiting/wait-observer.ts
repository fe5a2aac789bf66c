import { Observer, type ObservedEvent, type ObservedFrame } from '../../model/observer.js';
import type { Connection } from '../../model/state/connection.js';
import type { UnfinishedLine } from '../../model/state/wait.js';

/**
 * Knows what is open in a conversation. The agent's last line without a newline is kept apart, because a reader of lines has not seen it.
 */
export class WaitObserver {
  readonly #observer: Observer;
  #tail: UnfinishedLine | undefined;

  /** @param connection the state to continue from */
  constructor(connection?: Connection) {
    this.#observer = new Observer([], {}, connection);
  }

  get connection(): Connection {
    return this.#observer.connection;
  }

  /** The last line of the agent, if it has no newline. */
  get tail(): UnfinishedLine | undefined {
    return this.#tail;
  }

  /** Whether any frame so far has a time. */
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
