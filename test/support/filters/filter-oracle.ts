import {
  messageFacts,
  messagesIn,
  jsonOf,
  type FrameFacts,
  type MessageFacts,
} from '../../../src/filter/frame-facts.js';
import type { FilterMarks } from '../../../src/filter/filter-marks.js';
import type { Filter } from '../../../src/filter/filter.js';
import { matches } from '../../../src/filter/matches.js';
import type { FixtureEntry, FixtureFrame } from '../../../src/fixture/format/format.js';
import { readMessage, type Message } from '../../../src/wire/message.js';

/** Which entries of a conversation a filter means, by their place: found without a database, and without a plan. */
export function meantBy(filter: Filter, entries: readonly FixtureEntry[], marks: FilterMarks): number[] {
  const facts = factsOf(entries, marks);
  return facts.filter((each) => matches(filter, each)).map(({ seq }) => seq);
}

interface Said {
  readonly seq: number;
  readonly frame: FixtureFrame;
  readonly message: Message;
  readonly facts: readonly MessageFacts[];
  request?: Said;
  response?: Said;
}

function factsOf(entries: readonly FixtureEntry[], marks: FilterMarks): FrameFacts[] {
  const said = new Map<number, Said>();
  const latest = new Map<string, Said>();
  for (const [seq, entry] of entries.entries()) {
    if (entry.type === 'event' || entry.stream === 'stderr') continue;
    const message = readMessage(entry.bytes);
    const own: Said = { seq, frame: entry, message, facts: [] };
    if (message.kind === 'request') latest.set(`${entry.stream} ${message.id}`, own);
    if (message.kind === 'response' && message.id !== undefined) {
      const request = latest.get(`${entry.stream === 'client' ? 'agent' : 'client'} ${message.id}`);
      if (request !== undefined) {
        own.request = request;
        request.response ??= own;
      }
    }
    const request = own.request?.facts[0];
    said.set(seq, Object.assign(own, { facts: messagesIn(message).map((each) => messageFacts(each, request)) }));
  }
  return entries.map((entry, seq) => factsOfEntry(entry, { seq, marks, said: said.get(seq) }));
}

function factsOfEntry(
  entry: FixtureEntry,
  { seq, marks, said }: { seq: number; marks: FilterMarks; said: Said | undefined },
): FrameFacts {
  const isEvent = entry.type === 'event';
  const other = said?.request ?? said?.response;
  const sessions = new Set(said?.facts.map(({ sessionId }) => sessionId));
  const text = isEvent
    ? [entry.name, ...Object.entries(entry.fields).map(([name, value]) => `${name}=${value}`)].join(' ')
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes);
  const [at, otherAt] = [entry.atNs, other?.frame.atNs];
  return {
    seq,
    sender: isEvent ? 'event' : entry.stream,
    event: isEvent ? entry.name : undefined,
    sizeBytes: isEvent ? undefined : entry.bytes.length,
    atNs: entry.atNs,
    isBatch: said?.message.kind === 'batch',
    messages: said?.facts ?? [],
    json: said === undefined ? [] : messagesIn(said.message).flatMap(jsonOf),
    isUnanswered: said?.message.kind === 'request' && other === undefined,
    isOrphan: said?.message.kind === 'response' && other === undefined,
    exchangeNs: at === undefined || otherAt === undefined ? undefined : Math.abs(at - otherAt),
    turns: marks.turns
      .filter((turn) => sessions.has(turn.sessionId) && turn.first.seq <= seq && seq <= turn.end.seq)
      .map(({ number }) => number),
    violations: marks.violations.filter((mark) => mark.seq === seq),
    holds: (pattern) => pattern.isIn(text),
  };
}
