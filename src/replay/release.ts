import type { RecordedFrame } from './recorded.js';
import type { Progress } from './progress.js';
import type { ClientMessage, Lane, Output, Script } from './script.js';

/** Holds the agent's frames until all that each waits for has happened. */
export class Release {
  readonly #progress: Progress;
  readonly #lanes: readonly Lane[];
  /** Frames that hold no lane and wait for all that was recorded before them: free in recorded order. */
  readonly #others: readonly Output[];
  readonly #nextOfLane = new Map<Lane, number>();
  #nextOther = 0;
  /** Answers that hold no lane, and what goes with them, by the request. */
  readonly #withRequest = new Map<ClientMessage, Output[]>();
  /** Those whose request came. */
  #asked: Output[] = [];
  readonly #openings = new Map<RecordedFrame, Lane>();
  readonly #opened = new Set<Lane>();

  constructor({ outputs, lanes }: Script, progress: Progress) {
    this.#progress = progress;
    this.#lanes = [...lanes.values()].filter((lane) => lane.outputs.length > 0);
    for (const lane of lanes.values()) if (lane.opening !== undefined) this.#openings.set(lane.opening, lane);
    const others: Output[] = [];
    for (const output of outputs) {
      const request = output.cause.requests.at(-1);
      if (output.lane !== undefined) continue;
      if (request === undefined) others.push(output);
      else this.#withRequest.set(request, [...(this.#withRequest.get(request) ?? []), output]);
    }
    this.#others = others;
  }

  /** A message of the client came: what was asked with it may go. */
  came(message: ClientMessage): void {
    this.#asked.push(...(this.#withRequest.get(message) ?? []));
    this.#withRequest.delete(message);
    this.#asked.sort((a, b) => a.frame.seq - b.frame.seq);
  }

  /** Of the frames that are free the one recorded first; undefined where none is. */
  next(): Output | undefined {
    let first: Output | undefined;
    const other = this.#others[this.#nextOther];
    if (other !== undefined && this.#isFree(other)) first = other;
    const asked = this.#asked.find((output) => this.#isFree(output));
    if (asked !== undefined && isEarlier(asked, first)) first = asked;
    for (const lane of this.#lanes) {
      const head = lane.outputs[this.#nextOfLane.get(lane) ?? 0];
      if (head !== undefined && isEarlier(head, first) && this.#isFree(head)) first = head;
    }
    return first;
  }

  /** The frame is out. */
  sent(output: Output): void {
    const { lane, frame } = output;
    if (lane !== undefined) this.#nextOfLane.set(lane, (this.#nextOfLane.get(lane) ?? 0) + 1);
    else if (output === this.#others[this.#nextOther]) this.#nextOther += 1;
    else this.#asked = this.#asked.filter((other) => other !== output);
    const opened = this.#openings.get(frame);
    if (opened !== undefined) this.#opened.add(opened);
  }

  /** Of the frames that are not out the one recorded first. */
  firstHeld(): Output | undefined {
    const heads = this.#lanes.map((lane) => lane.outputs[this.#nextOfLane.get(lane) ?? 0]);
    const held = [...heads, this.#others[this.#nextOther], ...this.#asked, ...[...this.#withRequest.values()].flat()];
    return held.reduce(
      (first, output) => (output !== undefined && isEarlier(output, first) ? output : first),
      undefined,
    );
  }

  #isFree({ cause, lane }: Output): boolean {
    const { prefix, came } = this.#progress;
    if (prefix < cause.everyBefore) return false;
    if (lane !== undefined && this.#progress.driversCame(lane) < cause.drivers) return false;
    if (cause.opened !== undefined && !this.#opened.has(cause.opened)) return false;
    return cause.requests.every(came);
  }
}

function isEarlier({ frame }: Output, other: Output | undefined): boolean {
  return other === undefined || frame.seq < other.frame.seq;
}
