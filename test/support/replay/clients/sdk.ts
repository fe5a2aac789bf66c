import * as v1 from '@agentclientprotocol/sdk';
import * as v2 from '@agentclientprotocol/sdk/experimental/v2';
import type { JsonObject, JsonValue } from '../../../../src/wire/json-text.js';
import type { Run } from '../replaying.js';
import type { Disguise } from './disguise.js';
import { label } from './order-checks.js';
import { GATES, OPENING, methodOf, paramsOf, type Reading } from './reading.js';
import { isObject, type Entry } from './recorded.js';

/**
 * `patient`: a step follows when all that was recorded before it in its session has come. `brisk`: it follows when what
 * was asked before it is answered, whatever the agent says or asks in between; only a cancel waits for the updates.
 */
export type Manner = 'patient' | 'brisk';

/**
 * Client C: takes the recorded steps on the official SDK, of the version that was agreed on. Returns what went wrong; it
 * does not end the run.
 */
export async function sdkClient(reading: Reading, run: Run, disguise: Disguise, manner: Manner): Promise<string[]> {
  const client = new SdkClient(reading, run, disguise, manner);
  const faults = await client.takeSteps();
  client.close();
  return faults;
}

interface Acp {
  request(method: string, params: unknown, options: { cancellationSignal: AbortSignal }): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
}

class SdkClient {
  readonly #reading: Reading;
  readonly #run: Run;
  readonly #disguise: Disguise;
  readonly #manner: Manner;
  readonly #connection: { readonly agent: Acp; close(): void };
  readonly #sent = new Set<Entry>();
  readonly #settled = new Set<Entry>();
  readonly #aborts = new Map<Entry, AbortController>();
  readonly #asked = new Set<Entry>();
  readonly #mayAnswer = new Set<Entry>();
  readonly #answered = new Set<Entry>();
  readonly #sessions = new Map<string, string>();
  readonly #updates = new Map<string, number>();
  readonly #faults: string[] = [];

  constructor(reading: Reading, run: Run, disguise: Disguise, manner: Manner) {
    this.#reading = reading;
    this.#run = run;
    this.#disguise = disguise;
    this.#manner = manner;
    const stream = v1.ndJsonStream(toWrite(run), toRead(run));
    const hear = ({ params: { sessionId } }: { readonly params: { readonly sessionId: string } }) => {
      this.#updates.set(sessionId, (this.#updates.get(sessionId) ?? 0) + 1);
    };
    const answer = async ({ requestId }: { readonly requestId: v1.JsonRpcId }) =>
      this.#answer(JSON.stringify(requestId));
    const [update, rest] = ['session/update', '*'] as const;
    this.#connection =
      reading.version === 2
        ? v2.client().onNotification(update, hear).onNotification(rest, ignore).onRequest(rest, answer).connect(stream)
        : v1.client().onNotification(update, hear).onNotification(rest, ignore).onRequest(rest, answer).connect(stream);
  }

  async takeSteps(): Promise<string[]> {
    for (const entry of this.#reading.recorded.client) {
      if (!(await this.#until(() => this.#mayGo(entry)))) return [...this.#faults, `${label(entry)} waits in vain`];
      this.#take(entry);
      // so that it stands on the wire before the next one
      await new Promise(setImmediate);
    }
    const { agent, client } = this.#reading.recorded;
    const answered = client.filter((entry) => entry.message.kind === 'request' && this.#reading.answerTo(entry));
    const isOver = () =>
      answered.every((entry) => this.#settled.has(entry)) && this.#answered.size === this.#mayAnswer.size;
    const hasAll = await this.#until(() => this.#run.said.length >= agent.length && isOver());
    if (!hasAll) this.#faults.push(`${this.#run.said.length} of ${agent.length} frames came`);
    return this.#faults;
  }

  close(): void {
    this.#connection.close();
  }

  async #until(holds: () => boolean): Promise<boolean> {
    // what has come goes through the streams of the SDK first
    for (let turns = 0; turns < 20 && !holds(); turns += 1) await new Promise(setImmediate);
    for (let rounds = 0; rounds < 50 && !holds(); rounds += 1) {
      if (!(await this.#run.waitFor(holds))) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return holds();
  }

  #mayGo(entry: Entry): boolean {
    const reading = this.#reading;
    // it answers when it is asked
    if (this.#manner === 'brisk' && entry.message.kind === 'response') return true;
    const session = reading.sessionOf(entry);
    const before = reading.recorded.client.filter(({ at }) => at < entry.at);
    const concerned = before.filter(
      (other) =>
        GATES.includes(methodOf(other) ?? '') ||
        GATES.includes(methodOf(entry) ?? '') ||
        (session !== undefined && reading.concerns(other, session)),
    );
    const settled = concerned.every((other) => {
      const answer = reading.answerTo(other);
      const asked = reading.requestOf(other);
      if (asked !== undefined) return this.#answered.has(asked) || this.#needsNoAnswer(asked, entry);
      return answer === undefined || answer.at > entry.at || this.#settled.has(other);
    });
    return settled && this.#hasSeenEnough(entry, session);
  }

  /** A brisk client goes on though the agent has asked something between the turns. */
  #needsNoAnswer(asked: Entry, entry: Entry): boolean {
    const goesOn = methodOf(entry) === 'session/prompt' || !this.#reading.drives(entry);
    return this.#manner === 'brisk' && goesOn && this.#reading.isAskedIdle(asked);
  }

  #hasSeenEnough(entry: Entry, session: string | undefined): boolean {
    const reactsToUpdates = ['session/cancel', '$/cancel_request'].includes(methodOf(entry) ?? '');
    if (session === undefined || (this.#manner === 'brisk' && !reactsToUpdates)) return true;
    const told = this.#reading.recorded.agent.filter(
      (frame) =>
        frame.at < entry.at && methodOf(frame) === 'session/update' && this.#reading.sessionOf(frame) === session,
    );
    const live = this.#sessions.get(session) ?? session;
    return (this.#updates.get(live) ?? 0) >= told.length;
  }

  #take(entry: Entry): void {
    const { message } = entry;
    this.#sent.add(entry);
    if (message.kind === 'response') {
      const asked = this.#reading.requestOf(entry);
      if (asked !== undefined) this.#mayAnswer.add(asked);
      return;
    }
    const cancelled = this.#reading.cancelledBy(entry);
    if (cancelled !== undefined) this.#aborts.get(cancelled)?.abort();
    else if (message.kind === 'notification') void this.#connection.agent.notify(message.method, this.#paramsOf(entry));
    else if (message.kind === 'request') this.#request(entry, message.method);
  }

  #request(entry: Entry, method: string): void {
    const abort = new AbortController();
    this.#aborts.set(entry, abort);
    const answer = this.#reading.answerTo(entry);
    const session = this.#reading.sessionOf(entry);
    const request = this.#connection.agent.request(method, this.#paramsOf(entry), { cancellationSignal: abort.signal });
    const settled = request.then(
      (result) => {
        if (OPENING.includes(method) && session !== undefined) this.#remember(session, result);
        return true;
      },
      () => false,
    );
    void settled.then((isOk) => {
      this.#settled.add(entry);
      const wasOk = answer?.message.kind === 'response' && !answer.message.failed;
      if (answer !== undefined && isOk !== wasOk)
        this.#faults.push(`${label(answer)} came as ${isOk ? 'a result' : 'an error'}`);
    });
  }

  #remember(session: string, result: unknown): void {
    const made = isObject(result as JsonValue) ? (result as JsonObject)['sessionId'] : undefined;
    if (typeof made === 'string') this.#sessions.set(session, made);
  }

  /** The recorded params, for the session that was made now. */
  #paramsOf(entry: Entry): JsonObject | undefined {
    const said = JSON.parse(this.#disguise.said(entry)) as JsonObject;
    const { params } = said;
    if (!isObject(params)) return undefined;
    const { sessionId } = paramsOf(entry);
    const live = typeof sessionId === 'string' ? this.#sessions.get(sessionId) : undefined;
    return live === undefined ? params : { ...params, sessionId: live };
  }

  /** Answers a request of the agent as the recorded client did. */
  async #answer(id: string): Promise<unknown> {
    const asked = this.#reading.recorded.agent.find(
      (frame) => frame.message.kind === 'request' && frame.message.id === id && !this.#asked.has(frame),
    );
    if (asked === undefined) throw new v1.RequestError(-32603, `nobody recorded a request ${id}`);
    this.#asked.add(asked);
    const response = this.#reading.answerTo(asked);
    if (response === undefined) return new Promise(() => undefined);
    const later = this.#promptBeforeAnswer(asked);
    if (later !== undefined) await this.#until(() => this.#sent.has(later));
    else if (this.#manner === 'patient') await this.#until(() => this.#mayAnswer.has(asked));
    this.#mayAnswer.add(asked);
    setImmediate(() => this.#answered.add(asked));
    const { result, error } = JSON.parse(this.#disguise.said(response)) as JsonObject;
    if (!isObject(error)) return result ?? null;
    const { code, message, data } = error as {
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    };
    throw new v1.RequestError(code, message, data);
  }

  /** A brisk client answers what was asked between the turns only when its next prompt is out, where that is next. */
  #promptBeforeAnswer(asked: Entry): Entry | undefined {
    const reading = this.#reading;
    const isIdGivenAgain = reading.recorded.agent.some((frame) => reading.freedBy(frame) === reading.answerTo(asked));
    if (this.#manner === 'patient' || isIdGivenAgain || !reading.isAskedIdle(asked)) return undefined;
    const session = reading.sessionOf(asked);
    const next = reading.recorded.client.find(
      (entry) =>
        entry.at > asked.at &&
        reading.sessionOf(entry) === session &&
        reading.drives(entry) &&
        entry.message.kind !== 'response',
    );
    return next !== undefined && methodOf(next) === 'session/prompt' ? next : undefined;
  }
}

function ignore(): void {
  // what an editor does not know
}

function toRead(run: Run): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      run.onLine((line) => {
        controller.enqueue(encoder.encode(`${line}\n`));
      });
    },
  });
}

function toWrite(run: Run): WritableStream<Uint8Array> {
  return new WritableStream({
    write(bytes) {
      run.write(bytes);
    },
  });
}
