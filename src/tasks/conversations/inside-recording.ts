import type { Account } from '../../inside/account.js';
import { placeOnTurns, type InnerTurns } from '../../inside/inner-turns.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { insideJsonOf } from '../../report/inside/inside-json.js';
import type { StatsJson } from '../../report/json-output.js';
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

/** Statistics of a recording with what its agent told of itself: that is read each time, since it may come after the frames. */
export function withInside(
  db: Database,
  recording: Recording,
  { statistics, turns }: { readonly statistics: StatsJson; readonly turns: readonly TurnSummary[] },
): StatsJson {
  const inside = insideRecording(db, recording, turns);
  return { ...statistics, inside: inside === undefined ? null : insideJsonOf(inside, inside.account.lost) };
}
