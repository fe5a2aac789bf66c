import type { Relay } from './relay.js';

/** Between two looks, in ms. Time is counted in looks: one that is spent suspended is not held against anybody. */
const LOOK_MS = 50;
/** The pipes may be open and silent for so long, in ms, before we take it that someone else holds them. */
const LEFT_OPEN_MS = 250;
/** More than the pipes can hold of an agent that has ended, in bytes: what is read beyond it, someone else wrote. */
const LEFT_IN_PIPES_BYTES = 8 * 1024 * 1024;
/** How long a reader may take nothing, or someone else go on to write, in ms: as a rule, and where a signal asked us to end. */
const PATIENCE_MS = 10_000;
const HURRIED_PATIENCE_MS = 500;
/** How long reading goes on where nobody takes it any more, in ms: what the agent wrote is in its pipes. */
const LAST_READ_MS = 100;

/**
 * How it ended. `left-open`: someone else holds the agent's pipes, and is silent. `undelivered`: those who are to read what the
 * agent said do not.
 */
export type PartingEnd = 'delivered' | 'left-open' | 'undelivered';

/** What is looked at of a relay, and done to it. */
export type PartingRelay = Pick<Relay, 'over' | 'readBytes' | 'pendingBytes' | 'whenTaken' | 'giveUp'>;

interface Watched {
  readonly relay: PartingRelay;
  /** Read when the agent ended. */
  readonly readAtEnd: number;
  readBytes: number;
  takenBytes: number;
  /** Looks in a row in which nothing was taken of what was pending. */
  stuckLooks: number;
}

/** From the agent's end to ours: what it said last goes to its readers, for as long as they read. */
export class Parting {
  readonly #watched: readonly Watched[];
  readonly #done: (how: PartingEnd) => void;
  readonly #timer: NodeJS.Timeout;
  #patienceMs: number;
  #silentLooks = 0;
  /** Looks at which all that the agent can have written was read and taken, and the pipes were open. */
  #openLooks = 0;
  #hasGivenUp = false;
  #isDone = false;

  /** @param done told once */
  constructor(relays: readonly PartingRelay[], isAsked: boolean, done: (how: PartingEnd) => void) {
    this.#watched = relays.map((relay) => {
      const { readBytes } = relay;
      return { relay, readAtEnd: readBytes, readBytes, takenBytes: 0, stuckLooks: 0 };
    });
    this.#patienceMs = isAsked ? HURRIED_PATIENCE_MS : PATIENCE_MS;
    this.#done = done;
    this.#timer = setInterval(() => {
      this.#look();
    }, LOOK_MS);
    this.relayOver();
  }

  /** To be called when a signal asks us to end. */
  hurry(): void {
    this.#patienceMs = HURRIED_PATIENCE_MS;
    this.#openLooks = 0;
    for (const watched of this.#watched) watched.stuckLooks = 0;
  }

  /** To be called when a relay is over. */
  relayOver(): void {
    if (!this.#watched.every(({ relay }) => relay.over)) return;
    let left = this.#watched.length;
    for (const { relay } of this.#watched) {
      relay.whenTaken(() => {
        left -= 1;
        if (left === 0) this.#finish('delivered');
      });
    }
  }

  #look(): void {
    let [isSilent, isPending, isStuck, isOthers] = [true, false, false, true];
    for (const watched of this.#watched) {
      const { readBytes, pendingBytes } = watched.relay;
      const takenBytes = readBytes - pendingBytes;
      isSilent &&= readBytes === watched.readBytes;
      isPending ||= pendingBytes > 0;
      watched.stuckLooks = pendingBytes > 0 && takenBytes === watched.takenBytes ? watched.stuckLooks + 1 : 0;
      isStuck ||= watched.stuckLooks * LOOK_MS >= this.#patienceMs;
      isOthers &&= pendingBytes === 0 || takenBytes - watched.readAtEnd > LEFT_IN_PIPES_BYTES;
      Object.assign(watched, { readBytes, takenBytes });
    }
    this.#silentLooks = isSilent && !isPending ? this.#silentLooks + 1 : 0;
    if (isOthers) this.#openLooks += 1;
    const isOver = this.#watched.every(({ relay }) => relay.over);
    const isLeftOpen = this.#silentLooks * LOOK_MS >= LEFT_OPEN_MS || this.#openLooks * LOOK_MS >= this.#patienceMs;
    if (!isOver && isLeftOpen) this.#finish('left-open');
    else if (isStuck) this.#giveUp();
  }

  #giveUp(): void {
    if (this.#hasGivenUp) return;
    this.#hasGivenUp = true;
    for (const { relay } of this.#watched) relay.giveUp();
    setTimeout(() => {
      this.#finish('undelivered');
    }, LAST_READ_MS);
  }

  #finish(how: PartingEnd): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearInterval(this.#timer);
    this.#done(this.#hasGivenUp ? 'undelivered' : how);
  }
}
