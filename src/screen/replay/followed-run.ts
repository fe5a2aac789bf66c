import type { Divergence } from '../../replay/engine/divergence.js';
import type { Effect } from '../../replay/engine/effects.js';
import type { ReplayEngine } from '../../replay/engine/engine.js';
import type { RecordedFrame } from '../../replay/script/recorded.js';
import type { Frame, RecordedEvent, Sender } from '../../wire/frame.js';
import type { Conversation } from '../frame/conversation.js';

/** What of a run's recording is read. */
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
 * A replay that another process plays and records, followed by its recording: what its client says is told to an engine of our
 * own, and the same inputs always give the same effects. A frame of the agent counts as sent once the run holds it.
 */
export class FollowedRun {
  readonly #engine: ReplayEngine;
  /** What the engine has let out and the run does not hold yet. */
  #due: { readonly frame: RecordedFrame; readonly bytes: Uint8Array }[] = [];
  /** So many of them are in the run, or never will be. */
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

  /** How many messages of the client came and frames of the agent are in the run, of how many of the fixture. */
  get coverage(): {
    readonly came: number;
    readonly ofClient: number;
    readonly sent: number;
    readonly ofAgent: number;
  } {
    const { clientMessages, agentFrames } = this.#engine.coverage;
    return { came: clientMessages.came, ofClient: clientMessages.of, sent: this.#sentCount, ofAgent: agentFrames.of };
  }

  /** Whether the client has to say something before the run can go on or end. */
  get isAwaiting(): boolean {
    return this.#engine.isAwaiting;
  }

  /** Where in the run a frame of the fixture is; undefined where it has not come, or was not sent. */
  seqOf(frame: RecordedFrame): number | undefined {
    return this.#seqs.get(frame);
  }

  /** Undefined as long as it goes on. */
  endOf({ item }: RunRecording): RunEnd | undefined {
    if (!this.#hasEnded && item.state === 'live') return undefined;
    if (this.#divergence !== undefined) return 'diverged';
    return this.#hasEnded ? 'as-recorded' : 'killed';
  }

  /**
   * Reads what is new in the run.
   *
   * @param most so many entries at most
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
    // a replay that was ended takes its client for gone as well
    if ((name !== 'client-eof' && name !== 'exit') || this.#hasLeft) return;
    this.#hasLeft = true;
    this.#do(this.#engine.step({ type: 'end' }), seq);
  }

  /** The next one that was due with these bytes; what was due before it and is not in the run never was written. */
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
