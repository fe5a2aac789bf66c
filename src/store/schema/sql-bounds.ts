/** A condition in SQL that is 0 or 1, never null, and its parameters. */
export interface Sql {
  readonly text: string;
  readonly params: readonly Param[];
}

/** A parameter: a value, or a function of the range of frames. */
export type Param = string | number | Uint8Array | ((from: number, end: number) => string);

/**
 * Bounds for a question that SQL can answer only in part. If the answer is yes, `may` is true; if `must` is true, the answer is yes. The
 * two are the same if SQL knows the answer.
 */
export interface SqlBounds {
  readonly may: Sql;
  readonly must: Sql;
}

const YES: Sql = { text: '1', params: [] };
const NO: Sql = { text: '0', params: [] };

export const ALWAYS: SqlBounds = exactly(YES);
export const NEVER: SqlBounds = exactly(NO);
/** SQL knows nothing: the frame has to be read. */
export const UNKNOWN: SqlBounds = { may: YES, must: NO };

export function sql(text: string, ...params: readonly Param[]): Sql {
  return { text, params };
}

/** A question that SQL can answer. */
export function exactly(known: Sql): SqlBounds {
  return { may: known, must: known };
}

/** A question that SQL can only answer with no. */
export function atMost(may: Sql): SqlBounds {
  return { may, must: NO };
}

export function isExact({ may, must }: SqlBounds): boolean {
  return may === must;
}

export function not({ may, must }: SqlBounds): SqlBounds {
  const none = inverted(may);
  return may === must ? exactly(none) : { may: inverted(must), must: none };
}

export function and(all: readonly SqlBounds[]): SqlBounds {
  return joined(all, allOf);
}

export function or(all: readonly SqlBounds[]): SqlBounds {
  return joined(all, anyOf);
}

export function allOf(all: readonly Sql[]): Sql {
  return all.some(isNo)
    ? NO
    : combined(
        all.filter((each) => !isYes(each)),
        ' AND ',
        YES,
      );
}

export function anyOf(all: readonly Sql[]): Sql {
  return all.some(isYes)
    ? YES
    : combined(
        all.filter((each) => !isNo(each)),
        ' OR ',
        NO,
      );
}

function joined(all: readonly SqlBounds[], join: (all: readonly Sql[]) => Sql): SqlBounds {
  const may = join(all.map((each) => each.may));
  return all.every(isExact) ? exactly(may) : { may, must: join(all.map((each) => each.must)) };
}

function combined(all: readonly Sql[], operator: string, none: Sql): Sql {
  const [only, second] = all;
  if (only === undefined) return none;
  if (second === undefined) return only;
  return { text: `(${all.map(({ text }) => text).join(operator)})`, params: all.flatMap(({ params }) => params) };
}

function inverted(known: Sql): Sql {
  if (isYes(known)) return NO;
  return isNo(known) ? YES : { text: `NOT ${known.text}`, params: known.params };
}

function isYes({ text }: Sql): boolean {
  return text === YES.text;
}

export function isNo({ text }: Sql): boolean {
  return text === NO.text;
}
