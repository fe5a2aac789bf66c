import type { Database } from '../../store/schema/sqlite.js';
import { Descriptions } from '../../acp/places/descriptions.js';
import { readPlaces, type PlaceProtocol } from '../../acp/places/place-protocol.js';
import type { Rule } from '../../check/engine/rule.js';
import { reasonOf } from '../../errors.js';
import type { Handshake } from '../../model/handshake/handshake.js';
import { ChangeWatch } from '../../store/query/change-watch.js';
import { entriesOf, keptCounts } from '../../store/query/kept-analysis.js';
import { derivationMark } from '../../tasks/derivation-mark.js';
import { loadSdkSchemas } from '../../tasks/protocol/sdk-schemas.js';
import { listRecordings, type Recording } from '../../store/query/recordings.js';
import { removeRecording, sizeOf } from '../../store/query/remove.js';
import type { Archive } from '../../screen/frame/archive.js';
import type { Conversation, RecordingItem } from '../../screen/frame/conversation.js';
import { wallDate } from '../../wire/wall-date.js';
import { endText } from '../../report/recording-end.js';
import { RecordedConversation } from './recorded-conversation.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { Survey } from '../../tasks/checking/survey.js';
import { LiveWaits } from './live-waits.js';
import { recordedHandshake } from '../../tasks/recordings/recorded-handshake.js';
import { whenText } from './when-text.js';

/** The most conversations that stay open: each may have a process that checks it. */
const KEPT_CONVERSATIONS = 8;
/** The handshake is looked for in this many first entries. */
const HANDSHAKE_ENTRIES = 12;

/** The recordings of a database, as the screen reads them. */
export class DatabaseArchive implements Archive {
  /** The path of the database, even before it exists. */
  readonly path: string;
  readonly #db: Database;
  readonly #changed: () => void;
  readonly #items = new Map<number, { readonly recording: Recording; readonly item: RecordingItem }>();
  readonly #conversations = new Map<number, RecordedConversation>();
  readonly #survey: Survey;
  readonly #counts = new Map<number, Counts | undefined>();
  readonly #handshakes = new Map<number, Handshake>();
  #recordings: readonly RecordingItem[] = [];
  #rules: ReadonlyMap<string, Rule> | undefined;
  #descriptions: Descriptions | 'none' | undefined;
  #places: PlaceProtocol | 'none' | undefined;
  readonly #watch: ChangeWatch;
  readonly #waits: LiveWaits;

  /** @param changed called some time after something has changed */
  constructor(db: Database, path: string, changed: () => void) {
    this.#db = db;
    this.path = path;
    this.#watch = new ChangeWatch(db);
    this.#waits = new LiveWaits(db);
    this.#changed = changed;
    this.#survey = new Survey(db.name, (recording) => {
      this.#counts.delete(recording);
      changed();
    });
    this.refresh();
  }

  get recordings(): readonly RecordingItem[] {
    return this.#recordings;
  }

  get hasLive(): boolean {
    return this.#recordings.some(({ state }) => state === 'live');
  }

  /** Reads what was written since the last time, by other processes or by this one. @returns whether anything has changed */
  refresh(): boolean {
    // we bring in journals ourselves where nobody else does
    if (!this.#watch.hasChanged()) return false;
    this.#readAll();
    return true;
  }

  conversation(number: number): Conversation | undefined {
    const known = this.#conversations.get(number);
    if (known !== undefined) {
      this.#conversations.delete(number);
      this.#conversations.set(number, known);
      return known;
    }
    const of = this.#items.get(number);
    if (of === undefined) return undefined;
    const opened = new RecordedConversation(this.#db, of, { changed: this.#changed });
    this.#conversations.set(number, opened);
    return opened;
  }

  waits(number: number): WhyJson | undefined {
    const recording = this.#items.get(number)?.recording;
    return recording?.state === 'live' ? this.#waits.of(recording) : undefined;
  }

  /** Closes the conversations that were not used for the longest time. @param inUse those that views show; they stay open */
  closeOthers(inUse: ReadonlySet<Conversation>): void {
    for (const [oldest, each] of this.#conversations) {
      if (this.#conversations.size <= KEPT_CONVERSATIONS) break;
      if (inUse.has(each)) continue;
      each.close();
      this.#conversations.delete(oldest);
    }
  }

  /** Whether a conversation is still open. If a view shows it, it is, unless its recording was deleted. */
  isOpen(conversation: Conversation): boolean {
    return this.#conversations.get(conversation.item.number) === conversation;
  }

  /** Deletes a recording for good. @returns the message to show */
  remove(number: number): { readonly text: string; readonly isError: boolean } {
    const of = this.#items.get(number);
    if (of === undefined) return { text: 'the recording is already gone', isError: false };
    try {
      this.#conversations.get(number)?.close();
      this.#conversations.delete(number);
      removeRecording(this.#db, of.recording);
      this.#readAll();
      return { text: `recording ${number} was deleted`, isError: false };
    } catch (thrown) {
      return { text: reasonOf(thrown), isError: true };
    }
  }

  descriptions(): Descriptions | undefined {
    this.#descriptions ??= readOnce(() => new Descriptions(loadSdkSchemas()));
    return this.#descriptions === 'none' ? undefined : this.#descriptions;
  }

  places(): PlaceProtocol | undefined {
    this.#places ??= readOnce(() => readPlaces(loadSdkSchemas()));
    return this.#places === 'none' ? undefined : this.#places;
  }

  survey(numbers: readonly number[]): void {
    this.#survey.ask(numbers.filter((number) => this.#items.get(number)?.recording.state !== 'live'));
  }

  rule(id: string): Rule | undefined {
    if (this.#rules === undefined) {
      // about 200 modules: loaded when someone wants to read about a rule
      this.#rules = new Map();
      void import('../../check/rules/index.js').then(({ RULES }) => {
        this.#rules = new Map(RULES.map((rule) => [rule.id, rule]));
        this.#changed();
      });
    }
    return this.#rules.get(id);
  }

  close(): void {
    for (const conversation of this.#conversations.values()) conversation.close();
    this.#survey.close();
  }

  #readAll(): void {
    const recordings = listRecordings(this.#db);
    const before = new Map(this.#items);
    this.#items.clear();
    for (const recording of recordings) {
      const known = before.get(recording.number);
      const isSame = known !== undefined && isUnchanged(known.recording, recording);
      const item = isSame ? known.item : this.#itemOf(recording);
      this.#items.set(recording.number, { recording, item });
      this.#conversations.get(recording.number)?.update(recording, item);
    }
    this.#recordings = [...this.#items.values()].map(({ item }) => item);
    this.#waits.keepOnly(recordings.filter(({ state }) => state === 'live'));
    for (const [number, each] of this.#conversations) {
      if (this.#items.has(number)) continue;
      each.close();
      this.#conversations.delete(number);
    }
  }

  #itemOf(recording: Recording): RecordingItem {
    const { number, id, name, state, startedUs, argv, cwd, lastNs, streams } = recording;
    const handshake = (): Handshake => this.#handshakeOf(recording);
    const findings = () => this.#conversations.get(number)?.findings;
    const counts = () => this.#keptCounts(recording);
    this.#counts.delete(number);
    return {
      number,
      label: name ?? `~${id.slice(-7)}`,
      state,
      when: whenText(wallDate(startedUs), new Date()),
      startedUs,
      command: argv?.join(' ') ?? '',
      cwd: cwd ?? '',
      frames: streams.client.frames + streams.agent.frames + streams.stderr.frames,
      durationNs: lastNs,
      sizeBytes: sizeOf(recording),
      end: endText(recording),
      get agent() {
        return handshake().agent ?? '';
      },
      get client() {
        return handshake().client ?? '';
      },
      get turns() {
        return findings()?.turns.length ?? counts()?.turns;
      },
      get violations() {
        return findings()?.marks.counts ?? counts()?.violations;
      },
    };
  }

  /** The counts of violations that were derived before, if they are still valid. */
  #keptCounts(recording: Recording): Counts | undefined {
    const { number } = recording;
    if (!this.#counts.has(number)) this.#counts.set(number, keptCounts(this.#db, recording, derivationMark(this.#db)));
    return this.#counts.get(number);
  }

  #handshakeOf(recording: Recording): Handshake {
    const known = this.#handshakes.get(recording.number);
    if (known !== undefined) return known;
    const handshake = recordedHandshake(this.#db, recording, HANDSHAKE_ENTRIES);
    const isSettled = recording.state !== 'live' || entriesOf(recording) > HANDSHAKE_ENTRIES;
    if (isSettled) this.#handshakes.set(recording.number, handshake);
    return handshake;
  }
}

function isUnchanged(before: Recording, now: Recording): boolean {
  return before.state === now.state && entriesOf(before) === entriesOf(now) && before.name === now.name;
}

type Counts = Pick<RecordingItem, 'turns' | 'violations'>;

/** Reads a part of the schemas when it is first used. */
function readOnce<Read>(read: () => Read): Read | 'none' {
  try {
    return read();
  } catch {
    return 'none';
  }
}
