import { readFileSync } from 'node:fs';
import { Checker } from '../../../src/check/engine/checker.js';
import { RULES } from '../../../src/check/rules/index.js';
import type { Violation } from '../../../src/check/engine/violation.js';
import { CaptureParser } from '../../../src/fixture/foreign/jsonl-capture.js';
import type { FixtureEntry } from '../../../src/fixture/format/format.js';
import type { Sender } from '../../../src/wire/frame.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/wire/json-text.js';
import { corpusFiles, corpusName } from '../fixtures/corpus.js';
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

interface Happening {
  readonly type: 'event';
  readonly name: 'spawn' | 'exit';
  readonly fields: Readonly<Record<string, string>>;
  readonly atNs: number;
}

export type Entry = SaidLine | Happening;

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

function conversationOf(name: string, entries: readonly Entry[]): Conversation {
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
function violationsIn(entries: readonly Entry[]): Violation[] {
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

  /** Says a line in pieces, a line each. They all stand for it. */
  split(line: SaidLine, pieces: readonly string[]): SaidLine[] {
    const place = this.#placeOf(line);
    const origin = this.#origins.get(line) ?? -1;
    const lines = pieces.map((piece) => ({ ...line, bytes: bytesOf(piece), json: undefined }));
    this.entries.splice(place, 1, ...lines);
    for (const one of lines) this.#origins.set(one, origin);
    return lines;
  }

  /** The recording tells how the agent was started: it begins at the beginning. */
  beginWithSpawn(): void {
    this.entries.unshift({ type: 'event', name: 'spawn', fields: {}, atNs: 0 });
  }

  /** Says something when all else was said, while the agent is still there. */
  append(sender: Sender, said: JsonValue | string | Uint8Array): SaidLine {
    return this.#insert(
      this.entries.at(-1)?.type === 'event' ? this.entries.length - 1 : this.entries.length,
      sender,
      said,
    );
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

/** What follows from many a fault, and from none in particular. */
const TAKEN_BY_ANY: Readonly<Record<string, string>> = {
  'eos/session-left-open': 'it is only told where nothing else was open',
};

/** What is wrong with the verdict on a planted fault; empty where nothing is. */
export function complaintsAbout(planting: Planting, expected: Expected): string[] {
  const { rules, at, fault, brings = {}, isMild = false } = expected;
  const takes = { ...TAKEN_BY_ANY, ...expected.takes };
  const { conversation } = planting;
  const seq = planting.seqOf(at);
  const { fresh, gone } = changesIn(planting, at);
  const isHit = (one: Violation) => one.seq === seq && one.fault === fault && rules.includes(one.rule);
  const [hit, ...more] = fresh.filter(isHit);
  const others = fresh.filter((one) => !isHit(one) && !(one.rule in brings));
  const complaints = [
    ...more.map((one) => `ONCE MORE ${told(one)}`),
    ...others.map((one) => `NEW ${told(one)}`),
    ...gone.filter(({ rule }) => !(rule in takes)).map((one) => `LOST ${told(one)}`),
  ];
  if (hit === undefined) {
    const text = at.type === 'frame' ? decoder.decode(at.bytes.subarray(0, 300)) : at.name;
    complaints.unshift(`MISSED ${rules.join(' or ')} at ${seq} by ${fault}: ${text}`);
  } else if (hit.severity === 'info' && !isMild) complaints.push(`ONLY INFO ${told(hit)}`);
  return complaints.map((complaint) => `${conversation.name}: ${complaint}`);
}

/** How the verdict on a copy differs from that on the untouched conversation. */
export function changesIn(
  planting: Planting,
  at: Entry,
): { readonly fresh: readonly Violation[]; readonly gone: readonly Violation[] } {
  const unmatched = new Unmatched(planting);
  const seq = planting.seqOf(at);
  const fresh = unmatched
    .withoutOld(violationsIn(planting.entries))
    .filter((one) => one.seq === seq || !unmatched.isMoved(one));
  return { fresh, gone: unmatched.left() };
}

/** The violations of the untouched conversation, as far as they were not found again. */
class Unmatched {
  readonly #planting: Planting;
  readonly #left = new Map<string, Violation[]>();

  constructor(planting: Planting) {
    this.#planting = planting;
    for (const one of planting.conversation.untouched) {
      const key = keyOf(one, one.seq);
      this.#left.set(key, [...(this.#left.get(key) ?? []), one]);
    }
  }

  /** Those that the untouched conversation does not have at that very frame. */
  withoutOld(found: readonly Violation[]): Violation[] {
    return found.filter((one) => {
      const origin = this.#planting.originOf(one.seq);
      return origin === undefined || this.#left.get(keyOf(one, origin))?.pop() === undefined;
    });
  }

  /** What is told once, and stood at a line that is not there as it was, is told at the next occasion. */
  isMoved({ rule, fault, message }: Violation): boolean {
    for (const list of this.#left.values()) {
      const place = list.findIndex(
        (one) => one.rule === rule && one.fault === fault && one.message === message && this.#isTouched(one.seq),
      );
      if (place === -1) continue;
      list.splice(place, 1);
      return true;
    }
    return false;
  }

  /** Those that are gone, and not with the line that they stood at. */
  left(): Violation[] {
    return [...this.#left.values()].flat().filter(({ seq }) => !this.#isTouched(seq));
  }

  #isTouched(seq: number): boolean {
    const entry = this.#planting.conversation.entries[seq];
    return entry !== undefined && !this.#planting.entries.includes(entry);
  }
}

function keyOf({ rule, fault }: Violation, place: number): string {
  return `${place} ${fault} ${rule}`;
}

/** A violation, in a line. */
export function told({ rule, severity, fault, seq, message }: Violation): string {
  return `${rule} (${severity}) at ${seq} by ${fault}: ${message.slice(0, 200)}`;
}
