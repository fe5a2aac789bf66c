import { ReadableStream as ReadableWebStream, WritableStream as WritableWebStream } from 'node:stream/web';
import { types } from 'node:util';
import { TurntableError } from '../errors.js';
import { Traffic } from './traffic.js';
import type { TrafficWaits } from './traffic-waits.js';
import type { Waiting } from './types.js';

/** What stands behind the streams. */
export interface AgentSide {
  /** The streams are used for the first time. */
  start(): void;
  /** Bytes of the client, which keeps the chunk. What it returns holds up the client's next write. */
  input(chunk: Uint8Array): void | Promise<void>;
  /** The client says no more: it closed its stream, or reads no more. At most once. */
  left(): void;
  /** The client reads and there is nothing for it. */
  wanted?(): void;
}

/** Of what the client does not read, so many bytes are taken before its agent has to wait. */
const UNREAD_BYTES = 64 * 1024;

/** The streams of an agent as its client has them. Not those of a global: a browser's test environment may have others, or none. */
export class AgentStreams {
  readonly stdin: WritableStream<Uint8Array>;
  readonly stdout: StreamEnd;
  readonly stderr: StreamEnd;
  readonly #agent: AgentSide;
  readonly #traffic = new Traffic();
  #waits: TrafficWaits | undefined;
  #hasStarted = false;
  #hasLeft = false;
  #fail: ((reason: unknown) => void) | undefined;

  constructor(agent: AgentSide) {
    this.#agent = agent;
    const used = (): void => {
      this.start();
      this.#agent.wanted?.();
    };
    const left = (): void => {
      this.#leave();
    };
    const said = (bytes: Uint8Array): void => {
      this.#traffic.add('agent', bytes);
    };
    this.stdout = new StreamEnd({ wanted: used, cancelled: left, said });
    this.stderr = new StreamEnd({ wanted: used, cancelled: () => undefined, said: () => undefined });
    this.stdin = new WritableWebStream<Uint8Array>({
      start: (controller) => {
        this.#fail = (reason) => {
          controller.error(reason);
        };
      },
      write: (chunk) => this.#input(chunk),
      close: left,
      abort: left,
    });
  }

  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** To be called where the streams count as used, whoever used them. */
  start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#agent.start();
  }

  /** What is waited for now, as far as it passed here. */
  async why(): Promise<Waiting> {
    const moment = this.#traffic.now;
    const { TrafficWaits } = await import('./traffic-waits.js');
    this.#waits ??= new TrafficWaits(this.#traffic);
    return this.#waits.ask(moment);
  }

  /** The agent is gone: what is written fails from now on, as into a pipe that nobody reads. */
  failInput(reason: unknown): void {
    this.#fail?.(reason);
  }

  /** All three streams fail. */
  fail(reason: unknown): void {
    this.failInput(reason);
    this.stdout.fail(reason);
    this.stderr.fail(reason);
  }

  #input(chunk: unknown): void | Promise<void> {
    // not `instanceof`: a test runner may have a Uint8Array of its own
    if (!types.isUint8Array(chunk)) {
      throw new TurntableError('USAGE', `stdin takes bytes (Uint8Array), not ${typeof chunk}`, {
        hint: 'Encode text with new TextEncoder().encode(text).',
      });
    }
    this.start();
    // the client may use its buffer again
    const own = new Uint8Array(chunk);
    this.#traffic.add('client', own);
    return this.#agent.input(own);
  }

  #leave(): void {
    this.start();
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#agent.left();
  }
}

/** Who is told of a stream that the agent writes. */
interface StreamListener {
  /** Someone reads, and there is nothing. */
  wanted(): void;
  /** Nobody reads any more. */
  cancelled(): void;
  /** The agent wrote, whether or not anybody reads. */
  said(bytes: Uint8Array): void;
}

/** One stream that the agent writes. */
export class StreamEnd {
  readonly #listener: StreamListener;
  readonly stream: ReadableStream<Uint8Array>;
  #controller:
    | { enqueue(chunk: Uint8Array): void; close(): void; error(reason: unknown): void; desiredSize: number | null }
    | undefined;
  #isOver = false;

  constructor(listener: StreamListener) {
    this.#listener = listener;
    this.stream = new ReadableWebStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          listener.wanted();
        },
        cancel: () => {
          this.#isOver = true;
          listener.cancelled();
        },
      },
      // nothing is asked for before someone reads
      { highWaterMark: 0, size: ({ length }) => length },
    );
  }

  /** Whether so much waits to be read that the agent should pause. */
  get isFull(): boolean {
    return !this.#isOver && -(this.#controller?.desiredSize ?? 0) > UNREAD_BYTES;
  }

  /** Whether all that was pushed has been read. */
  get isRead(): boolean {
    return (this.#controller?.desiredSize ?? 0) >= 0;
  }

  push(bytes: Uint8Array): void {
    this.#listener.said(bytes);
    if (!this.#isOver) this.#controller?.enqueue(bytes);
  }

  /** What was pushed can still be read. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.close();
  }

  fail(reason: unknown): void {
    this.#isOver = true;
    this.#controller?.error(reason);
  }
}
