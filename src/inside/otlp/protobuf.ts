import type { JsonValue } from '../../wire/json-text.js';
import type { Signal } from './export-request.js';

/** What the bytes of a field say. `skip`: nothing that anybody reads. */
type Scalar = 'text' | 'hex' | 'bool' | 'int' | 'time' | 'double';

interface Field {
  readonly name: string;
  readonly type: Scalar | Message;
  readonly isRepeated?: true;
}

/** The fields of a message that are read, by their numbers (opentelemetry-proto 1.x). Others are skipped. */
type Message = ReadonlyMap<number, Field>;

const message = (...fields: readonly (readonly [number, Field])[]): Message => new Map(fields);
const one = (number: number, name: string, type: Scalar | Message): readonly [number, Field] => [
  number,
  { name, type },
];
const many = (number: number, name: string, type: Message): readonly [number, Field] => [
  number,
  { name, type, isRepeated: true },
];

const ANY_VALUE = message(
  one(1, 'stringValue', 'text'),
  one(2, 'boolValue', 'bool'),
  one(3, 'intValue', 'int'),
  one(4, 'doubleValue', 'double'),
);
const KEY_VALUE = message(one(1, 'key', 'text'), one(2, 'value', ANY_VALUE));
const RESOURCE = message(many(1, 'attributes', KEY_VALUE));
const SPAN = message(
  one(2, 'spanId', 'hex'),
  one(4, 'parentSpanId', 'hex'),
  one(5, 'name', 'text'),
  one(7, 'startTimeUnixNano', 'time'),
  one(8, 'endTimeUnixNano', 'time'),
  many(9, 'attributes', KEY_VALUE),
  one(15, 'status', message(one(3, 'code', 'int'))),
);
const LOG_RECORD = message(
  one(1, 'timeUnixNano', 'time'),
  many(6, 'attributes', KEY_VALUE),
  one(10, 'spanId', 'hex'),
  one(11, 'observedTimeUnixNano', 'time'),
  one(12, 'eventName', 'text'),
);

function request(parts: string, scopes: string, items: string, item: Message): Message {
  const scope = message(many(2, items, item));
  return message(many(1, parts, message(one(1, 'resource', RESOURCE), many(2, scopes, scope))));
}

const REQUESTS: Readonly<Record<Signal, Message>> = {
  traces: request('resourceSpans', 'scopeSpans', 'spans', SPAN),
  logs: request('resourceLogs', 'scopeLogs', 'logRecords', LOG_RECORD),
};

/**
 * An OTLP/HTTP protobuf request in the form that its JSON would have, with the members that {@link exportedItems} reads.
 *
 * @throws {RangeError} where the bytes are no such message
 */
export function decodeProtobuf(signal: Signal, bytes: Uint8Array): JsonValue {
  return messageIn(new Reader(bytes), REQUESTS[signal]);
}

/** The nesting is that of `fields`, so it ends. */
function messageIn(reader: Reader, fields: Message): Record<string, JsonValue> {
  const found: Record<string, JsonValue> = {};
  while (!reader.isAtEnd) {
    const tag = reader.varint();
    const field = fields.get(Number(tag >> 3n));
    const value = reader.value(Number(tag & 7n), field?.type);
    if (field === undefined || value === undefined) continue;
    if (field.isRepeated) ((found[field.name] ??= []) as JsonValue[]).push(value);
    else found[field.name] = value;
  }
  return found;
}

/** Longer ids are none, in bytes. */
const LONGEST_ID = 17;

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const WIRE = { varint: 0, eight: 1, bytes: 2, four: 5 } as const;

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError('cut short');
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError('a number of more than 64 bits');
  }

  /** The value of a field; undefined where it is skipped, or written in another way than its type says. */
  value(wire: number, type: Scalar | Message | undefined): JsonValue | undefined {
    switch (wire) {
      case WIRE.varint: {
        const value = this.varint();
        if (type === 'bool') return value !== 0n;
        return type === 'int' ? Number(BigInt.asIntN(64, value)) : undefined;
      }
      case WIRE.eight: {
        const at = this.#pass(8);
        if (type === 'double') return this.#view.getFloat64(at, true);
        return type === 'time' ? String(this.#view.getBigUint64(at, true)) : undefined;
      }
      case WIRE.four:
        this.#pass(4);
        return undefined;
      case WIRE.bytes:
        return this.#delimited(type);
      default:
        throw new RangeError(`wire type ${wire}`);
    }
  }

  #delimited(type: Scalar | Message | undefined): JsonValue | undefined {
    const size = Number(this.varint());
    const at = this.#pass(size);
    const bytes = this.#bytes.subarray(at, at + size);
    if (type === 'text') return new TextDecoder().decode(bytes);
    if (type === 'hex') return hexOf(bytes.subarray(0, LONGEST_ID));
    return typeof type === 'object' ? messageIn(new Reader(bytes), type) : undefined;
  }

  /** Goes on behind so many bytes; returns where they begin. */
  #pass(size: number): number {
    const at = this.#at;
    if (size > this.#bytes.length - at) throw new RangeError('cut short');
    this.#at = at + size;
    return at;
  }
}
