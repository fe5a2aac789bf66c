/** An open database: what is used of the SQLite driver, so that programs that use the library need none of its types. */
export interface Database {
  /** The path of its file. */
  readonly name: string;
  prepare(sql: string): Statement;
  /** Runs several statements. */
  exec(sql: string): unknown;
  pragma(source: string, options?: { readonly simple: boolean }): unknown;
  /** A function that runs `work` in a transaction. */
  transaction<Arguments extends unknown[], Result>(
    work: (...given: Arguments) => Result,
  ): Transaction<Arguments, Result>;
  close(): unknown;
}

export interface Statement {
  /** The first row. */
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  iterate(...values: unknown[]): IterableIterator<unknown>;
  run(...values: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  /** Gives the first column instead of rows. */
  pluck(): this;
  /** Gives lists instead of objects. */
  raw(): this;
}

export interface Transaction<Arguments extends unknown[], Result> {
  (...given: Arguments): Result;
  /** Takes the write lock first. */
  immediate(...given: Arguments): Result;
}

/** Opens the file at `path`, or makes it. */
export type OpenFile = new (
  path: string,
  options?: { readonly timeout?: number; readonly readonly?: boolean },
) => Database;
