import type { Database, Statement } from '../schema/sqlite.js';

/** Tells whether a database has changed since the last look, by other processes or this connection. */
export class ChangeWatch {
  readonly #db: Database;
  readonly #ownChanges: Statement;
  #seen = '';

  constructor(db: Database) {
    this.#db = db;
    this.#ownChanges = db.prepare('SELECT total_changes()').pluck();
  }

  /** @returns true at the first look */
  hasChanged(): boolean {
    // data_version counts writes of other connections, total_changes() those of this one
    const now = [this.#db.pragma('data_version', { simple: true }), this.#ownChanges.get()].join(' ');
    if (now === this.#seen) return false;
    this.#seen = now;
    return true;
  }
}
