import type { Database } from '../schema/sqlite.js';
import { envelopeOf } from '../../acp/methods/envelope.js';
import { STREAMS, type Envelope, type Frame, type Stream } from '../../wire/frame.js';
import { joinBytes } from '../../wire/line-splitter.js';
import { DECODED_BYTES_LIMIT, readMessage } from '../../wire/message.js';
import { comparableText } from '../proof/comparable-text.js';
import { ContentCheck } from '../proof/content-check.js';
import type { RecordedFacts } from '../proof/recorded-facts.js';
import { joined, TimelineComparison, type Difference, type EntriesDifference } from '../proof/timeline-comparison.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import type { Recording } from './recordings.js';
import { streamNamed } from '../schema/row-writer.js';
import { isAccountWhole } from './kept-account.js';
import { StreamSums, type Checksum } from '../journal/stream-sums.js';
import { frameBytes, timelineOf } from './timeline.js';

export interface StreamProof {
  /** The length of the frames joined by newlines. */
  readonly bytes: number;
  readonly sha256: string;
  /** The first difference is here or in the following 64 kB; undefined if there is none. */
  readonly differsFromByte: number | undefined;
  /** Bytes that were forwarded and are missing. */
  readonly lostBytes: number;
}

/**
 * `proved`: everything covered is as the tap recorded it. `unchanged`: it is as it was imported. `unfinished`: the recording is live.
 * `incomplete`: everything recorded is proved, but some bytes were not recorded.
 */
export type Verdict = 'proved' | 'unchanged' | 'differs' | 'incomplete' | 'unfinished' | 'nothing to compare with';

/**
 * What was summed up when the recording was brought in. `all`: its bytes, senders, order, times and events, and its facts except the name.
 * `bytes`: only the bytes of each stream, as older versions did. `nothing`: an import by such a version, or a live recording, whose sums
 * are stored when it ends.
 */
export type Covered = 'all' | 'bytes' | 'nothing';

export interface Proof {
  readonly verdict: Verdict;
  readonly covers: Covered;
  /** Hex: the current sum of everything covered. It is the same in every database that holds the recording. */
  readonly sha256: string;
  /** Differences. Those of bytes are in `streams` as well; older recordings have only these. */
  readonly differences: readonly Difference[];
  readonly streams: Readonly<Record<Stream, StreamProof>>;
  /** The damage of the journal; undefined if there was none. */
  readonly damage: JournalDamage | undefined;
}

const NEWLINE = new Uint8Array([0x0a]);

/** Compares a recording with the sums that were computed, independently of its rows, when it was brought in. */
export function verifyRecording(db: Database, recording: Recording): Proof {
  const sums = new StreamSums();
  const checks = new DifferenceFinder(db, recording.number);
  const timeline = new TimelineComparison(db, recording.number);
  const wrongIndex: EntriesDifference[] = [];
  let hasGap = false;
  const add = (stream: Stream, bytes: Uint8Array): void => {
    for (const checksum of sums.add(stream, bytes)) checks.compare(checksum);
  };
  for (const entry of timelineOf(db, recording.number)) {
    const { seq } = entry;
    if (entry.type === 'event') {
      hasGap ||= entry.name === 'gap' || entry.fields['unread'] !== undefined;
      timeline.event(seq, entry);
      continue;
    }
    const pieces: Uint8Array[] = [];
    const content = new ContentCheck();
    for (const piece of frameBytes(db, recording.number, entry)) {
      add(entry.stream, piece);
      content.add(piece);
      if (entry.sizeBytes <= DECODED_BYTES_LIMIT) pieces.push(piece);
    }
    if (entry.terminated) add(entry.stream, NEWLINE);
    const { stream, terminated, sizeBytes, firstNs, lastNs } = entry;
    timeline.frame(seq, { stream, terminated, sizeBytes, firstNs, lastNs, content: content.value() });
    if (!isIndexed(entry, pieces)) wrongIndex.push({ type: 'frame', from: seq, to: seq, what: 'index', aspects: [] });
  }
  const proofs = STREAMS.map((stream): [Stream, StreamProof] => {
    const sum = sums.of(stream);
    const sha256 = sum.digest().toString('hex');
    const recorded = recording.streams[stream];
    const differs = recorded.sha256 !== undefined && recorded.sha256 !== sha256;
    const differsFromByte = differs ? checks.firstDifference(stream, sum.bytes) : undefined;
    return [stream, { bytes: sum.bytes, sha256, differsFromByte, lostBytes: recorded.lost }];
  });
  const streams = Object.fromEntries(proofs) as Record<Stream, StreamProof>;
  const { sha256, differences } = timeline.end(factsOf(db, recording));
  const unexplained = wrongIndex.filter(({ from }) => !differences.some((each) => isOf(each, from)));
  const proof: Omit<Proof, 'verdict'> = {
    covers: timeline.isKept ? 'all' : coveredWithoutDigest(recording),
    sha256,
    differences: [...differences, ...joined(unexplained), ...accountDifference(db, recording)],
    streams,
    damage: recording.damage,
  };
  return { verdict: verdictOf(recording, { ...proof, hasGap }), ...proof };
}

/** What the agent told of itself has a sum of its own: it comes when the recording has ended. */
function accountDifference(db: Database, { number }: Recording): Difference[] {
  return isAccountWhole(db, number) === false ? [{ what: 'fact', fact: 'account' }] : [];
}

function coveredWithoutDigest({ source, state }: Recording): Covered {
  return source === 'import' || state === 'live' ? 'nothing' : 'bytes';
}

function verdictOf(
  recording: Recording,
  { covers, differences, streams, damage, hasGap }: Omit<Proof, 'verdict'> & { readonly hasGap: boolean },
): Verdict {
  if (recording.state === 'live') return 'unfinished';
  const proofs = Object.values(streams);
  if (differences.length > 0 || proofs.some(({ differsFromByte }) => differsFromByte !== undefined)) return 'differs';
  if (recording.source === 'import') return covers === 'all' ? 'unchanged' : 'nothing to compare with';
  if (STREAMS.some((stream) => recording.streams[stream].sha256 === undefined)) return 'unfinished';
  const isWhole = damage === undefined && !hasGap && proofs.every(({ lostBytes }) => lostBytes === 0);
  return isWhole ? 'proved' : 'incomplete';
}

function isOf(difference: Difference, seq: number): boolean {
  return 'from' in difference && difference.from <= seq && seq <= difference.to;
}

/** The facts about a recording that the tables hold now. */
function factsOf(db: Database, { number, streams, ...recording }: Recording): RecordedFacts {
  const owner = db.prepare('SELECT owner FROM recording WHERE number = ?').pluck().get(number) as string | null;
  const anchors = db
    .prepare('SELECT at_ns, wall_us FROM anchor WHERE recording = ? ORDER BY at_ns')
    .raw()
    .all(number) as [number, number][];
  const totals = STREAMS.map((stream) => {
    const { sha256, ...counts } = streams[stream];
    return [stream, { ...counts, sha256: sha256 === undefined ? undefined : Buffer.from(sha256, 'hex') }];
  });
  return {
    ...recording,
    owner: owner ?? undefined,
    anchors,
    streams: Object.fromEntries(totals) as RecordedFacts['streams'],
  };
}

/** Whether the columns that lists and filters use match the bytes of a frame. */
function isIndexed({ stream, sizeBytes, envelope }: Frame, pieces: readonly Uint8Array[]): boolean {
  if (stream === 'stderr' || envelope === undefined) return stream === 'stderr' && envelope === undefined;
  if (sizeBytes > DECODED_BYTES_LIMIT) return envelope.kind === 'malformed';
  return isSame(envelope, envelopeOf(readMessage(joinBytes(pieces))));
}

function isSame(index: Envelope, said: Envelope): boolean {
  return (['kind', 'method', 'id', 'sessionId'] as const).every(
    (name) => comparableText(index[name]) === comparableText(said[name]),
  );
}

/** Finds the first block of each stream whose sum differs from the recorded one. */
class DifferenceFinder {
  readonly #recorded = new Map<string, Buffer>();
  readonly #first = new Map<Stream, number>();
  readonly #equalUpTo = new Map<Stream, number>();

  constructor(db: Database, recording: number) {
    const rows = db.prepare('SELECT stream, bytes, sha256 FROM checksum WHERE recording = ?').all(recording);
    for (const { stream, bytes, sha256 } of rows as { stream: number; bytes: number; sha256: Buffer }[]) {
      this.#recorded.set(`${streamNamed(stream)} ${bytes}`, sha256);
    }
  }

  compare({ stream, bytes, sha256 }: Checksum): void {
    if (this.#first.has(stream)) return;
    const recorded = this.#recorded.get(`${stream} ${bytes}`);
    if (recorded?.equals(sha256)) this.#equalUpTo.set(stream, bytes);
    else this.#first.set(stream, this.#equalUpTo.get(stream) ?? 0);
  }

  /** The first difference in a stream that is known to differ, and now has `bytes` bytes. */
  firstDifference(stream: Stream, bytes: number): number {
    return this.#first.get(stream) ?? Math.min(bytes, this.#equalUpTo.get(stream) ?? 0);
  }
}
