import { loadSqlite } from '../../../src/store/schema/sqlite.js';

/** The better-sqlite3 that the program itself uses on this Node. */
export const Sqlite = loadSqlite();
