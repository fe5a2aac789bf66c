// Holds the write lock of a database, as a foreign program may: node lock-holder.js DATABASE
// Prints "held" once it has the lock; lets go when its stdin ends, and after a minute in any case.
import { loadSqlite } from '../../../build/parts.js';

const Database = loadSqlite();
const LONGEST_MS = 60_000;

const database = new Database(process.argv[2], { timeout: 10_000 });
database.exec('BEGIN IMMEDIATE');
console.log('held');

const letGo = () => {
  database.exec('ROLLBACK');
  database.close();
  process.exit(0);
};
setTimeout(letGo, LONGEST_MS);
process.stdin.on('end', letGo).resume();
