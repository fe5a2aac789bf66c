import { createHash } from 'node:crypto';
import type { Database } from './sqlite.js';

/**
 * SHA-256 of the schema at each version, from the empty database on. A schema can hold code: views, triggers, virtual tables, generated
 * columns, checks, indexes on expressions. So a database is read only if its schema is one that the migrations create. They are stored as
 * sums, because creating a schema to compare with would take longer than the rest of a command's start. A test computes all sums.
 */
export const SCHEMA_SUMS: readonly string[] = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '54382b377e8e50b4c1e262bf7961257ba3556d11d1469c83809f5ae97dcc4040',
  '969ec36b79b820004a835702fefd510c72503f3a9f202a044bfc7a7f00a67129',
  '37409a37497253688d93696e5007740e62ac6b801b8a65030ff3d83a0d34f03a',
  '9a95ee684915c47336aa28a39c789aa2224fe0a30d72b6cc65494c3ad55ebda2',
  '09d1db5c639fcf1936754a1a13688feb0e9619749df5f3e35786c1ccda061add',
  '47ab9c59f1ff3ff235c8cb0ab72b8e883445c0e7c0eb9086563c08c95eb9afc9',
  'f488b320280dd2dd8b5f3e89a243dd1cfb4efb0d2e344ae1f376bf7ebeccfa5e',
  'f4361727201a4ac4d4e099304dd619dd69a31831db8ed8cde06da978ecd71616',
  'f7fa7aa8a1f3c32a5ea5d9b903a17e214924d73b0a906ede894610ed37557a0c',
];

/** Whether a database holds the tables and indexes of this version, and nothing else. */
export function isKnownSchema(db: Database, version: number): boolean {
  return schemaSum(db) === SCHEMA_SUMS[version];
}

/** The sum of the parts of a schema that the migrations decide. */
export function schemaSum(db: Database): string {
  const items = schemaRows(db)
    .map(normalised)
    .filter((item) => !MADE_BY_SQLITE.has(item));
  return createHash('sha256').update(items.sort().join('\n')).digest('hex');
}

/** The differences between `known` and another schema, in words. */
export function schemaChanges(known: Database, other: Database): string[] {
  const [was, is] = [namedItems(known), namedItems(other)];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name) => {
    if (was.get(name) === is.get(name)) return [];
    if (!was.has(name)) return [`${name} was added`];
    return [is.has(name) ? `${name} is another` : `${name} is missing`];
  });
}

/** The items of a schema by type and name: `table frame`. */
function namedItems(db: Database): ReadonlyMap<string, string> {
  const rows = schemaRows(db).filter((row) => !MADE_BY_SQLITE.has(normalised(row)));
  return new Map(rows.map((row) => [row.slice(0, 2).join(' '), normalised(row)]));
}

function schemaRows(db: Database): unknown[][] {
  return db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').raw().all() as unknown[][];
}

/** Finds comments and white space. Quoted text is matched first, because a comment inside quotes is not a comment. */
const TOKENS = /('[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\])|(?:--[^\n]*|\/\*[^]*?\*\/|[ \t\n\f\r])+/g;

/** Tables that SQLite may add itself: for AUTOINCREMENT, and when someone runs ANALYZE. */
const MADE_BY_SQLITE = new Set(
  ['sqlite_sequence(name,seq)', 'sqlite_stat1(tbl,idx,stat)', 'sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'].map(
    (table) => {
      const name = table.slice(0, table.indexOf('('));
      return normalised(['table', name, name, `CREATE TABLE ${table}`]);
    },
  ),
);

function normalised(row: readonly unknown[]): string {
  return JSON.stringify(row.map((value) => (typeof value === 'string' ? withoutComments(value) : value)));
}

function withoutComments(sql: string): string {
  return sql.replace(TOKENS, (_, quoted: string | undefined) => quoted ?? ' ').trim();
}
