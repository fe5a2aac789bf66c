import type { InnerSpan } from '../../inside/inner-span.js';
import { tell } from '../../model/observer.js';
import type { Outside } from '../../model/state/wait.js';
import { lastToldText } from '../../report/inside/inner-text.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { whyOf } from '../../report/waits/why-answer.js';
import { accountOf } from '../../store/query/kept-account.js';
import { agentTailSeq } from '../../store/query/last-rows.js';
import { observedEntries, seqOfEntry } from '../../store/query/observed.js';
import type { Recording } from '../../store/query/recordings.js';
import { liveState, stateAt } from '../../store/query/state-at.js';
import { WallClock } from '../../store/query/wall-clock.js';
import type { Database } from '../../store/schema/sqlite.js';
import { subjectOf } from '../conversations/conversations.js';
import { derivationMark } from '../derivation-mark.js';
import { outsideOf } from './live-facts.js';
import { endingOf } from './post-mortem.js';
import { recordingNowMs } from './recording-now.js';
import { WaitObserver } from './wait-observer.js';

/** Says who waits for whom in a recording, again and again while it grows. Each entry is read once. */
export class WhyRecording {
  readonly #db: Database;
  readonly #number: number;
  readonly #observer: WaitObserver;
  #from: number;

  constructor(db: Database, recording: Recording) {
    this.#db = db;
    this.#number = recording.number;
    const tail = agentTailSeq(db, this.#number);
    const state =
      recording.state === 'live'
        ? liveState(db, recording, derivationMark(db))
        : stateAt(db, recording, tail === undefined ? Infinity : tail - 1, derivationMark(db));
    this.#observer = new WaitObserver(state);
    this.#from = state.last === undefined ? 0 : state.last.seq + 1;
  }

  /**
   * Reads the new entries and answers.
   *
   * @param recording the recording as it is now
   * @param wallMs now, in ms since 1970
   */
  ask(recording: Recording, wallMs: number): WhyJson {
    for (const entry of observedEntries(this.#db, this.#number, this.#from)) {
      this.#from = seqOfEntry(entry) + 1;
      tell(this.#observer, entry);
    }
    const { connection } = this.#observer;
    const { state } = recording;
    const ending = endingOf(connection, state);
    const { name, hasRealTimes } = subjectOf(recording);
    const nowMs = state === 'live' ? recordingNowMs(this.#db, recording, wallMs) : ending.atMs;
    return whyOf(connection, {
      name,
      word: String(recording.number),
      state,
      nowMs,
      // a live recording may have no entries yet
      hasTimes: hasRealTimes && (state === 'live' || recording.lastNs > 0),
      outside: this.#outside(recording),
      notes: [...(state === 'live' ? [] : ending.notes), ...lastTold(this.#db, recording, nowMs)],
    });
  }

  #outside(recording: Recording): Outside {
    const { tail } = this.#observer;
    const { unfinished = [], stderr } = outsideOf(this.#db, recording);
    return { unfinished: tail === undefined ? unfinished : [tail, ...unfinished], stderr };
  }
}

/** What the agent told of itself last: what it does now is told only when it is over. */
function lastTold(db: Database, recording: Recording, nowMs: number): string[] {
  const last = accountOf(db, recording)?.spans.reduce<InnerSpan | undefined>(later, undefined);
  const endedNs = last && new WallClock(db, recording).nsAt(last.endUs);
  if (last === undefined || endedNs === undefined) return [];
  return [lastToldText(last, nowMs - endedNs / 1e6, recording.state !== 'live')];
}

function later(last: InnerSpan | undefined, span: InnerSpan): InnerSpan {
  return last !== undefined && last.endUs >= span.endUs ? last : span;
}
