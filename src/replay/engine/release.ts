import type { CancelledTurn } from '../script/cancelling.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { Progress } from './progress.js';
import type { ClientMessage, Lane, Output, Script } from '../script/script.js';

/** Holds the agent's frames until all that each waits for has happened. */
export class Release {
  readonly #progress: Progress;
  /** Frames of each lane that are not out. */
  readonly #queues: readonly LaneQueue[];
  /** Frames that hold no lane and wait for all that was recorded before them: free in recorded order. */
  readonly #others: readonly Output[];
  readonly #queueOf: ReadonlyMap<Lane, LaneQueue>;
  #nextOther = 0;
  /** Answers that hold no lane, and what goes with them, by the request. */
  readonly #withRequest = new Map<ClientMessage, Output[]>();
  /** Those whose request came, the one recorded last first: what goes out is taken from the end. */
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

  /** A message of the client came: what was asked with it may go. */
  came(message: ClientMessage): void {
    const asked = this.#withRequest.get(message);
    if (asked === undefined) return;
    this.#withRequest.delete(message);
    for (const output of asked) this.#asked.push(output);
    this.#asked.sort((a, b) => b.frame.seq - a.frame.seq);
  }

  /** Lets out all that is free, of several frames the one recorded first. No message of the client may come meanwhile. */
  *free(): Generator<Output> {
    let queues = this.#freeQueues();
    for (let output = this.#first(queues); output !== undefined; output = this.#first(queues)) {
      const opened = this.#openings.get(output.frame);
      if (opened !== undefined) this.#opened.add(opened);
      const queue = output.lane && this.#queueOf.get(output.lane);
      if (queue === undefined) this.#takeOut(output);
      else queue.next += 1;
      yield output;
      // what waits for an opening may be free now; else a lane goes on as long as its frames are
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

  /** @param queues those whose next frame is free */
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
   * What is left of a turn will not go out, but for answers that only accept a prompt (v2).
   *
   * @returns whether its end is out already
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

  /** Of the frames that are not out the one recorded first. */
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

/** The frames of a lane that are not out, from the next one on. */
interface LaneQueue {
  readonly lane: Lane;
  outputs: readonly Output[];
  next: number;
}

/** In v2 a prompt is answered when it is accepted: its turn goes on. */
export function isAcceptance({ version, said }: RecordedFrame): boolean {
  return version === 2 && said.some(({ kind, method }) => kind === 'response' && method === 'session/prompt');
}

function isEarlier({ frame }: Output, other: Output | undefined): boolean {
  return other === undefined || frame.seq < other.frame.seq;
}
