import { readMessage, type Message } from '../wire/message.js';
import type { Connection, UnreadLine } from './connection.js';
import type { Line } from './step.js';

/** A value printed over more lines, or more text, than this is not put together. */
const LINES_LIMIT = 2_000;
const TEXT_LIMIT = 1024 * 1024;
/** A string that was broken over more lines than this is not put together. */
const BROKEN_STRING_LINES = 100;

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Lines that are no JSON by themselves. */
export interface UnreadRun {
  readonly lines: readonly UnreadLine[];
  readonly isOneValue: boolean;
}

/** What a line turned out to be. */
export interface Reading {
  /** Lines before it that are no JSON, now that it is clear what they are. */
  readonly unread: UnreadRun | undefined;
  /** Undefined while it may be a piece of a value printed over several lines. */
  readonly message: Message | undefined;
}

/** Reads a line, and puts together values that were printed over several lines. */
export function readLine(connection: Connection, line: Line): Reading {
  const wire = connection.wires[line.sender];
  const message: Message =
    line.bytes === undefined
      ? { kind: 'malformed', reason: 'too-long', detail: undefined, json: undefined }
      : readMessage(line.bytes, line.text);
  const isReadable = message.kind !== 'malformed' || message.reason !== 'not-json';
  if (wire.unread.length === 0 && isReadable) return { unread: undefined, message };
  if (line.bytes === undefined) return { unread: takeUnread(connection, line.sender), message };
  if (!line.terminated) return lastLine(connection, line, message);
  const text = lenient.decode(line.bytes);
  if (isReadable && !isPiece(message, text)) return { unread: takeUnread(connection, line.sender), message };
  if (wire.unread.length === 0 && !/^\s*[[{]/.test(text)) return { unread: oneLine(line, text), message: undefined };
  wire.unread.push({ seq: line.seq, at: line.at, text });
  if (!/[\]}]\s*$/.test(text))
    return { unread: overLimit(wire.unread) ? takeUnread(connection, line.sender) : undefined, message: undefined };
  return joined(wire.unread) ?? { unread: undefined, message: undefined };
}

/** The last line of a side, which no newline ended: it may be the last piece of a printed value, and waits for no more. */
function lastLine(connection: Connection, { sender, seq, at, bytes }: Line, message: Message): Reading {
  const { unread } = connection.wires[sender];
  const whole = unread.length === 0 ? undefined : joined([...unread, { seq, at, text: lenient.decode(bytes) }]);
  if (whole === undefined) return { unread: takeUnread(connection, sender), message };
  unread.length = 0;
  return whole;
}

/** A piece of a printed value may be JSON by itself: `"a"` or `1`, or `{}` and `[]`, which are indented there. */
function isPiece(message: Message, text: string): boolean {
  if (message.kind === 'batch') return message.messages.length === 0 && /^\s/.test(text);
  if (message.kind !== 'malformed') return false;
  const { reason } = message;
  return reason === 'not-an-object' || reason === 'blank' || (reason === 'unclassifiable' && /^\s/.test(text));
}

function oneLine({ seq, at }: Line, text: string): UnreadRun {
  return { lines: [{ seq, at, text }], isOneValue: false };
}

function overLimit(unread: readonly UnreadLine[]): boolean {
  return unread.length > LINES_LIMIT || unread.reduce((sum, { text }) => sum + text.length, 0) > TEXT_LIMIT;
}

/** Lines are pieces of one value if they are one when put together, with the newlines between tokens or within strings. */
function joined(unread: UnreadLine[]): Reading | undefined {
  if (unread.length < 2) return undefined;
  for (const newline of unread.length > BROKEN_STRING_LINES ? ['\n'] : ['\n', '\\n']) {
    const message = readMessage(new TextEncoder().encode(unread.map(({ text }) => text).join(newline)));
    if (message.kind === 'malformed' && message.reason === 'not-json') continue;
    return { unread: { lines: unread.splice(0), isOneValue: true }, message };
  }
  return undefined;
}

/** The lines that are no JSON and still wait for what comes after them. */
export function takeUnread(connection: Connection, sender: Line['sender']): UnreadRun | undefined {
  const { unread } = connection.wires[sender];
  return unread.length === 0 ? undefined : { lines: unread.splice(0), isOneValue: false };
}
