import type { Connection } from '../state/connection.js';
import type { Rhythm } from '../state/session.js';

/** The agent's usual silences in all sessions: of turns that it ended, and of those that go on what is behind them. */
export function rhythmOf({ sessions }: Connection): Rhythm {
  let [turns, longestMs] = [0, 0];
  for (const { rhythm, open } of sessions.values()) {
    turns += rhythm.turns;
    longestMs = open.reduce((most, turn) => Math.max(most, turn.longestSilence), Math.max(longestMs, rhythm.longestMs));
  }
  return { turns, longestMs };
}
