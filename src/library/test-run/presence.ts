import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Waiting } from '../types.js';

/** Without traffic for so long, it is looked at who has to act, in ms. */
const QUIET_MS = 1_000;

/**
 * Keeps this process alive while the agent works for its client, and no longer: a test that failed and left its connection open
 * must not keep its runner from ending.
 */
export class Presence {
  readonly #why: () => Promise<Waiting>;
  #timer: NodeJS.Timeout | undefined;
  #isOver = true;

  constructor(why: () => Promise<Waiting>) {
    this.#why = why;
  }

  begin(tap: ChildProcess): void {
    this.#isOver = false;
    tap.unref();
    for (const stream of pipesOf(tap)) stream.unref();
    this.noteTraffic();
  }

  noteTraffic(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), QUIET_MS);
  }

  /** The agent is ended, and waited for. */
  hold(tap: ChildProcess): void {
    this.end();
    tap.ref();
    for (const stream of pipesOf(tap)) stream.ref();
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { waitingFor, stuck } = await this.#why();
    if ((waitingFor === 'agent' || waitingFor === 'other') && !stuck) this.noteTraffic();
  }
}

/** Pipes to a child are sockets, whatever their type says. */
function pipesOf({ stdin, stdout, stderr }: ChildProcess): Socket[] {
  return [stdin, stdout, stderr].filter((stream) => stream !== null) as unknown as Socket[];
}
