import { readFileSync } from 'node:fs';
import { Checker } from '../../src/check/checker.js';
import { RULES } from '../../src/check/rules/index.js';
import type { Violation } from '../../src/check/violation.js';
import { CaptureParser } from '../../src/fixture/jsonl-capture.js';
import type { FixtureEntry } from '../../src/fixture/format.js';
import type { Sender } from '../../src/wire/frame.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/wire/json-text.js';
import { corpusFiles, corpusName } from './corpus.js';
import { PROTOCOL } from './rule-examples.js';

/** A line of a conversation, with what it says already parsed. */
export interface SaidLine {
  readonly type: 'frame';
  readonly sender: Sender;
  readonly bytes: Uint8Array;
  readonly terminated: boolean;
  readonly atNs: number;
  /** What it says, where that is a JSON object. */
  readonly json: JsonObject | undefined;
}

interface Ending {
  readonly type: 'event';
  readonly name: 'exit';
  readonly fields: Readonly<Record<string, string>>;
  readonly atNs: number;
}

export type Entry = SaidLine | Ending;

/** A request and its answer. */
export interface Asked {
  readonly method: string;
  readonly request: SaidLine;
  readonly response: SaidLine | undefined;
}

/** What one agent process and its client said. */
export interface Conversation {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly lines: readonly SaidLine[];
  /** Requests that were answered by their id, and those that were not. */
  readonly asked: readonly Asked[];
  /** Those of one method. */
  readonly askedFor: (method: string) => readonly Asked[];
  /** The notifications of one method. */
  readonly told: (method: string) => readonly SaidLine[];
  readonly version: number;
  /** What the checker says of it as it is. */
  readonly untouched: readonly Violation[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** All conversations of the corpus. */
export function conversations(): Conversation[] {
  return corpusFiles().flatMap((file) => {
    const processes = processesOf(readFileSync(file));
    return processes.map((entries, i) =>
      conversationOf(corpusName(file).replace(/\.jsonl$/, '') + (processes.length > 1 ? `#${i + 1}` : ''), entries),
    );
  });
}

function processesOf(bytes: Buffer): Entry[][] {
  const parser = new CaptureParser('capture');
  const processes: Entry[][] = [];
  let current: Entry[] | undefined;
  for (const text of bytes.toString().split('\n')) {
    const read = parser.line(encoder.encode(text));
    if (read === undefined) continue;
    if (current === undefined) processes.push((current = []));
    const entry = entryOf(read);
    if (entry !== undefined) current.push(entry);
    if (entry?.type === 'event') current = undefined;
  }
  return processes;
}

function entryOf(read: FixtureEntry): Entry | undefined {
  if (read.type === 'event') return { type: 'event', name: 'exit', fields: read.fields, atNs: read.atNs ?? 0 };
  const { stream, bytes, terminated, atNs = 0 } = read;
  if (stream === 'stderr') return undefined;
  return { type: 'frame', sender: stream, bytes, terminated, atNs, json: jsonIn(bytes) };
}

function jsonIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const json = JSON.parse(decoder.decode(bytes)) as JsonValue;
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

export function conversationOf(name: string, entries: readonly Entry[]): Conversation {
  const lines = entries.filter((entry) => entry.type === 'frame');
  const asked = askedIn(lines);
  const [greeting] = asked;
  const version = members(greeting?.response?.json?.['result'])['protocolVersion'];
  return {
    name,
    entries,
    lines,
    asked,
    askedFor: (method) => asked.filter((one) => one.method === method),
    told: (method) => lines.filter(({ json }) => json?.['method'] === method && !('id' in json)),
    version: version === 2 ? 2 : 1,
    untouched: violationsIn(entries),
  };
}

function askedIn(lines: readonly SaidLine[]): Asked[] {
  const asked: { method: string; request: SaidLine; response: SaidLine | undefined }[] = [];
  const pending = new Map<string, (typeof asked)[number]>();
  for (const line of lines) {
    const { json, sender } = line;
    if (json === undefined || !('id' in json)) continue;
    const { method, id } = json;
    if (typeof method === 'string') {
      const one = { method, request: line, response: undefined };
      asked.push(one);
      pending.set(`${sender} ${JSON.stringify(id)}`, one);
    } else {
      const key = `${sender === 'client' ? 'agent' : 'client'} ${JSON.stringify(id)}`;
      const one = pending.get(key);
      if (one !== undefined) one.response = line;
      pending.delete(key);
    }
  }
  return asked;
}

/** The members of a value; none for what is no object. */
export function members(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Checks entries, with all rules; `seq` is the place in `entries`. */
export function violationsIn(entries: readonly Entry[]): Violation[] {
  const violations: Violation[] = [];
  const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: (one) => violations.push(one) });
  entries.forEach((entry, seq) => {
    if (entry.type === 'event') checker.event({ ...entry, seq });
    else checker.frame({ ...entry, seq, sizeBytes: entry.bytes.length });
  });
  checker.end();
  return violations;
}

/** A copy of a conversation that faults are planted into. It knows where each line of the copy comes from. */
export class Planting {
  readonly conversation: Conversation;
  readonly entries: Entry[];
  readonly #origins: Map<Entry, number>;

  constructor(conversation: Conversation) {
    this.conversation = conversation;
    this.entries = [...conversation.entries];
    this.#origins = new Map(this.entries.map((entry, seq) => [entry, seq]));
  }

  /** Says something else in place of a line. */
  replace(line: SaidLine, said: JsonValue | string | Uint8Array, { terminated = line.terminated } = {}): SaidLine {
    const bytes = bytesOf(said);
    const other: SaidLine = { ...line, bytes, terminated, json: jsonIn(bytes) };
    this.entries[this.#placeOf(line)] = other;
    this.#origins.set(other, this.#origins.get(line) ?? -1);
    return other;
  }

  remove(line: SaidLine): void {
    this.entries.splice(this.#placeOf(line), 1);
  }

  /** Says something right after a line, before anything else is said. */
  insertAfter(line: SaidLine, sender: Sender, said: JsonValue | string | Uint8Array): SaidLine {
    return this.#insert(this.#placeOf(line) + 1, sender, said);
  }

  insertBefore(line: SaidLine, sender: Sender, said: JsonValue | string | Uint8Array): SaidLine {
    return this.#insert(this.#placeOf(line), sender, said);
  }

  /** Says something when all else was said, while the agent is still there. */
  append(sender: Sender, said: JsonValue | string | Uint8Array): SaidLine {
    return this.#insert(this.entries.at(-1)?.type === 'event' ? this.entries.length - 1 : this.entries.length, sender, said);
  }

  /** Says a line later: right after another one. */
  move(line: SaidLine, after: SaidLine): SaidLine {
    this.remove(line);
    const place = this.#placeOf(after) + 1;
    const moved = { ...line, atNs: this.#timeAt(place) };
    this.entries.splice(place, 0, moved);
    this.#origins.set(moved, this.#origins.get(line) ?? -1);
    return moved;
  }

  /** Where an entry of the copy stands in the untouched conversation; undefined for what was put in. */
  originOf(seq: number): number | undefined {
    const entry = this.entries[seq];
    return entry === undefined ? undefined : this.#origins.get(entry);
  }

  seqOf(line: Entry): number {
    return this.#placeOf(line);
  }

  #insert(place: number, sender: Sender, said: JsonValue | string | Uint8Array): SaidLine {
    const bytes = bytesOf(said);
    const line: SaidLine = {
      type: 'frame',
      sender,
      bytes,
      terminated: true,
      atNs: this.#timeAt(place),
      json: jsonIn(bytes),
    };
    this.entries.splice(place, 0, line);
    return line;
  }

  /** Half-way between the entries around a place. */
  #timeAt(place: number): number {
    const before = this.entries[place - 1]?.atNs ?? 0;
    const after = this.entries[place]?.atNs ?? before + 1e6;
    return Math.round((before + Math.max(before, after)) / 2);
  }

  #placeOf(entry: Entry): number {
    const place = this.entries.indexOf(entry);
    if (place === -1) throw new Error('The line is not there (any more).');
    return place;
  }
}

function bytesOf(said: JsonValue | string | Uint8Array): Uint8Array {
  if (said instanceof Uint8Array) return said;
  return encoder.encode(typeof said === 'string' ? said : JSON.stringify(said));
}

/** What the checker said that it should not have, or did not say that it should. */
export interface Expected {
  /** One of them stands at the planted line. */
  readonly rules: readonly string[];
  readonly at: Entry;
  readonly fault: Sender;
  /** Violations that truly follow from the fault, and why. */
  readonly brings?: Readonly<Record<string, string>>;
  /** Violations of the untouched conversation that truly go with it, and why. */
  readonly takes?: Readonly<Record<string, string>>;
  /** The violation may be an info: the specification says no more, or the recording cannot prove more. */
  readonly isMild?: boolean;
}

/** What is wrong with the verdict on a planted fault; empty where nothing is. */
export function complaintsAbout(planting: Planting, expected: Expected): string[] {
  const { rules, at, fault, brings = {}, takes = {}, isMild = false } = expected;
  const { conversation } = planting;
  const seq = planting.seqOf(at);
  const origin = planting.originOf(seq);
  const found = violationsIn(planting.entries);
  const complaints: string[] = [];
  const left = new Map<string, Violation[]>();
  for (const one of conversation.untouched) {
    const key = keyOf(one, one.seq);
    left.set(key, [...(left.get(key) ?? []), one]);
  }
  let hits = 0;
  for (const one of found) {
    const from = planting.originOf(one.seq);
    if (from !== undefined && left.get(keyOf(one, from))?.pop() !== undefined) continue;
    if (one.seq === seq && one.fault === fault && rules.includes(one.rule)) {
      hits += 1;
      if (hits > 1) complaints.push(`ONCE MORE ${told(one)}`);
      else if (one.severity === 'info' && !isMild) complaints.push(`ONLY INFO ${told(one)}`);
      continue;
    }
    if (one.rule in brings) continue;
    complaints.push(`NEW ${told(one)}`);
  }
  if (hits === 0) {
    const here = planting.entries[seq];
    const text = here?.type === 'frame' ? decoder.decode(here.bytes).slice(0, 300) : 'the exit';
    complaints.unshift(`MISSED ${rules.join('|')} at ${seq} by ${fault}: ${text}`);
  }
  const isGone = (place: number) => {
    const entry = conversation.entries[place];
    return place === origin || (entry !== undefined && !planting.entries.includes(entry));
  };
  for (const one of [...left.values()].flat()) {
    if (!isGone(one.seq) && !(one.rule in takes)) complaints.push(`LOST ${told(one)}`);
  }
  return complaints.map((complaint) => `${conversation.name}: ${complaint}`);
}

function keyOf({ rule, fault }: Violation, place: number): string {
  return `${place} ${fault} ${rule}`;
}

function told({ rule, severity, fault, seq, message }: Violation): string {
  return `${rule} (${severity}) at ${seq} by ${fault}: ${message.slice(0, 200)}`;
}
