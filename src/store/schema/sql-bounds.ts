/** A condition in SQL that is 0 or 1, never null, and what is bound in it. */
export interface Sql {
  readonly text: string;
  readonly params: readonly Param[];
}

/** What is bound: a value, or one that depends on the frames that are looked at. */
export type Param = string | number | Uint8Array | ((from: number, end: number) => string);

/**
 * What SQL can say of a question that it cannot wholly answer: `may` holds wherever the answer is yes, and where `must`
 * holds it is. Both are one where SQL knows.
 */
export interface SqlBounds {
  readonly may: Sql;
  readonly must: Sql;
}

const YES: Sql = { text: '1', params: [] };
const NO: Sql = { text: '0', params: [] };

export const ALWAYS: SqlBounds = exactly(YES);
export const NEVER: SqlBounds = exactly(NO);
/** Only a look at the frame can tell. */
export const UNKNOWN: SqlBounds = { may: YES, must: NO };

export function sql(text: string, ...params: readonly Param[]): Sql {
  return { text, params };
}

/** What SQL knows by itself. */
export function exactly(known: Sql): SqlBounds {
  return { may: known, must: known };
}

/** What SQL can only rule out. */
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
