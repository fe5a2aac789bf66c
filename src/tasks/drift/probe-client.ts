import { setTimeout as sleep } from 'node:timers/promises';
import { METHOD_NOT_FOUND } from '../../acp/methods/error-codes.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { Observer } from '../../model/observer.js';
import type { Connection } from '../../model/state/connection.js';
import type { TapGroup } from '../../stdio/tap-group.js';
import type { Sender } from '../../wire/frame.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { LineSplitter } from '../../wire/line-splitter.js';
import { readMessage, type RequestMessage, type ResponseMessage } from '../../wire/message.js';

/** After an answer an agent may still send its commands and modes. After this much silence, in ms, it has sent everything. */
const SETTLE_MS = 700;
/** If the agent is never silent, we stop waiting after this time, in ms. */
const LONGEST_SETTLE_MS = 5_000;

/** The outcome of a request. */
export type Reply =
  | { readonly type: 'result'; readonly result: JsonValue }
  | { readonly type: 'error'; readonly error: JsonValue }
  | { readonly type: 'none'; readonly why: string };

/** A client that sends one request after the other, and answers all requests of the agent with "method not found". */
export class ProbeClient {
  /** The methods that the agent asked of the client. */
  readonly asked = new Set<string>();
  /** The last session update of each kind. */
  readonly updates = new Map<string, JsonObject>();
  readonly #group: TapGroup;
  readonly #waitMs: number;
  readonly #observer = new Observer([]);
  readonly #waiting = new Map<string, (answer: ResponseMessage) => void>();
  readonly #ended: Promise<Reply>;
  #nextId = 0;
  #seq = 0;
  #heardMs = performance.now();

  constructor(group: TapGroup, waitMs: number) {
    this.#group = group;
    this.#waitMs = waitMs;
    let stderr = '';
    group.tap.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-500);
    });
    this.#ended = group.ended.then((end) => {
      const how = typeof end === 'number' ? `exit code ${end}` : end;
      return { type: 'none', why: `it ended (${how})${stderr.trim() === '' ? '' : `: ${stderr.trim()}`}` };
    });
    const splitter = new LineSplitter({
      line: ({ bytes }) => {
        this.#take(bytes);
      },
      part: () => undefined,
    });
    group.tap.stdout?.on('data', (chunk: Buffer) => {
      splitter.push(chunk, 0);
    });
  }

  get connection(): Connection {
    return this.#observer.connection;
  }

  /** Sends a request and waits for the answer, the agent's end, or the time limit. */
  async ask(method: string, params: JsonObject): Promise<Reply> {
    const id = this.#nextId;
    this.#nextId += 1;
    const answered = new Promise<Reply>((resolve) => {
      this.#waiting.set(String(id), ({ outcome }) => {
        resolve(outcome.ok ? { type: 'result', result: outcome.result } : { type: 'error', error: outcome.error });
      });
    });
    this.#send({ jsonrpc: '2.0', id, method, params });
    const patience = new AbortController();
    const tired = sleep(this.#waitMs, undefined, { signal: patience.signal }).then(
      (): Reply => ({ type: 'none', why: `no answer within ${this.#waitMs / 1000} s` }),
      (): Reply => ({ type: 'none', why: '' }),
    );
    const reply = await Promise.race([answered, this.#ended, tired]);
    patience.abort();
    return reply;
  }

  /** Waits until the agent has sent its updates. */
  async settle(): Promise<void> {
    const until = performance.now() + LONGEST_SETTLE_MS;
    for (;;) {
      const leftMs = Math.min(until, this.#heardMs + SETTLE_MS) - performance.now();
      if (leftMs <= 0) return;
      await sleep(leftMs);
    }
  }

  #send(message: JsonObject): void {
    const text = JSON.stringify(message);
    this.#observe('client', Buffer.from(text));
    this.#group.tap.stdin?.write(`${text}\n`);
  }

  #take(bytes: Uint8Array): void {
    this.#heardMs = performance.now();
    this.#observe('agent', bytes);
    const message = readMessage(bytes);
    if (message.kind === 'response') this.#waiting.get(message.id ?? '')?.(message);
    else if (message.kind === 'request') this.#refuse(message);
    else if (message.kind === 'notification' && message.method === 'session/update') {
      const update = objectOf(objectOf(message.params)?.['update']);
      const kind = textOf(update?.['sessionUpdate']);
      if (update !== undefined && kind !== undefined) this.updates.set(kind, update);
    }
  }

  #refuse({ id, method }: RequestMessage): void {
    this.asked.add(method);
    const error = { code: METHOD_NOT_FOUND, message: `${method} is not known` };
    this.#group.tap.stdin?.write(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`);
  }

  #observe(sender: Sender, bytes: Uint8Array): void {
    this.#observer.frame({
      seq: this.#seq,
      sender,
      bytes,
      sizeBytes: bytes.length,
      terminated: true,
      atNs: performance.now() * 1e6,
    });
    this.#seq += 1;
  }
}
