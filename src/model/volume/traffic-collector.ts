import type { Sender } from '../../wire/frame.js';
import type { Listener } from '../observer.js';
import type { Connection } from '../state/connection.js';
import type { Line, Step } from '../state/step.js';
import type { Volume } from '../state/volume.js';

/** Frames that have something in common. */
export interface Flow {
  frames: number;
  bytes: number;
  /** The largest of them. */
  largest: { readonly seq: number; readonly bytes: number };
  /** What messages, tool calls and terminals say in them, and how much of that was new; in bytes of UTF-8. */
  sentBytes: number;
  newBytes: number;
}

/** The messages of one side with one method, and of updates one kind. */
export interface MethodFlow extends Flow {
  readonly sender: Sender;
  readonly kind: Step['message']['kind'];
  readonly method: string | undefined;
  readonly updateKind: string | undefined;
}

/** A time of the conversation. */
export interface FlowTime {
  readonly client: number;
  readonly agent: number;
}

/** A method comes from the wire: beyond so many they are counted as one. */
const MOST_METHODS = 200;
const MOST_SESSIONS = 1_000;
/** So many of the largest messages, tool calls and terminals are handed out, and this many times as many kept. */
const LARGEST = 20;
const KEPT = 5;
/** At most so many intervals of time; their length doubles as the conversation goes on. */
const MOST_INTERVALS = 60;
const SHORTEST_INTERVAL_MS = 100;

/** Counts what was sent: by direction, method, session, and over time; and what of it was largest. */
export class TrafficCollector implements Listener {
  readonly bySender: Readonly<Record<Sender, Flow>> = { client: newFlow(), agent: newFlow() };
  readonly #methods = new Map<string, MethodFlow>();
  readonly #sessions = new Map<string, Flow>();
  /** By the session that they belong to. */
  readonly #parts = new Map<Volume, string>();
  readonly #totals = new Map<string, { readonly sent: number; readonly fresh: number }>();
  #intervals: Record<Sender, number>[] = [];
  #intervalMs = SHORTEST_INTERVAL_MS;
  #line: Line | undefined;

  /** The largest first. */
  get methods(): MethodFlow[] {
    return [...this.#methods.values()].sort((a, b) => b.bytes - a.bytes);
  }

  /** By session id, the largest first. */
  get sessions(): [id: string, flow: Flow][] {
    return [...this.#sessions].sort(([, a], [, b]) => b.bytes - a.bytes);
  }

  /** The largest messages, tool calls and terminals, with their sessions. */
  get largest(): (readonly [part: Volume, sessionId: string])[] {
    return this.#byBytes().slice(0, LARGEST);
  }

  /** Bytes by side in intervals of the same length, in ms. */
  get overTime(): { readonly intervalMs: number; readonly intervals: readonly FlowTime[] } {
    return { intervalMs: this.#intervalMs, intervals: this.#intervals };
  }

  piece(line: Line): void {
    this.#countLine(line);
  }

  batch({ line }: Step): void {
    this.#countLine(line);
  }

  applied(step: Step, connection: Connection): void {
    const { line, batch, sender, sessionId } = step;
    this.#countLine(line);
    const bytes = batch === undefined ? line.sizeBytes : Math.round(line.sizeBytes / batch.messages.length);
    const content = this.#contentOf(step, connection);
    const flows: Flow[] = [this.#methodOf(step)];
    if (sessionId !== undefined && connection.sessions.has(sessionId)) flows.push(this.#sessionOf(sessionId));
    for (const flow of flows) count(flow, step.seq, bytes, content);
    grow(this.bySender[sender], content);
  }

  /** How much content the step brought, by the totals of its session. */
  #contentOf({ sessionId, seq }: Step, { sessions }: Connection): Content {
    const volume = sessionId === undefined ? undefined : sessions.get(sessionId)?.volume;
    if (sessionId === undefined || volume === undefined || volume.latest?.last.seq !== seq) return NOTHING;
    const before = this.#totals.get(sessionId) ?? { sent: 0, fresh: 0 };
    this.#totals.set(sessionId, { sent: volume.sentBytes, fresh: volume.newBytes });
    this.#parts.set(volume.latest, sessionId);
    if (this.#parts.size > LARGEST * KEPT * 2) this.#dropSmall();
    return { sent: volume.sentBytes - before.sent, fresh: volume.newBytes - before.fresh };
  }

  #dropSmall(): void {
    for (const [part] of this.#byBytes().slice(LARGEST * KEPT)) this.#parts.delete(part);
  }

  #byBytes(): [part: Volume, sessionId: string][] {
    return [...this.#parts].sort(([a], [b]) => b.lineBytes - a.lineBytes || a.seq - b.seq);
  }

  #methodOf({ sender, message: { kind }, method, updateKind }: Step): MethodFlow {
    const named = `${sender} ${kind} ${method ?? ''} ${updateKind ?? ''}`;
    const isOther = this.#methods.size >= MOST_METHODS && !this.#methods.has(named);
    const key = isOther ? `${sender} ${kind} others` : named;
    const names = isOther ? { method: undefined, updateKind: undefined } : { method, updateKind };
    const flow = this.#methods.get(key) ?? { sender, kind, ...names, ...newFlow() };
    this.#methods.set(key, flow);
    return flow;
  }

  #sessionOf(id: string): Flow {
    const known = this.#sessions.get(id);
    if (known !== undefined || this.#sessions.size >= MOST_SESSIONS) return known ?? newFlow();
    const flow = newFlow();
    this.#sessions.set(id, flow);
    return flow;
  }

  /** Counts a line once, however many messages it holds. */
  #countLine(line: Line): void {
    if (line === this.#line) return;
    this.#line = line;
    const { sender, seq, at, sizeBytes } = line;
    count(this.bySender[sender], seq, sizeBytes, NOTHING);
    this.#intervalAt(at)[sender] += sizeBytes;
  }

  #intervalAt(at: number): Record<Sender, number> {
    while (at >= this.#intervalMs * MOST_INTERVALS) this.#halve();
    const index = Math.floor(Math.max(0, at) / this.#intervalMs);
    while (this.#intervals.length <= index) this.#intervals.push({ client: 0, agent: 0 });
    return this.#intervals[index] ?? { client: 0, agent: 0 };
  }

  #halve(): void {
    const before = this.#intervals;
    this.#intervals = [];
    for (const [i, interval] of before.entries()) {
      if (i % 2 === 0) this.#intervals.push({ ...interval });
      else
        for (const sender of ['client', 'agent'] as const)
          (this.#intervals.at(-1) ?? interval)[sender] += interval[sender];
    }
    this.#intervalMs *= 2;
  }
}

interface Content {
  readonly sent: number;
  readonly fresh: number;
}

const NOTHING: Content = { sent: 0, fresh: 0 };

function newFlow(): Flow {
  return { frames: 0, bytes: 0, largest: { seq: 0, bytes: 0 }, sentBytes: 0, newBytes: 0 };
}

function count(flow: Flow, seq: number, bytes: number, content: Content): void {
  flow.frames += 1;
  flow.bytes += bytes;
  if (bytes > flow.largest.bytes) flow.largest = { seq, bytes };
  grow(flow, content);
}

function grow(flow: Flow, { sent, fresh }: Content): void {
  flow.sentBytes += sent;
  flow.newBytes += fresh;
}
