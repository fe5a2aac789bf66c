import { readMessage, type Message } from '../../wire/message.js';
import type { Connection } from '../state/connection.js';
import type { OpenText, UnreadLine, UnreadPiece } from '../state/wire.js';
import type { Line } from '../state/step.js';

/** A value printed over more lines, or more text, than this is not joined. */
const LINES_LIMIT = 2_000;
const TEXT_LIMIT = 1024 * 1024;
/** A string that was broken over more lines than this is not joined. */
const BROKEN_STRING_LINES = 100;
/** Only the beginning of a larger line is kept, to say what it looks like. */
const HEAD_BYTES = 16 * 1024;

const NOTHING_OPEN: OpenText = { depth: 0, isString: false };

const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Lines that are not JSON on their own. */
export interface UnreadRun {
  readonly lines: readonly UnreadLine[];
  readonly isOneValue: boolean;
}

/** What a line turned out to be. */
export interface Reading {
  /** Lines before it that are not JSON, now that it is clear what they are. */
  readonly unread: UnreadRun | undefined;
  /** Undefined if the line is unclear: it may be a piece of a value printed over several lines, or of a lost one. */
  readonly message: Message | undefined;
}

/** Reads a line, and joins values that were printed over several lines. */
export function readLine(connection: Connection, line: Line): Reading {
  const wire = connection.wires[line.sender];
  const message: Message =
    line.bytes === undefined
      ? { kind: 'malformed', reason: 'too-long', detail: undefined, json: undefined }
      : readMessage(line.bytes, line.text);
  const reason = message.kind === 'malformed' ? message.reason : undefined;
  const isRest = wire.mayBeginLate && reason !== undefined;
  wire.mayBeginLate = false;
  if (isRest) return { unread: undefined, message: undefined };
  const isReadable = reason !== 'not-json';
  if (wire.unread.length === 0 && isReadable) return { unread: undefined, message };
  if (line.bytes === undefined || reason === 'too-deep')
    return { unread: takeUnread(connection, line.sender), message };
  if (!line.terminated) return lastLine(connection, line, message);
  if (line.bytes.length > TEXT_LIMIT && !isReadable)
    return { unread: withHead(wire.unread, line, line.bytes), message: undefined };
  const text = lenient.decode(line.bytes);
  if (isReadable && !isPiece(message, text)) return { unread: takeUnread(connection, line.sender), message };
  const piece = pieceOf(line, text, wire.unread.at(-1));
  if (wire.unread.length === 0 && !/^\s*[[{]/.test(text)) return { unread: asRun([piece]), message: undefined };
  wire.unread.push(piece);
  if (piece.open.depth > 0 || piece.open.isString)
    return { unread: overLimit(wire.unread) ? takeUnread(connection, line.sender) : undefined, message: undefined };
  // everything that was opened is closed: if this is not a value now, it never will be
  return joined(wire.unread) ?? { unread: takeUnread(connection, line.sender), message: undefined };
}

/** Only the beginning is looked at if a line cannot be a piece of a value. */
function withHead(unread: UnreadPiece[], line: Line, bytes: Uint8Array): UnreadRun {
  const head = pieceOf(line, lenient.decode(bytes.subarray(0, HEAD_BYTES)), undefined);
  return asRun([...unread.splice(0), head]);
}

function pieceOf({ seq, at, sizeBytes }: Line, text: string, before: UnreadPiece | undefined): UnreadPiece {
  return { seq, at, sizeBytes, text, open: openAfter(text, before?.open ?? NOTHING_OPEN) };
}

/** What is open after a text, given what was open before it; a string may continue in it. */
function openAfter(text: string, before: OpenText): OpenText {
  let { depth, isString } = before;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isString = !isString;
    else if (isString) at += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return { depth, isString };
}

/** The last line of a side, without a newline: it may be the last piece of a printed value, and nothing follows it. */
function lastLine(connection: Connection, line: Line, message: Message): Reading {
  const { sender, bytes, sizeBytes } = line;
  const { unread } = connection.wires[sender];
  const isPossible = unread.length > 0 && sizeBytes <= TEXT_LIMIT;
  const whole = isPossible ? joined([...unread, pieceOf(line, lenient.decode(bytes), unread.at(-1))]) : undefined;
  if (whole === undefined) return { unread: takeUnread(connection, sender), message };
  unread.length = 0;
  return whole;
}

/** A piece of a printed value may be JSON on its own: `"a"` or `1`, or `{}` and `[]`, which are indented there. */
function isPiece(message: Message, text: string): boolean {
  if (message.kind === 'batch') return message.messages.length === 0 && /^\s/.test(text);
  if (message.kind !== 'malformed') return false;
  const { reason } = message;
  return reason === 'not-an-object' || reason === 'blank' || (reason === 'unclassifiable' && /^\s/.test(text));
}

function asRun(lines: readonly UnreadLine[]): UnreadRun {
  return { lines, isOneValue: false };
}

function overLimit(unread: readonly UnreadLine[]): boolean {
  return unread.length > LINES_LIMIT || unread.reduce((sum, { text }) => sum + text.length, 0) > TEXT_LIMIT;
}

/** Lines are pieces of one value if they form one when joined, with the newlines between tokens or inside strings. */
function joined(unread: UnreadLine[]): Reading | undefined {
  if (unread.length < 2) return undefined;
  for (const newline of unread.length > BROKEN_STRING_LINES ? ['\n'] : ['\n', '\\n']) {
    const message = readMessage(new TextEncoder().encode(unread.map(({ text }) => text).join(newline)));
    if (message.kind === 'malformed' && message.reason === 'not-json') continue;
    return { unread: { lines: unread.splice(0), isOneValue: true }, message };
  }
  return undefined;
}

/** The lines that are not JSON and still wait for the lines after them. */
export function takeUnread(connection: Connection, sender: Line['sender']): UnreadRun | undefined {
  const { unread } = connection.wires[sender];
  return unread.length === 0 ? undefined : { lines: unread.splice(0), isOneValue: false };
}
