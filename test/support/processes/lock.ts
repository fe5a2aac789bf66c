import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start, type Program } from './program.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCE = `
  import { loadSqlite } from ${JSON.stringify(join(ROOT, 'build/parts.js'))};
  const Sqlite = loadSqlite();
  const db = new Sqlite(process.argv[1]);
  db.exec(process.argv[2]);
  process.stdout.write('locked');
  process.stdin.on('end', () => { db.exec('ROLLBACK'); db.close(); }).resume();
  setTimeout(() => process.exit(1), 60_000).unref();`;

/** A process that holds the lock of a database, as others may, until its stdin ends. */
export async function holdLock(db: string, how: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE'): Promise<Program> {
  const words = [process.execPath, '--input-type=module', '-e', SOURCE, db, `BEGIN ${how}`];
  const holder = start(words);
  await holder.says('locked');
  return holder;
}
