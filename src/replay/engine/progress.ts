import type { ClientMessage, Lane, Script } from '../script/script.js';

/** Which messages of the client have come. */
export class Progress {
  readonly #came: boolean[];
  readonly #driversCame = new Map<Lane, number>();
  readonly #script: Script;
  #cameCount = 0;
  #prefix = 0;
  /** The one that came last. */
  last: ClientMessage | undefined;

  constructor(script: Script) {
    this.#script = script;
    this.#came = script.messages.map(() => false);
  }

  readonly came = (message: ClientMessage): boolean => this.#came[message.index] ?? false;

  /** How many came. */
  get count(): number {
    return this.#cameCount;
  }

  /** How many messages have come without a gap, counted from the first of the fixture. */
  get prefix(): number {
    return this.#prefix;
  }

  /** The same for the driving messages of a lane. */
  driversCame(lane: Lane): number {
    return this.#driversCame.get(lane) ?? 0;
  }

  note(message: ClientMessage): void {
    this.#cameCount += 1;
    this.last = message;
    this.#mark(message);
  }

  /** Counts a message as come, although it will not come, so that nothing waits for it. */
  excuse(message: ClientMessage): void {
    this.#mark(message);
  }

  #mark(message: ClientMessage): void {
    this.#came[message.index] = true;
    while (this.#came[this.#prefix] === true) this.#prefix += 1;
    for (const lane of message.drivenLanes) {
      let came = this.driversCame(lane);
      for (let next = lane.drivers[came]; next !== undefined && this.came(next); next = lane.drivers[came]) came += 1;
      this.#driversCame.set(lane, came);
    }
  }

  /** The messages that have not come yet, in recorded order, without those recorded after the agent's own end. */
  *awaited(): Generator<ClientMessage> {
    const { messages, ending } = this.#script;
    const end = ending?.clientMessages ?? messages.length;
    for (let i = this.#prefix; i < end; i += 1) {
      const message = messages[i];
      if (message !== undefined && !this.came(message)) yield message;
    }
  }
}
