import { LatencyCollector } from '../../model/latencies.js';
import { TrafficCollector } from '../../model/volume/traffic-collector.js';
import { Observer } from '../../model/observer.js';
import type { TurnSummary } from '../../model/state/turn.js';
import type { StatsJson } from '../../report/json-output.js';
import { statisticsOf } from '../../report/statistics/statistics.js';
import { liveNotes } from '../../report/waits/why-text.js';
import { liveAnswer } from '../waiting/live-answer.js';
import { withInside } from './inside-recording.js';
import type { Conversations, ConversationTaker, Subject } from './conversations.js';

/**
 * Statistics of a recording, or of each conversation in a file. Those of a recording that has ended are derived once and kept.
 *
 * @throws {TurntableError} what {@link Conversations.read} throws
 */
export function* statisticsNamed(named: string, conversations: Conversations): Generator<StatsJson> {
  const recording = conversations.recording(named);
  const derived =
    recording === undefined || recording.state === 'live'
      ? conversations.read(named, (subject) => new StatisticsTaker(subject))
      : [conversations.analysis(recording)];
  for (const each of derived) {
    yield recording === undefined ? each.statistics : withInside(conversations.db, recording, each);
  }
}

/** Statistics, and the turns that they are of. */
interface Derived {
  readonly statistics: StatsJson;
  readonly turns: readonly TurnSummary[];
}

class StatisticsTaker implements ConversationTaker<Derived> {
  readonly #subject: Subject;
  readonly #latencies = new LatencyCollector();
  readonly #traffic = new TrafficCollector();
  readonly #turns: TurnSummary[] = [];
  readonly told = new Observer([this.#latencies, this.#traffic, { turnEnded: (turn) => void this.#turns.push(turn) }]);

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  end(): Derived {
    const { connection, hasTimes } = this.told;
    const { name, hasRealTimes, live } = this.#subject;
    const answer = liveAnswer(connection, this.#subject);
    this.told.end(live?.nowMs());
    const latencies = this.#latencies.byMethod.values();
    const turns = this.#turns;
    const collected = { latencies, traffic: this.#traffic, turns, hasTimes: hasTimes && hasRealTimes };
    const statistics = statisticsOf(connection, collected, name);
    if (answer === undefined) return { statistics, turns };
    return { statistics: { ...statistics, live: { waitingMs: answer.waitingMs, notes: liveNotes(answer) } }, turns };
  }
}
