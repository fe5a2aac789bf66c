import { databasePath } from '../../store/schema/locate.js';
import type { Surroundings } from '../surroundings.js';

export interface DatabaseOption {
  readonly db?: string | undefined;
}

/** Where the database is that a command is about. @throws {TurntableError} what {@link databasePath} says */
export function databaseFor({ env, say }: Pick<Surroundings, 'env' | 'say'>, { db }: DatabaseOption): string {
  return databasePath(db, env, (text) => {
    say(`turntable: ${text}`);
  });
}
