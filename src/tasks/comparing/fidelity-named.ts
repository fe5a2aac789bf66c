import { AccountReader, type SessionAccount } from '../../compare/fidelity/account-reader.js';
import { judgeRestores, type JudgedRestore, type NamedAccounts } from '../../compare/fidelity/judge-restores.js';
import type { ToldKind } from '../../compare/fidelity/told-kinds.js';
import type { Filter } from '../../filter/filter.js';
import { Observer } from '../../model/observer.js';
import { FilterScan } from '../../store/query/filter-scan.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import type { Database } from '../../store/schema/sqlite.js';
import type { Conversations, ConversationTaker, Subject } from '../conversations/conversations.js';

/** What is compared. */
export interface FidelityWish {
  /** Only this session. */
  readonly session?: string | undefined;
  /** Kinds that are left out. */
  readonly ignore?: readonly ToldKind[] | undefined;
}

/** Conversations whose replays are judged, and the recordings that may hold what was live before. */
export class Fidelity {
  readonly #conversations: Conversations;
  readonly #wish: FidelityWish;
  readonly #judged: Placed[] = [];

  constructor(conversations: Conversations, wish: FidelityWish) {
    this.#conversations = conversations;
    this.#wish = wish;
  }

  /**
   * Takes a recording, or what a file holds; files in the order in which they happened.
   *
   * @throws {TurntableError} what {@link Conversations.read} throws
   */
  take(named: string): void {
    const recording = this.#conversations.recording(named);
    // one that is named twice happened once
    if (this.#judged.some((each) => recording !== undefined && each.recording?.number === recording.number)) return;
    const wanted = this.#wish.session;
    const isWanted = (id: string) => wanted === undefined || id === wanted;
    for (const accounts of this.#conversations.read(named, (subject) => new AccountTaker(subject, isWanted))) {
      this.#judged.push({ ...accounts, isJudged: true, recording });
    }
  }

  /** What was replayed in them, against what was live in them and in earlier recordings. */
  judge(): JudgedRestore[] {
    const all = [...this.#judged, ...this.#earlier()];
    // files have no time of their own: they are in the order in which they were named
    const files = all.filter(({ recording }) => recording === undefined);
    const recorded = all.flatMap((each) =>
      each.recording === undefined ? [] : [{ ...each, at: timeOf(each.recording) }],
    );
    return judgeRestores([...files, ...recorded.sort((a, b) => a.at - b.at)], new Set(this.#wish.ignore));
  }

  /** The recordings of the database that came before those that are judged and speak of the sessions restored there. */
  #earlier(): Placed[] {
    const recordings = this.#judged.flatMap(({ recording }) => recording ?? []);
    if (recordings.length === 0) return [];
    const restored = new Set(this.#judged.flatMap(({ accounts }) => accounts.filter(isRestored).map(({ id }) => id)));
    if (restored.size === 0) return [];
    const { db } = this.#conversations;
    const numbers = new Set(recordings.map(({ number }) => number));
    const latest = Math.max(...recordings.map(timeOf));
    const others = listRecordings(db).filter((each) => !numbers.has(each.number) && timeOf(each) < latest);
    return others
      .filter((recording) => speaksOf(db, recording, restored))
      .flatMap((recording) =>
        [
          ...this.#conversations.read(recording.id, (subject) => new AccountTaker(subject, (id) => restored.has(id))),
        ].map((accounts) => ({ ...accounts, isJudged: false, recording })),
      );
  }
}

/** A conversation and the recording it was read from, if it was not a file. */
interface Placed extends NamedAccounts {
  readonly recording: Recording | undefined;
}

function isRestored({ parts }: SessionAccount): boolean {
  return parts.some(({ type }) => type === 'restore');
}

function timeOf({ recordedUs, startedUs }: Recording): number {
  return recordedUs ?? startedUs;
}

/** Whether any frame of a recording names one of the sessions. */
function speaksOf(db: Database, recording: Recording, sessions: ReadonlySet<string>): boolean {
  const of = [...sessions].map((glob): Filter => ({ type: 'name', field: 'session', pattern: { type: 'glob', glob } }));
  const scan = new FilterScan(db, recording.number, { type: 'or', of });
  for (;;) {
    const { found, done } = scan.step();
    if (found.length > 0) return true;
    if (done) return false;
  }
}

/** Reads the sessions of a conversation. */
class AccountTaker implements ConversationTaker<Omit<NamedAccounts, 'isJudged'>> {
  readonly #subject: Subject;
  readonly #reader: AccountReader;
  readonly told: Observer;

  constructor(subject: Subject, wanted: (sessionId: string) => boolean) {
    this.#subject = subject;
    this.#reader = new AccountReader(wanted);
    this.told = new Observer([this.#reader], subject.isCut ? { fromStart: false } : {});
  }

  end(): Omit<NamedAccounts, 'isJudged'> {
    this.told.end(this.#subject.live?.nowMs());
    return { name: this.#subject.name, accounts: this.#reader.accounts };
  }
}
