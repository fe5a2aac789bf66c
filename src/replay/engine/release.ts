import type { CancelledTurn } from '../script/cancelling.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { Progress } from './progress.js';
import type { ClientMessage, Lane, Output, Script } from '../script/script.js';

/** Holds the agent's frames until everything that they wait for has happened. */
export class Release {
  readonly #progress: Progress;
  /** The frames of each lane that were not sent yet. */
  readonly #queues: readonly LaneQueue[];
  /** Frames outside lanes, which wait for every message recorded before them. They become free in recorded order. */
  readonly #others: readonly Output[];
  readonly #queueOf: ReadonlyMap<Lane, LaneQueue>;
  #nextOther = 0;
  /** Answers outside lanes, with the frames that go with them, by their request. */
  readonly #withRequest = new Map<ClientMessage, Output[]>();
  /** The ones whose request has come, in reverse recorded order, because frames are taken from the end. */
  readonly #asked: Output[] = [];
  readonly #openings = new Map<RecordedFrame, Lane>();
  readonly #opened = new Set<Lane>();

  constructor({ outputs, lanes }: Script, progress: Progress) {
    this.#progress = progress;
    this.#queues = Array.from(lanes.values(), (lane) => ({ lane, outputs: lane.outputs, next: 0 }));
    this.#queueOf = new Map(this.#queues.map((queue) => [queue.lane, queue]));
    for (const lane of lanes.values()) if (lane.opening !== undefined) this.#openings.set(lane.opening, lane);
    const others: Output[] = [];
    for (const output of outputs) {
      const request = output.cause.requests.at(-1);
      if (output.lane !== undefined) continue;
      if (request === undefined) others.push(output);
      else {
        const waiting = this.#withRequest.get(request) ?? [];
        waiting.push(output);
        this.#withRequest.set(request, waiting);
      }
    }
    this.#others = others;
  }

  /** A message of the client has come: the answers to it may be sent. */
  came(message: ClientMessage): void {
    const asked = this.#withRequest.get(message);
    if (asked === undefined) return;
    this.#withRequest.delete(message);
    for (const output of asked) this.#asked.push(output);
    this.#asked.sort((a, b) => b.frame.seq - a.frame.seq);
  }

  /** Releases all free frames, the one recorded first before others. No message of the client may come meanwhile. */
  *free(): Generator<Output> {
    let queues = this.#freeQueues();
    for (let output = this.#first(queues); output !== undefined; output = this.#first(queues)) {
      const opened = this.#openings.get(output.frame);
      if (opened !== undefined) this.#opened.add(opened);
      const queue = output.lane && this.#queueOf.get(output.lane);
      if (queue === undefined) this.#takeOut(output);
      else queue.next += 1;
      yield output;
      // after an opening, other frames may be free; otherwise a lane continues while its frames are free
      if (opened !== undefined) queues = this.#freeQueues();
      else if (queue !== undefined && !this.#goesOn(queue, output)) queues = queues.filter((other) => other !== queue);
    }
  }

  #freeQueues(): readonly LaneQueue[] {
    return this.#queues.filter(({ outputs, next }) => {
      const head = outputs[next];
      return head !== undefined && this.#isFree(head);
    });
  }

  #goesOn({ outputs, next }: LaneQueue, { cause }: Output): boolean {
    const head = outputs[next];
    return head !== undefined && (head.cause === cause || this.#isFree(head));
  }

  /** @param queues the queues whose next frame is free */
  #first(queues: readonly LaneQueue[]): Output | undefined {
    let first: Output | undefined;
    const other = this.#others[this.#nextOther];
    if (other !== undefined && this.#isFree(other)) first = other;
    const asked = this.#asked.findLast((output) => this.#isFree(output));
    if (asked !== undefined && isEarlier(asked, first)) first = asked;
    for (const { outputs, next } of queues) {
      const head = outputs[next];
      if (head !== undefined && isEarlier(head, first)) first = head;
    }
    return first;
  }

  #takeOut(output: Output): void {
    if (output === this.#others[this.#nextOther]) this.#nextOther += 1;
    else this.#asked.splice(this.#asked.lastIndexOf(output), 1);
  }

  /**
   * Skips the rest of a turn, except answers that only accept a prompt (v2).
   *
   * @returns whether its end was sent already
   */
  skip({ lane, prompt, endSeq }: CancelledTurn): boolean {
    const queue = this.#queueOf.get(lane);
    if (queue === undefined) return false;
    const isOver = (queue.outputs[queue.next - 1]?.frame.seq ?? -1) >= endSeq;
    const isOfTurn = ({ frame }: Output): boolean => frame.seq > prompt.frame.seq && frame.seq <= endSeq;
    const left = queue.outputs.slice(queue.next);
    queue.outputs = left.filter((output) => !isOfTurn(output) || isAcceptance(output.frame));
    queue.next = 0;
    return isOver;
  }

  /** The first recorded frame that was not sent yet. */
  firstHeld(): Output | undefined {
    const heads = this.#queues.map(({ outputs, next }) => outputs[next]);
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
    return cause.requests.every(came) && cause.answers.every(came);
  }
}

/** The frames of a lane; those from `next` on were not sent yet. */
interface LaneQueue {
  readonly lane: Lane;
  outputs: readonly Output[];
  next: number;
}

/** Whether a frame only accepts a prompt. In v2 a prompt is answered when it is accepted, and its turn goes on. */
export function isAcceptance({ version, said }: RecordedFrame): boolean {
  return version === 2 && said.some(({ kind, method }) => kind === 'response' && method === 'session/prompt');
}

function isEarlier({ frame }: Output, other: Output | undefined): boolean {
  return other === undefined || frame.seq < other.frame.seq;
}
