import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { innerSpanOf } from '../../../src/inside/inner-span-of.js';
import { exportedItems, type Signal } from '../../../src/inside/otlp/export-request.js';
import { decodeProtobuf } from '../../../src/inside/otlp/protobuf.js';

/** Writes protobuf: the other half, made for the test alone. */
function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

function field(number: number, bytes: readonly number[]): number[] {
  return [...varint(BigInt(number << 3) | 2n), ...varint(BigInt(bytes.length)), ...bytes];
}

function text(number: number, value: string): number[] {
  return field(number, [...new TextEncoder().encode(value)]);
}

function time(number: number, value: bigint): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [...varint(BigInt(number << 3) | 1n), ...bytes];
}

function attribute(key: string, value: string | number | boolean): number[] {
  const double = Buffer.alloc(8);
  if (typeof value === 'number') double.writeDoubleLE(value);
  const said =
    typeof value === 'string' ? text(1, value) : typeof value === 'boolean' ? [0x10, value ? 1 : 0] : [0x21, ...double];
  return field(9, [...text(1, key), ...field(2, said)]);
}

function request(span: readonly number[]): Uint8Array {
  return Uint8Array.from(field(1, field(2, field(2, span))));
}

describe('protobuf', () => {
  test('says what its JSON would say', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 20, unit: 'grapheme' }),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const span = fc.record({
      name: fc.string({ maxLength: 20, unit: 'grapheme' }),
      id: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      start: fc.bigInt(1n, 2n ** 62n),
      took: fc.bigInt(0n, 10n ** 12n),
      attributes: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), value, { maxKeys: 5 }),
    });
    fc.assert(
      fc.property(span, ({ name, id, start, took, attributes }) => {
        const said = Object.entries(attributes);
        const bytes = request([
          ...field(2, [...id]),
          ...text(5, name),
          ...time(7, start),
          ...time(8, start + took),
          ...said.flatMap(([key, each]) => attribute(key, each)),
          // a field that nobody reads
          ...text(100, 'x'),
        ]);
        const hex = Buffer.from(id).toString('hex');
        const json = {
          name,
          spanId: hex,
          startTimeUnixNano: String(start),
          endTimeUnixNano: String(start + took),
          attributes: said.map(([key, each]) => ({
            key,
            value: {
              [`${typeof each === 'number' ? 'double' : typeof each === 'string' ? 'string' : 'bool'}Value`]: each,
            },
          })),
        };
        const decoded = [...exportedItems('traces', decodeProtobuf('traces', bytes))];
        expect(decoded).toEqual([...exportedItems('traces', { resourceSpans: [{ scopeSpans: [{ spans: [json] }] }] })]);
      }),
    );
  });

  test('may be any bytes: they are decoded or refused with a RangeError', () => {
    fc.assert(
      fc.property(fc.constantFrom<Signal>('traces', 'logs'), fc.uint8Array({ maxLength: 200 }), (signal, bytes) => {
        try {
          decodeProtobuf(signal, bytes);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('that is cut short anywhere is refused, or has lost its end', () => {
    const whole = request([...text(5, 'chat'), ...time(7, 10n ** 18n), ...time(8, 10n ** 18n)]);
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => decodeProtobuf('traces', whole.subarray(0, length))).toThrow(RangeError);
    }
  });

  test('of a real agent tells its model calls, its tool and the wait for a person', () => {
    const folder = join(import.meta.dirname, '../../../fixtures/exports');
    const files = readdirSync(folder).filter((name) => name.endsWith('.traces.pb'));
    const items = files.sort().flatMap((name) => {
      return [...exportedItems('traces', decodeProtobuf('traces', readFileSync(join(folder, name))))];
    });
    const told = items.flatMap((item) => innerSpanOf(item) ?? []);
    expect(items).toHaveLength(8);
    expect(told.map(({ kind, name, service }) => `${service}: ${kind} ${name}`).sort()).toEqual([
      ...Array<string>(4).fill('claude-code: model claude-opus-5-5'),
      'claude-code: tool ',
      'claude-code: tool Bash',
      'claude-code: user ',
    ]);
  });
});
