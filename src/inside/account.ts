import { numberOf, objectOf, textOf } from '../model/json-access.js';
import type { JsonObject, JsonValue } from '../wire/json-text.js';
import { INNER_KINDS, LONGEST_TEXT, type InnerKind, type InnerSpan } from './inner-span.js';

/** What an agent told of itself while it was recorded. */
export interface Account {
  /** In the order in which they were told. */
  readonly spans: readonly InnerSpan[];
  /** Spans that were told and could not be kept: there were too many, or the disk was full. */
  readonly lost: number;
}

/** The limits of an account: what comes beyond them is counted as lost. */
export const MOST_ACCOUNT_BYTES = 8 * 1024 * 1024;
const MOST_SPANS = 50_000;

/** A span as a line of an account, without its newline. */
export function accountLine(span: InnerSpan): string {
  return JSON.stringify(span);
}

/** The last line: how many spans were lost. */
export function lostLine(lost: number): string {
  return JSON.stringify({ lost });
}

/** Whether the last line is there: nothing more comes. @param end the end of an account */
export function endsAccount(end: string): boolean {
  return /(?:^|\n)\{"lost":\d+\}\n$/.test(end);
}

/** Reads the lines of an account. Lines that are cut short or not understood are passed over: it may be from anywhere. */
export function readAccount(text: string): Account {
  const spans: InnerSpan[] = [];
  let lost = 0;
  for (const line of text.split('\n')) {
    const said = objectIn(line);
    if (said === undefined) continue;
    const count = numberOf(said['lost']);
    if (count !== undefined && Number.isSafeInteger(count)) lost = Math.max(lost, count);
    const span = spanIn(said);
    if (span !== undefined && spans.length < MOST_SPANS) spans.push(span);
  }
  return { spans, lost };
}

function objectIn(line: string): JsonObject | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return objectOf(JSON.parse(line) as JsonValue);
  } catch {
    return undefined;
  }
}

function spanIn(said: JsonObject): InnerSpan | undefined {
  const { startUs, endUs, firstMs } = said;
  const kind = INNER_KINDS.find((each) => each === said['kind']);
  if (kind === undefined || !isTime(startUs) || !isTime(endUs) || endUs < startUs) return undefined;
  return {
    kind: kind satisfies InnerKind,
    name: cut(said['name']) ?? '',
    purpose: cut(said['purpose']),
    startUs,
    endUs,
    firstMs: typeof firstMs === 'number' && firstMs >= 0 ? firstMs : undefined,
    failed: said['failed'] === true,
    session: cut(said['session']),
    call: cut(said['call']),
    id: cut(said['id']) ?? '',
    parent: cut(said['parent']) ?? '',
    service: cut(said['service']) ?? '',
  };
}

function isTime(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function cut(value: JsonValue | undefined): string | undefined {
  return textOf(value)?.slice(0, LONGEST_TEXT);
}
