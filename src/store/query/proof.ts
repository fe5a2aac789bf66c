import type { Database } from '../schema/sqlite.js';
import { STREAMS, type Stream } from '../../wire/frame.js';
import type { JournalDamage } from '../../wire/journal-damage.js';
import type { Recording } from './recordings.js';
import { streamNamed } from '../schema/row-writer.js';
import { StreamSums, type Checksum } from '../journal/stream-sums.js';
import { frameBytes, timelineOf } from './timeline.js';

export interface StreamProof {
  /** Length of what the frames, joined by newlines, come to. */
  readonly bytes: number;
  readonly sha256: string;
  /** The first difference to what the tap recorded lies here or in the 64 kB that follow; undefined where there is none. */
  readonly differsFromByte: number | undefined;
  /** Bytes that were forwarded and never recorded. */
  readonly lostBytes: number;
}

/**
 * `proved`: the frames are, byte for byte, what the tap read. `unfinished`: the recording still goes on. `incomplete`: what
 * was recorded is proved, but not everything was.
 */
export type Verdict = 'proved' | 'differs' | 'incomplete' | 'unfinished' | 'nothing to compare with';

export interface Proof {
  readonly verdict: Verdict;
  readonly streams: Readonly<Record<Stream, StreamProof>>;
  /** What was wrong with the journal; undefined if nothing was. */
  readonly damage: JournalDamage | undefined;
}

const NEWLINE = new Uint8Array([0x0a]);

/** Joins the frames of a recording again and holds them against the sums made of the journal before it was split. */
export function verifyRecording(db: Database, recording: Recording): Proof {
  const sums = new StreamSums();
  const checks = new DifferenceFinder(db, recording.number);
  const add = (stream: Stream, bytes: Uint8Array): void => {
    for (const checksum of sums.add(stream, bytes)) checks.compare(checksum);
  };
  for (const entry of timelineOf(db, recording.number)) {
    if (entry.type === 'event') continue;
    for (const piece of frameBytes(db, recording.number, entry)) add(entry.stream, piece);
    if (entry.terminated) add(entry.stream, NEWLINE);
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
  return { verdict: verdictOf(recording, Object.values(streams)), streams, damage: recording.damage };
}

function verdictOf({ source, state, streams, damage }: Recording, proofs: readonly StreamProof[]): Verdict {
  if (source === 'import') return 'nothing to compare with';
  if (state === 'live') return 'unfinished';
  if (proofs.some(({ differsFromByte }) => differsFromByte !== undefined)) return 'differs';
  if (STREAMS.some((stream) => streams[stream].sha256 === undefined)) return 'unfinished';
  return damage !== undefined || proofs.some(({ lostBytes }) => lostBytes > 0) ? 'incomplete' : 'proved';
}

/** Finds the first block of each stream whose sum is another than the recorded one. */
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

  /** Of a stream that is known to differ, and now has `bytes` bytes. */
  firstDifference(stream: Stream, bytes: number): number {
    return this.#first.get(stream) ?? Math.min(bytes, this.#equalUpTo.get(stream) ?? 0);
  }
}
