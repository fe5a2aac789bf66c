/** An open database: the part of the SQLite driver that we use, so that programs that use the library do not need the driver's types. */
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
  /** Returns the first column instead of rows. */
  pluck(): this;
  /** Returns lists instead of objects. */
  raw(): this;
}

export interface Transaction<Arguments extends unknown[], Result> {
  (...given: Arguments): Result;
  /** Takes the write lock first. */
  immediate(...given: Arguments): Result;
}

/** Opens or creates the file at `path`. */
export type OpenFile = new (
  path: string,
  options?: { readonly timeout?: number; readonly readonly?: boolean },
) => Database;
