import { createHmac } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Database } from '../store/schema/sqlite.js';
import { modelVersion } from './model-version.js';
import { ownKey } from './own-key.js';

const known = new WeakMap<Database, string>();

/**
 * The version under which derived data is kept. It depends on the model, this user and this file, so derived data in a database from
 * elsewhere has another version and is derived again. If the user has no key, it depends on the model only.
 */
export function derivationMark(db: Database): string {
  const mark = known.get(db) ?? markOf(db);
  known.set(db, mark);
  return mark;
}

function markOf({ name }: Database): string {
  const model = modelVersion();
  // a database in memory, or a temporary one, comes from nobody else
  const key = name === '' || name === ':memory:' ? undefined : ownKey(process.env);
  if (key === undefined) return model;
  return createHmac('sha256', key)
    .update(`${model}\n${placeOf(name)}`)
    .digest('hex')
    .slice(0, model.length);
}

/** The real path of a file: the same for all links to it. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // the file was removed meanwhile
    return file;
  }
}
