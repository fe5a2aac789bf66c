import type { Database } from '../../store/schema/sqlite.js';
import { stateAt } from '../../store/query/state-at.js';
import { deserializeState, serializeState } from '../../store/query/checkpoint-state.js';
import { entriesOf } from '../../store/query/kept-analysis.js';
import { FilterScan } from '../../store/query/filter-scan.js';
import { FrameSearch } from '../../store/query/frame-search.js';
import { recalledAnalysis } from '../../tasks/checking/recalled-analysis.js';
import { derivationMark } from '../../tasks/derivation-mark.js';
import { observedEntries } from '../../store/query/observed.js';
import { entryTimes, pairOf, wholeFrame } from '../../store/query/timeline.js';
import type { Recording } from '../../store/query/recordings.js';
import { WallClock } from '../../store/query/wall-clock.js';
import type { Connection } from '../../model/state/connection.js';
import type { ObservedEntry } from '../../model/observer.js';
import type { Conversation, RecordingItem, Scan, Search } from '../../screen/frame/conversation.js';
import { withInside } from '../../tasks/conversations/inside-recording.js';
import { FilterMarks } from '../../filter/filter-marks.js';
import type { Filter } from '../../filter/filter.js';
import { GrowingFindings } from '../../screen/violations/growing-findings.js';
import type { Frame, OtherHalf, TimelineEntry } from '../../wire/frame.js';
import { wallDate } from '../../wire/wall-date.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { WhyRecording } from '../../tasks/waiting/why-recording.js';
import { AnalysisProcess } from '../../tasks/checking/analysis-process.js';
import { RecordingScan } from './recording-scan.js';
import { TimelinePages } from './timeline-pages.js';

const KEPT_HALVES = 10_000;

export interface ConversationListener {
  /** Called when something in the conversation has changed. */
  readonly changed: () => void;
}

/** One recording of the database, for the views. */
export class RecordedConversation implements Conversation {
  readonly #db: Database;
  readonly #pages: TimelinePages;
  readonly #halves = new Map<number, OtherHalf | undefined>();
  readonly #listener: ConversationListener;
  readonly #timeOf: (seq: number) => number | undefined;
  #recording: Recording;
  #item: RecordingItem;
  #clock: WallClock | undefined;
  #findings = new GrowingFindings();
  #process: AnalysisProcess | undefined;
  #question: WhyRecording | undefined;
  /** The state that was used last. */
  #state: { readonly seq: number; readonly bytes: Buffer | undefined } | undefined;

  constructor(db: Database, of: { recording: Recording; item: RecordingItem }, listener: ConversationListener) {
    this.#db = db;
    this.#recording = of.recording;
    this.#item = of.item;
    this.#listener = listener;
    this.#timeOf = entryTimes(db, of.recording.number);
    this.#pages = new TimelinePages(db, of.recording.number);
    if (!this.#recall()) this.#derive();
  }

  get item(): RecordingItem {
    return this.#item;
  }

  get entries(): number {
    return entriesOf(this.#recording);
  }

  get findings(): GrowingFindings {
    return this.#findings;
  }

  get nowMs(): number | undefined {
    const { state, startedUs } = this.#recording;
    return state === 'live' ? Date.now() - startedUs / 1000 : undefined;
  }

  why(): WhyJson {
    this.#question ??= new WhyRecording(this.#db, this.#recording);
    return this.#question.ask(this.#recording, Date.now());
  }

  entry(seq: number): TimelineEntry | undefined {
    return seq < this.entries ? this.#pages.entry(seq) : undefined;
  }

  atNs(seq: number): number | undefined {
    return this.#timeOf(seq);
  }

  otherHalf(frame: Frame): OtherHalf | undefined {
    if (frame.envelope?.id === undefined) return undefined;
    if (this.#halves.has(frame.seq)) return this.#halves.get(frame.seq);
    const half = pairOf(this.#db, this.#recording.number, frame);
    if (this.#halves.size >= KEPT_HALVES) this.#halves.clear();
    // in a live recording, the other half may still come
    if (half !== undefined || this.#recording.state !== 'live') this.#halves.set(frame.seq, half);
    return half;
  }

  bytes(frame: Frame): Uint8Array {
    return wholeFrame(this.#db, this.#recording.number, frame);
  }

  stateAt(seq: number): Connection {
    const known = this.#state;
    // each step back reads the turn again from the same place, so its state is kept; but keeping it costs as much as reading thousands of
    // frames, so only the second time
    const isAgain = known?.seq === seq;
    const kept = isAgain && known.bytes !== undefined ? deserializeState(known.bytes) : undefined;
    if (kept !== undefined) return kept;
    const state = stateAt(this.#db, this.#recording, seq, derivationMark(this.#db));
    this.#state = { seq, bytes: isAgain ? serializeState(state) : undefined };
    return state;
  }

  observed(from: number, to: number): Iterable<ObservedEntry> {
    return observedEntries(this.#db, this.#recording.number, from, to);
  }

  find(filter: Filter): Scan {
    const marks = new FilterMarks(this.#findings);
    return new RecordingScan(new FilterScan(this.#db, this.#recording.number, filter, { marks }));
  }

  search(filter: Filter, from: number): Search {
    const marks = new FilterMarks(this.#findings);
    return new FrameSearch(this.#db, this.#recording.number, { filter, from, marks });
  }

  clock(atNs: number): string {
    this.#clock ??= new WallClock(this.#db, this.#recording);
    const us = this.#clock.at(atNs);
    if (us === undefined) return '';
    const date = wallDate(us);
    const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');
    const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':');
    return `${time}.${pad(date.getMilliseconds(), 3)}`;
  }

  /** Takes the recording as it was read again. */
  update(recording: Recording, item: RecordingItem): void {
    const hasGrown = entriesOf(recording) !== this.entries;
    this.#recording = recording;
    this.#item = item;
    this.#clock = undefined;
    if (!hasGrown) return;
    this.#pages.grow();
    // a live recording is already followed; for another one, entries came in after it was checked
    if (this.#process === undefined && !this.#recall()) this.#deriveAnew();
  }

  close(): void {
    this.#process?.stop();
  }

  /** Uses the results that were derived before, if they are still valid. */
  #recall(): boolean {
    const kept = recalledAnalysis(this.#db, this.#recording, derivationMark(this.#db));
    if (kept === undefined) return false;
    const optIn = new Set(kept.optInRules);
    this.#findings = new GrowingFindings();
    for (const turn of kept.turns) this.#findings.take({ type: 'turn', turn });
    for (const violation of kept.violations) {
      if (!optIn.has(violation.rule)) this.#findings.take({ type: 'violation', violation });
    }
    const statistics = withInside(this.#db, this.#recording, kept);
    this.#findings.take({ type: 'done', protocol: kept.protocol, statistics });
    return true;
  }

  #deriveAnew(): void {
    this.#findings = new GrowingFindings();
    this.#derive();
  }

  #derive(): void {
    const entries = this.entries;
    const wasLive = this.#recording.state === 'live';

    this.#process = new AnalysisProcess(
      this.#db.name,
      { tell: this.#recording.number },
      {
        found: (lines) => {
          for (const line of lines) this.#findings.take(line);
          this.#listener.changed();
        },
        ended: (failure) => {
          this.#process = undefined;
          this.#findings.failure = failure;
          if (failure === undefined && !wasLive && this.entries !== entries) this.#deriveAnew();
          this.#listener.changed();
        },
      },
    );
  }
}
