import type { Connection } from '../state/connection.js';
import type { TurnSummary } from '../state/turn.js';

/** How the agent of this recording usually works. */
export interface Rhythm {
  /** Turns that it ended by itself, of those that are remembered. */
  readonly turns: number;
  /** The longest time in a turn in which it reported nothing and then went on, in ms. */
  readonly longestMs: number;
}

/** The agent's usual silences: of turns that ended well, and of those that go on what is behind them. */
export function rhythmOf({ sessions }: Connection): Rhythm {
  const all = [...sessions.values()];
  const ended = all.flatMap(({ closedTurns }) => closedTurns.filter(endedByItself));
  const silences = [
    ...ended.map(({ longestSilenceMs }) => longestSilenceMs),
    ...all.flatMap(({ open }) => open.map(({ longestSilence }) => longestSilence)),
  ];
  return { turns: ended.length, longestMs: silences.reduce((most, each) => Math.max(most, each), 0) };
}

/** A silence that a cancel or an error ended says nothing of what is usual. */
function endedByItself({ how, cancel }: TurnSummary): boolean {
  return how === 'stop' && cancel === undefined;
}
