import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_TEXT } from '../../../src/inside/inner-span.js';
import { exportedItems, type Signal } from '../../../src/inside/otlp/export-request.js';
import type { JsonValue } from '../../../src/wire/json-text.js';

const SPAN = {
  name: 'chat',
  spanId: 'AB12',
  startTimeUnixNano: '1795343147106000000',
  endTimeUnixNano: '1795343147207500000',
};

function spans(...items: readonly JsonValue[]): JsonValue {
  return { resourceSpans: [{ scopeSpans: [{ spans: items }] }] };
}

function only(signal: Signal, body: JsonValue) {
  const [item, ...others] = exportedItems(signal, body);
  expect(others).toEqual([]);
  return item;
}

describe('an export', () => {
  test('gives its spans with their times in µs, ids in small letters, and the name of their service', () => {
    const service = { key: 'service.name', value: { stringValue: 'claude-code' } };
    const body = { resourceSpans: [{ resource: { attributes: [service] }, scopeSpans: [{ spans: [SPAN] }] }] };
    expect(only('traces', body)).toMatchObject({
      name: 'chat',
      service: 'claude-code',
      startUs: 1795343147106000,
      endUs: 1795343147207500,
      id: 'ab12',
      parent: '',
    });
  });

  test('gives numbers that are written as text, truth values and text; lists and objects not', () => {
    const values = { n: { intValue: '27' }, d: { doubleValue: 0.5 }, b: { boolValue: true }, s: { stringValue: 'x' } };
    const attributes = Object.entries({ ...values, l: { arrayValue: { values: [] } } }).map(([key, value]) => ({
      key,
      value,
    }));
    const item = only('traces', spans({ ...SPAN, attributes }));
    expect(Object.fromEntries(item?.attributes ?? [])).toEqual({ n: 27, d: 0.5, b: true, s: 'x' });
  });

  test('has no items without a time, or that end before they start', () => {
    const { startTimeUnixNano, ...timeless } = SPAN;
    const backwards = { ...SPAN, endTimeUnixNano: '1' };
    const zero = { ...SPAN, startTimeUnixNano: '0' };
    expect([...exportedItems('traces', spans(timeless, backwards, zero, { startTimeUnixNano }))]).toEqual([]);
  });

  test('takes the time at which a log record was observed where it has none of its own', () => {
    const record = { timeUnixNano: '0', observedTimeUnixNano: '1795343147106000000', eventName: 'x' };
    const body = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
    expect(only('logs', body)).toMatchObject({ name: 'x', startUs: 1795343147106000, endUs: 1795343147106000 });
  });

  test('cuts long texts', () => {
    expect(only('traces', spans({ ...SPAN, name: 'x'.repeat(1e6) }))?.name).toHaveLength(LONGEST_TEXT);
  });

  test('may be any JSON: nothing is thrown, and every item is whole', () => {
    const name = fc.constantFrom(
      'resourceSpans',
      'scopeSpans',
      'spans',
      'resource',
      'attributes',
      'key',
      'value',
      'status',
    );
    const time = fc.constantFrom('startTimeUnixNano', 'endTimeUnixNano', 'timeUnixNano', 'observedTimeUnixNano');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 8 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(name, time, fc.constantFrom('resourceLogs', 'scopeLogs', 'logRecords', '__proto__')),
          tie('tree'),
        ),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom<Signal>('traces', 'logs'), tree, (signal, body) => {
        for (const item of exportedItems(signal, body as JsonValue)) {
          expect(item.startUs).toBeGreaterThan(0);
          expect(item.endUs).toBeGreaterThanOrEqual(item.startUs);
          expect(typeof item.name).toBe('string');
        }
      }),
      { numRuns: 500 },
    );
  });
});
