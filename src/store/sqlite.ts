import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';

const require = createRequire(import.meta.url);

/** Node-API 10 came with Node 22.14. On an older Node, better-sqlite3 13 loads and then ends the process. */
const RUNS_13 = Number(process.versions['napi']) >= 10;

/**
 * better-sqlite3, in the major that runs on this Node: 13 where it can, which any Node from 22.14 on loads as it was installed,
 * else 12. Not 12 everywhere: from Node 24.19 on a garbage collection aborts the process that uses it.
 *
 * @throws what Node says where neither is installed
 */
export function loadSqlite(): typeof Sqlite {
  if (!RUNS_13) return require('better-sqlite3') as typeof Sqlite;
  try {
    return require('better-sqlite3-13') as typeof Sqlite;
  } catch {
    // an optional package: it may not be there
    return require('better-sqlite3') as typeof Sqlite;
  }
}
