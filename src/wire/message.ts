import {
  elementSpans,
  isJsonObject,
  memberSpans,
  nestsDeeperThan,
  type JsonObject,
  type JsonValue,
} from './json-text.js';

declare const requestId: unique symbol;

/**
 * A JSON-RPC id as the raw JSON token on the wire: `1` is not `"1"`, and no digit is lost. Ids of client and agent are
 * separate spaces: compare ids of one sender only.
 */
export type RequestId = string & { readonly [requestId]: never };

/** Why a line is not a JSON-RPC message. */
export type MalformedReason =
  | 'blank'
  | 'too-long'
  | 'too-deep'
  | 'invalid-utf8'
  | 'not-json'
  | 'not-an-object'
  | 'unclassifiable'
  | 'method-not-string'
  | 'invalid-id-type';

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonValue | undefined;
  readonly json: JsonObject;
}

export interface NotificationMessage {
  readonly kind: 'notification';
  /** Always undefined: it gives notifications the same layout as requests. */
  readonly id?: undefined;
  readonly method: string;
  readonly params: JsonValue | undefined;
  readonly json: JsonObject;
}

export interface ResponseMessage {
  readonly kind: 'response';
  /** Undefined if the line has no id at all, as in some error responses. */
  readonly id: RequestId | undefined;
  readonly outcome:
    { readonly ok: true; readonly result: JsonValue } | { readonly ok: false; readonly error: JsonValue };
  readonly json: JsonObject;
}

export interface BatchMessage {
  readonly kind: 'batch';
  /** Empty for `[]`. No batch holds another: that entry is malformed. */
  readonly messages: readonly SingleMessage[];
}

export interface MalformedMessage {
  readonly kind: 'malformed';
  readonly reason: MalformedReason;
  /** The message of the decoder or parser, if there is one. */
  readonly detail: string | undefined;
  /** The content of the line, if it is JSON at least. */
  readonly json: JsonValue | undefined;
}

export type SingleMessage = RequestMessage | NotificationMessage | ResponseMessage | MalformedMessage;

/** The content of a frame (JSON-RPC 2.0, sections 4 to 6). */
export type Message = SingleMessage | BatchMessage;

/** A line above this size, in bytes, is never decoded. */
export const DECODED_BYTES_LIMIT = 64 * 1024 * 1024;

/** JSON nested deeper than this is not read (RFC 8259, section 9): readers stop at 128 levels (serde) to 10,000 (Go). */
export const NESTING_LIMIT = 1_000;

/** Some programs begin their text with it. */
export const BYTE_ORDER_MARK = '\ufeff';
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossyDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads one line (without its newline) as a message. Never throws: a line that cannot be understood is malformed, with a reason.
 *
 * @param known the text of the line, if it was already decoded strictly
 */
export function readMessage(line: Uint8Array, known?: string): Message {
  if (line.length > DECODED_BYTES_LIMIT) return malformed('too-long');
  if (known !== undefined) return readMessageText(known);
  let text: string;
  try {
    text = strictDecoder.decode(line);
  } catch {
    return malformed('invalid-utf8');
  }
  return readMessageText(text);
}

/** Reads a line that is not UTF-8, with replacement characters for the wrong bytes. */
export function readLossily(line: Uint8Array): Message {
  return readMessageText(lossyDecoder.decode(line));
}

/** The same for a decoded line. A byte-order mark before it is skipped. */
function readMessageText(text: string): Message {
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  if (nestsDeeperThan(body, NESTING_LIMIT))
    return malformed('too-deep', undefined, `more than ${NESTING_LIMIT} levels`);
  let json: JsonValue;
  try {
    json = JSON.parse(body) as JsonValue;
  } catch (thrown) {
    return body.trim() === '' ? malformed('blank') : malformed('not-json', undefined, String(thrown));
  }
  if (!Array.isArray(json)) return readSingle(json, body);
  const spans = elementSpans(body);
  const elements = json as readonly JsonValue[];
  return { kind: 'batch', messages: spans.map(([start, end], i) => readSingle(elements[i], body.slice(start, end))) };
}

function readSingle(json: JsonValue | undefined, text: string): SingleMessage {
  if (!isJsonObject(json)) return malformed('not-an-object', json);
  const hasId = Object.hasOwn(json, 'id');
  if (hasId && !isIdValue(json['id'])) return malformed('invalid-id-type', json);
  const id = hasId ? idToken(text, json['id']) : undefined;
  if (Object.hasOwn(json, 'method')) {
    const { method, params } = json;
    if (typeof method !== 'string') return malformed('method-not-string', json);
    return id === undefined
      ? { kind: 'notification', id, method, params, json }
      : { kind: 'request', id, method, params, json };
  }
  // if it has both, the error counts: nobody should take the exchange for a success
  const { error, result } = json;
  if (error !== undefined && !(error === null && result !== undefined)) {
    return { kind: 'response', id, outcome: { ok: false, error }, json };
  }
  if (result !== undefined) return { kind: 'response', id, outcome: { ok: true, result }, json };
  return malformed('unclassifiable', json);
}

function malformed(reason: MalformedReason, json?: JsonValue, detail?: string): MalformedMessage {
  return { kind: 'malformed', reason, detail, json };
}

function isIdValue(value: JsonValue | undefined): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

const USUAL_HEAD = /^\{"jsonrpc":"2\.0","id":(-?\d+|"[^"\\]*"),/;

/** The raw token of the top-level member `id`, which was parsed as `value`. If there are two, the last one counts, as in parsers. */
function idToken(text: string, value: JsonValue | undefined): RequestId {
  // a quick way: if the id at the beginning is written as usual and equals `value`, it is the one, even if a later one follows
  const usual = USUAL_HEAD.exec(text)?.[1];
  if (usual !== undefined && usual === plainTokenOf(value)) return usual as RequestId;
  const [start, end] = memberSpans(text, 'id').at(-1) ?? [0, 0];
  return text.slice(start, end) as RequestId;
}

/** The usual spelling of an id; undefined for numbers that are not safe integers, which are spelled in many ways. */
function plainTokenOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}
