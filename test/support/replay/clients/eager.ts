import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../../../src/wire/json-text.js';
import type { Run } from '../replaying.js';
import type { Disguise } from './disguise.js';
import { label, type Came } from './order-checks.js';
import { keepTheirOrder } from './precedence.js';
import { GATES, OPENING, methodOf, type Reading } from './reading.js';
import type { Entry } from './recorded.js';

/** What went over the wire between an eager client and the agent. */
export interface Eagerness {
  readonly came: readonly Came[];
  /** What the client said, in its order. */
  readonly said: readonly string[];
  /** Lines of the agent that stand nowhere in the recording, and messages that could never be sent. */
  readonly faults: readonly string[];
}

/** Which of the messages that may be sent now is sent; default: the one that was recorded first. */
export type Choice = (ready: readonly Entry[]) => Entry | undefined;

/**
 * Client B: says each message as early as the protocol allows, whatever else has come by then, in other words if the
 * disguise says so. It does not end the run.
 */
export async function eager(
  reading: Reading,
  run: Run,
  disguise: Disguise,
  choose: Choice = first,
): Promise<Eagerness> {
  const client = new EagerClient(reading, disguise);
  run.onLine((line) => {
    client.hear(line);
  });
  const said: string[] = [];
  for (;;) {
    const entry = choose(client.ready());
    if (entry !== undefined) {
      const line = disguise.said(entry);
      said.push(line);
      client.sent.add(entry);
      run.write(`${line}\n`);
    } else if (client.isDone || !(await run.waitFor(() => client.isDone || client.ready().length > 0))) {
      return { came: client.came, said, faults: client.faults() };
    }
  }
}

function first(ready: readonly Entry[]): Entry | undefined {
  return ready[0];
}

class EagerClient {
  readonly came: Came[] = [];
  readonly sent = new Set<Entry>();
  readonly #reading: Reading;
  readonly #disguise: Disguise;
  readonly #heard = new Set<Entry>();
  readonly #expected = new Map<Entry, JsonValue>();
  readonly #unknown: string[] = [];

  constructor(reading: Reading, disguise: Disguise) {
    this.#reading = reading;
    this.#disguise = disguise;
  }

  get isDone(): boolean {
    const { client, agent } = this.#reading.recorded;
    return this.sent.size === client.length && this.came.length + this.#unknown.length >= agent.length;
  }

  hear(line: string): void {
    const frame = this.#frameOf(line);
    if (frame === undefined) {
      this.#unknown.push(`no frame is ${line.slice(0, 300)}`);
      return;
    }
    this.#heard.add(frame);
    this.came.push({ frame, sent: new Set(this.sent) });
  }

  faults(): string[] {
    const unsent = this.#reading.recorded.client.filter((entry) => !this.sent.has(entry));
    return [...this.#unknown, ...unsent.map((entry) => `${label(entry)} could never be sent`)];
  }

  ready(): Entry[] {
    return this.#reading.recorded.client.filter((entry) => !this.sent.has(entry) && this.#isReady(entry));
  }

  #frameOf(line: string): Entry | undefined {
    const said = saidIn(line);
    const left = this.#reading.recorded.agent.filter((frame) => !this.#heard.has(frame));
    return left.find((frame) => isDeepStrictEqual(this.#wordsOf(frame), said));
  }

  #wordsOf(frame: Entry): JsonValue {
    let words = this.#expected.get(frame);
    if (words === undefined) this.#expected.set(frame, (words = this.#disguise.expected(frame)));
    return words;
  }

  /** What the protocol asks before a client may say this, and the few orders that a replay keeps (docs/replay.md). */
  #isReady(entry: Entry): boolean {
    const reading = this.#reading;
    const method = methodOf(entry) ?? '';
    const before = reading.recorded.client.filter(({ at }) => at < entry.at);
    if (entry.message.kind === 'response') {
      const request = reading.requestOf(entry);
      return request === undefined ? this.#areDone(before, entry) : this.#heard.has(request);
    }
    const freedBy = reading.freedBy(entry);
    if (freedBy !== undefined && !this.#heard.has(freedBy)) return false;
    if (GATES.includes(method)) return this.#areDone(before, entry);
    const session = reading.sessionOf(entry);
    const ofSession = before.filter((other) => session !== undefined && reading.concerns(other, session));
    if (
      !this.#areDone(
        before.filter((other) => GATES.includes(methodOf(other) ?? '')),
        entry,
      )
    )
      return false;
    if (OPENING.includes(method)) {
      return before.every((other) => !isOpening(other) || this.sent.has(other)) && this.#areDone(ofSession, entry);
    }
    if (!this.#areDone(ofSession.filter(isOpening), entry)) return false;
    if (!this.#areDone(ofSession.filter(isClosing), entry)) return false;
    if (method === 'session/close') return this.#areDone(ofSession, entry);
    if (reading.drives(entry)) return this.#mayDrive(entry, ofSession);
    const cancelled = reading.cancelledBy(entry);
    if (cancelled !== undefined) return this.sent.has(cancelled);
    return ofSession.every((other) => this.sent.has(other) || !keepTheirOrder(methodOf(other) ?? '', method));
  }

  /** Whether these were sent, and those of them that had been answered when `entry` was recorded are answered. */
  #areDone(entries: readonly Entry[], entry: Entry): boolean {
    return entries.every((other) => {
      const answer = this.#reading.answerTo(other);
      return this.sent.has(other) && (answer === undefined || answer.at > entry.at || this.#heard.has(answer));
    });
  }

  #mayDrive(entry: Entry, before: readonly Entry[]): boolean {
    const reading = this.#reading;
    const cancelled = reading.cancelledBy(entry);
    if (cancelled !== undefined && !this.sent.has(cancelled)) return false;
    return before
      .filter((other) => reading.drives(other))
      .every((other) => {
        const asked = reading.requestOf(other);
        // a prompt need not wait for the answer to what the agent asked between the turns
        if (asked !== undefined && methodOf(entry) === 'session/prompt' && reading.isAskedIdle(asked)) return true;
        return this.#areDone([other], entry);
      });
  }
}

/** What a line says; itself where it is no JSON. */
function saidIn(line: string): JsonValue {
  try {
    return JSON.parse(line) as JsonValue;
  } catch {
    return line;
  }
}

function isClosing(entry: Entry): boolean {
  return methodOf(entry) === 'session/close';
}

function isOpening(entry: Entry): boolean {
  return OPENING.includes(methodOf(entry) ?? '');
}
