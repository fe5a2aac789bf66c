import type { Relay } from './relay.js';

/** Between two looks, in ms. Time is counted in looks, so time while the process is suspended does not count. */
const LOOK_MS = 50;
/** If the pipes stay open and silent for this long, in ms, we assume that another process holds them. */
const LEFT_OPEN_MS = 250;
/** More than the pipes can hold, in bytes. If more is read after the agent's end, another process wrote it. */
const LEFT_IN_PIPES_BYTES = 8 * 1024 * 1024;
/**
 * How long we wait for a reader that takes nothing, or for another process that goes on writing, in ms: usually, and after a signal that
 * asks us to end.
 */
const PATIENCE_MS = 10_000;
const HURRIED_PATIENCE_MS = 500;
/** How long we go on reading although nobody takes it any more, in ms: the agent's last output is still in the pipes, and is recorded. */
const LAST_READ_MS = 100;

/**
 * How it ended. `left-open`: another process holds the agent's pipes, and is silent. `undelivered`: the reader of the agent's output does
 * not read it.
 */
export type PartingEnd = 'delivered' | 'left-open' | 'undelivered';

/** The part of a relay that is used here. */
export type PartingRelay = Pick<Relay, 'over' | 'readBytes' | 'pendingBytes' | 'whenTaken' | 'giveUp'>;

interface Watched {
  readonly relay: PartingRelay;
  /** Bytes that were read when the agent ended. */
  readonly readAtEnd: number;
  readBytes: number;
  takenBytes: number;
  /** How many looks in a row found pending bytes and no progress. */
  stuckLooks: number;
}

/** The time from the agent's end to ours: its last output is passed on for as long as its readers read. */
export class Parting {
  readonly #watched: readonly Watched[];
  readonly #done: (how: PartingEnd) => void;
  readonly #timer: NodeJS.Timeout;
  #patienceMs: number;
  #silentLooks = 0;
  /** How many looks found everything read and taken, but the pipes still open. */
  #openLooks = 0;
  #hasGivenUp = false;
  #isDone = false;

  /** @param done called once */
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

  /** Call this when a signal asks us to end. */
  hurry(): void {
    this.#patienceMs = HURRIED_PATIENCE_MS;
    this.#openLooks = 0;
    for (const watched of this.#watched) watched.stuckLooks = 0;
  }

  /** Call this when a relay is over. */
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
