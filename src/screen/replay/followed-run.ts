import type { Divergence } from '../../replay/divergence/divergence.js';
import type { Effect } from '../../replay/engine/effects.js';
import type { ReplayEngine } from '../../replay/engine/engine.js';
import type { RecordedFrame } from '../../replay/script/recorded.js';
import type { Frame, RecordedEvent, Sender } from '../../wire/frame.js';
import type { Conversation } from '../frame/conversation.js';

/** The part of a run's recording that is read. */
export type RunRecording = Pick<Conversation, 'item' | 'entries' | 'entry' | 'bytes'>;

/** A divergence of a run. */
export interface RunDivergence {
  readonly divergence: Divergence;
  /** The frame or event of the run at which it was found. */
  readonly seq: number;
}

/** How a run ended. */
export type RunEnd = 'as-recorded' | 'diverged' | 'killed';

/**
 * Follows a replay that another process plays, by reading its recording. The client's messages go into an engine of our own, which does the
 * same as the engine of that process. A frame of the agent counts as sent once the recording holds it.
 */
export class FollowedRun {
  readonly #engine: ReplayEngine;
  /** Frames that the engine has released, but that the recording does not hold yet. */
  #due: { readonly frame: RecordedFrame; readonly bytes: Uint8Array }[] = [];
  /** How many of them are in the recording, or never will be. */
  #past = 0;
  readonly #seqs = new Map<RecordedFrame, number>();
  #sentCount = 0;
  #taken = 0;
  #hasLeft = false;
  #hasEnded = false;
  #divergence: RunDivergence | undefined;
  #latest: RecordedFrame | undefined;

  constructor(engine: ReplayEngine) {
    this.#engine = engine;
    this.#do(engine.start(), 0);
  }

  get divergence(): RunDivergence | undefined {
    return this.#divergence;
  }

  /** The frame of the fixture that came or was sent last. */
  get latest(): RecordedFrame | undefined {
    return this.#latest;
  }

  /** How many messages of the client have come, and how many frames of the agent were sent, of how many in the fixture. */
  get coverage(): {
    readonly came: number;
    readonly ofClient: number;
    readonly sent: number;
    readonly ofAgent: number;
  } {
    const { clientMessages, agentFrames } = this.#engine.coverage;
    return { came: clientMessages.came, ofClient: clientMessages.of, sent: this.#sentCount, ofAgent: agentFrames.of };
  }

  /** Whether the client has to send something before the run can go on or end. */
  get isAwaiting(): boolean {
    return this.#engine.isAwaiting;
  }

  /** The place of a fixture's frame in the run; undefined if it has not come or was not sent. */
  seqOf(frame: RecordedFrame): number | undefined {
    return this.#seqs.get(frame);
  }

  /** How the run ended; undefined while it goes on. */
  endOf({ item }: RunRecording): RunEnd | undefined {
    if (!this.#hasEnded && item.state === 'live') return undefined;
    if (this.#divergence !== undefined) return 'diverged';
    return this.#hasEnded ? 'as-recorded' : 'killed';
  }

  /**
   * Reads what is new in the run.
   *
   * @param most the most entries to read
   * @returns whether there are more
   */
  take(run: RunRecording, most: number): boolean {
    const until = Math.min(run.entries, this.#taken + most);
    for (; this.#taken < until; this.#taken += 1) {
      const entry = run.entry(this.#taken);
      if (entry === undefined) return false;
      if (entry.type === 'event') this.#event(entry);
      else if (entry.stream !== 'stderr') this.#frame(entry, entry.stream, run.bytes(entry));
    }
    return this.#taken < run.entries;
  }

  #frame({ seq }: Frame, sender: Sender, bytes: Uint8Array): void {
    if (sender === 'client') this.#do(this.#engine.step({ type: 'line', bytes }), seq);
    else this.#sent(bytes, seq);
  }

  #event({ name, seq }: RecordedEvent): void {
    if (name === 'exit') this.#hasEnded = true;
    // after the exit of a replay, its client counts as gone too
    if ((name !== 'client-eof' && name !== 'exit') || this.#hasLeft) return;
    this.#hasLeft = true;
    this.#do(this.#engine.step({ type: 'end' }), seq);
  }

  /** Takes the next due frame with these bytes as sent. Frames that were due before it and are not in the recording were never written. */
  #sent(bytes: Uint8Array, seq: number): void {
    for (let at = this.#past; at < this.#due.length; at += 1) {
      const due = this.#due[at];
      if (due === undefined || !isSame(due.bytes, bytes)) continue;
      this.#past = at + 1;
      this.#sentCount += 1;
      this.#tick(due.frame, seq);
      break;
    }
    if (this.#past < this.#due.length) return;
    this.#due = [];
    this.#past = 0;
  }

  #do(effects: readonly Effect[], seq: number): void {
    for (const effect of effects) {
      if (effect.type === 'matched') this.#tick(effect.message.frame, seq);
      else if (effect.type === 'diverge') this.#divergence = { divergence: effect.divergence, seq };
      else if (effect.type === 'send' && effect.frame.sender === 'agent') this.#due.push(effect);
    }
  }

  #tick(frame: RecordedFrame, seq: number): void {
    this.#seqs.set(frame, seq);
    this.#latest = frame;
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}
