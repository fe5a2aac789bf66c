import type { Account } from '../../inside/account.js';
import { placeOnTurns, type InnerTurns } from '../../inside/inner-turns.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { accountOf } from '../../store/query/kept-account.js';
import type { Recording } from '../../store/query/recordings.js';
import { WallClock } from '../../store/query/wall-clock.js';
import type { Database } from '../../store/schema/sqlite.js';

/** What the agent of a recording told of itself, on its turns. */
export interface Inside extends InnerTurns {
  readonly account: Account;
}

/** Undefined if the recording was made without `--inside`. */
export function insideRecording(db: Database, recording: Recording, turns: readonly TurnSummary[]): Inside | undefined {
  const account = accountOf(db, recording);
  if (account === undefined) return undefined;
  const clock = new WallClock(db, recording);
  const atMs = (wallUs: number): number => (clock.nsAt(wallUs) ?? 0) / 1e6;
  return { ...placeOnTurns(account.spans, turns, atMs), account };
}
