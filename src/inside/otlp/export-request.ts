import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import { LONGEST_TEXT } from '../inner-span.js';

/** What OTLP carries, by the last part of the path it is sent to. Metrics are accepted and not read. */
export type Signal = 'traces' | 'logs';

export type Attributes = ReadonlyMap<string, string | number | boolean>;

/** A span or a log record of an export, as far as anything is made of it. */
export interface Exported {
  readonly signal: Signal;
  readonly name: string;
  /** The `service.name` of its resource; empty if there is none. */
  readonly service: string;
  /** In µs since 1970; a log record starts and ends at its time. */
  readonly startUs: number;
  readonly endUs: number;
  readonly id: string;
  readonly parent: string;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

/** More attributes of one item are not read. Agents that were tried send at most 46. */
const MOST_ATTRIBUTES = 200;
/** Of a status: the operation failed. */
const STATUS_ERROR = 2;
/** A time later than this, in µs since 1970, is none: the year 2255. */
const LATEST_US = Number.MAX_SAFE_INTEGER;

/**
 * The spans or log records in an export, in the form that OTLP/HTTP JSON gives them. Reads only known members, to a fixed depth:
 * what is sent may be anything. Items without a usable time are left out.
 */
export function* exportedItems(signal: Signal, body: JsonValue): Generator<Exported> {
  const isTraces = signal === 'traces';
  for (const part of objectsOf(objectOf(body)?.[isTraces ? 'resourceSpans' : 'resourceLogs'])) {
    const service = text(attributesOf(objectOf(part['resource'])).get('service.name'));
    for (const scope of objectsOf(part[isTraces ? 'scopeSpans' : 'scopeLogs'])) {
      for (const item of objectsOf(scope[isTraces ? 'spans' : 'logRecords'])) {
        const exported = isTraces ? spanOf(item, service) : logOf(item, service);
        if (exported !== undefined) yield exported;
      }
    }
  }
}

function spanOf(item: JsonObject, service: string): Exported | undefined {
  const startUs = timeOf(item['startTimeUnixNano']);
  const endUs = timeOf(item['endTimeUnixNano']);
  if (startUs === undefined || endUs === undefined || endUs < startUs) return undefined;
  return {
    signal: 'traces',
    name: text(item['name']),
    service,
    startUs,
    endUs,
    id: idOf(item['spanId']),
    parent: idOf(item['parentSpanId']),
    failed: isError(objectOf(item['status'])?.['code']),
    attributes: attributesOf(item),
  };
}

function logOf(item: JsonObject, service: string): Exported | undefined {
  // codex says 0 for the time of the event, and when it was observed
  const atUs = timeOf(item['timeUnixNano']) ?? timeOf(item['observedTimeUnixNano']);
  if (atUs === undefined) return undefined;
  const attributes = attributesOf(item);
  return {
    signal: 'logs',
    name: text(attributes.get('event.name') ?? item['eventName']),
    service,
    startUs: atUs,
    endUs: atUs,
    id: idOf(item['spanId']),
    parent: '',
    failed: false,
    attributes,
  };
}

/** JSON exporters write the code as a number or by its name. */
function isError(code: JsonValue | undefined): boolean {
  return code === STATUS_ERROR || code === 'STATUS_CODE_ERROR';
}

/** Nanoseconds since 1970 as decimal text, or as a number that has lost some of them. Undefined for 0 and what is no time. */
function timeOf(value: JsonValue | undefined): number | undefined {
  const isTime = typeof value === 'number' || (typeof value === 'string' && /^\d{1,20}$/.test(value));
  const us = isTime ? Math.round(Number(value) / 1000) : 0;
  return us > 0 && us <= LATEST_US ? us : undefined;
}

/** Hex digits as JSON has them; what is no id is none. */
function idOf(value: JsonValue | undefined): string {
  return typeof value === 'string' && /^[0-9a-fA-F]{1,32}$/.test(value) ? value.toLowerCase() : '';
}

function attributesOf(item: JsonObject | undefined): Attributes {
  const found = new Map<string, string | number | boolean>();
  for (const { key, value } of objectsOf(item?.['attributes']).slice(0, MOST_ATTRIBUTES)) {
    const said = scalarOf(objectOf(value));
    if (typeof key === 'string' && said !== undefined) found.set(key, said);
  }
  return found;
}

/** Lists and objects are not read: nothing that is made of an export is in one. */
function scalarOf(value: JsonObject | undefined): string | number | boolean | undefined {
  const { stringValue, boolValue, intValue, doubleValue } = value ?? {};
  if (typeof stringValue === 'string') return text(stringValue);
  if (typeof boolValue === 'boolean') return boolValue;
  const number = typeof intValue === 'string' ? Number(intValue) : (intValue ?? doubleValue);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function text(value: JsonValue | undefined): string {
  return (textOf(value) ?? '').slice(0, LONGEST_TEXT);
}
