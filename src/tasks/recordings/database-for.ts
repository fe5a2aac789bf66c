import { databasePath } from '../../store/schema/locate.js';
import type { Surroundings } from '../surroundings.js';

export interface DatabaseOption {
  readonly db?: string | undefined;
}

/** The path of the database that a command uses. @throws {TurntableError} what {@link databasePath} throws */
export function databaseFor({ env, say }: Pick<Surroundings, 'env' | 'say'>, { db }: DatabaseOption): string {
  return databasePath(db, env, (text) => {
    say(`turntable: ${text}`);
  });
}
