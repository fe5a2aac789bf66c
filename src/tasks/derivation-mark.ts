import { createHmac } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { Database } from '../store/schema/sqlite.js';
import { modelVersion } from './model-version.js';
import { ownKey } from './own-key.js';

const known = new WeakMap<Database, string>();

/**
 * The version that what is derived from recordings is kept under. It names the model, this user and this file: what a database
 * from elsewhere claims to have derived bears another one, and is derived again. Where the user has no key it names the model only.
 */
export function derivationMark(db: Database): string {
  const mark = known.get(db) ?? markOf(db);
  known.set(db, mark);
  return mark;
}

function markOf({ name }: Database): string {
  const model = modelVersion();
  // one in memory, or without a name, comes from nobody else
  const key = name === '' || name === ':memory:' ? undefined : ownKey(process.env);
  if (key === undefined) return model;
  return createHmac('sha256', key)
    .update(`${model}\n${placeOf(name)}`)
    .digest('hex')
    .slice(0, model.length);
}

/** One file has one place, whatever links lead to it. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // it was removed while we look at it
    return file;
  }
}
