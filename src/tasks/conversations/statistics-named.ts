import { LatencyCollector } from '../../model/latencies.js';
import { Observer } from '../../model/observer.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { StatsJson } from '../../report/json-output.js';
import { statisticsOf } from '../../report/statistics/statistics.js';
import { liveNotes } from '../../report/waits/why-text.js';
import { liveAnswer } from '../waiting/live-answer.js';
import type { Conversations, ConversationTaker, Subject } from './conversations.js';

/**
 * Statistics of a recording, or of each conversation in a file. Those of a recording that has ended are derived once and kept.
 *
 * @throws {TurntableError} what {@link Conversations.read} throws
 */
export function statisticsNamed(named: string, conversations: Conversations): Iterable<StatsJson> {
  const recording = conversations.recording(named);
  if (recording !== undefined && recording.state !== 'live') return [conversations.analysis(recording).statistics];
  return conversations.read(named, (subject) => new StatisticsTaker(subject));
}

class StatisticsTaker implements ConversationTaker<StatsJson> {
  readonly #subject: Subject;
  readonly #latencies = new LatencyCollector();
  readonly #turns: TurnSummary[] = [];
  readonly told = new Observer([this.#latencies, { turnEnded: (turn) => void this.#turns.push(turn) }]);

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  end(): StatsJson {
    const { connection, hasTimes } = this.told;
    const { name, hasRealTimes, live } = this.#subject;
    const answer = liveAnswer(connection, this.#subject);
    this.told.end(live?.nowMs());
    const latencies = this.#latencies.byMethod.values();
    const collected = { latencies, turns: this.#turns, hasTimes: hasTimes && hasRealTimes };
    const statistics = statisticsOf(connection, collected, name);
    if (answer === undefined) return statistics;
    return { ...statistics, live: { waitingMs: answer.waitingMs, notes: liveNotes(answer) } };
  }
}
