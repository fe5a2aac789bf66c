import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Arbitrary } from 'fast-check';
import { expect } from 'vitest';
import { damagedJournalsOf } from '../../../src/store/journal/damaged-journals.js';
import { bringInJournals } from '../../../src/store/journal/journals.js';
import { verifyRecording } from '../../../src/store/query/proof.js';
import { listRecordings, type Recording } from '../../../src/store/query/recordings.js';
import { removeRecording } from '../../../src/store/query/remove.js';
import { frameBytes, timelineOf } from '../../../src/store/query/timeline.js';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { STREAMS, type Stream } from '../../../src/wire/frame.js';
import { isRecord, reserveOf } from '../../../src/wire/journal-record.js';
import { concat, latin1 } from '../values/bytes.js';
import { fc } from '../values/property.js';
import { DEAD, HEADER, RecordMaker, RECORDS, tapRecords, type TestRecord } from './journals.js';

/** A journal as its tap left it, and what became of it. */
export interface DamagedJournal {
  /** Its records. */
  readonly pieces: readonly Uint8Array[];
  readonly hasEnd: boolean;
  readonly bytes: Uint8Array;
}

const ID = '01hxe7n3f0000001';

const whole: Arbitrary<Omit<DamagedJournal, 'bytes'>> = fc.tuple(tapRecords, fc.boolean()).map(([records, hasEnd]) => {
  const maker = new RecordMaker();
  const begin: TestRecord[] = [
    ['header', 0, { ...HEADER, id: ID, owner: DEAD }],
    ['reserve', 0, reserveOf(new Uint8Array(0))],
  ];
  const pieces = [...begin, ...records].map((record) => maker.make(record));
  if (hasEnd) pieces.push(maker.make(['end', 9e9, maker.forwarded]));
  return { pieces, hasEnd };
});

type Harm = (pieces: readonly Uint8Array[], place: number, other: number) => readonly Uint8Array[];

function alter(pieces: readonly Uint8Array[], change: (bytes: Uint8Array) => Uint8Array): Uint8Array[] {
  return [change(concat([...pieces]))];
}

/** What may happen to a file: `place` and `other` are any numbers. */
const HARMS: Readonly<Record<string, Harm>> = {
  'a bit flipped': (pieces, place, other) =>
    alter(pieces, (bytes) => {
      const at = place % Math.max(1, bytes.length);
      return bytes.map((byte, i) => (i === at ? byte ^ (1 << (other & 7)) : byte));
    }),
  'cut short': (pieces, place) => alter(pieces, (bytes) => bytes.slice(0, place % (bytes.length + 1))),
  'a piece cut out': (pieces, place, other) =>
    alter(pieces, (bytes) => {
      const at = place % (bytes.length + 1);
      return concat([bytes.slice(0, at), bytes.slice(at + (other % 200))]);
    }),
  'a hole of zeros': (pieces, place, other) =>
    alter(pieces, (bytes) => {
      const at = place % (bytes.length + 1);
      return bytes.slice().fill(0, at, at + (other % 5000));
    }),
  'something else between': (pieces, place, other) =>
    alter(pieces, (bytes) => {
      const at = place % (bytes.length + 1);
      return concat([bytes.slice(0, at), new Uint8Array(other % 100).fill(other), bytes.slice(at)]);
    }),
  'a record out': (pieces, place) => pieces.filter((_, i) => i !== place % pieces.length),
  'a record twice': (pieces, place, other) => {
    const record = pieces[place % pieces.length] ?? new Uint8Array(0);
    const at = other % (pieces.length + 1);
    return [...pieces.slice(0, at), record, ...pieces.slice(at)];
  },
  'two records swapped': (pieces, place, other) => {
    const [i, j] = [place % pieces.length, other % pieces.length];
    return pieces.map((piece, n) => pieces[n === i ? j : n === j ? i : n] ?? piece);
  },
};

/** A journal to which one to three things have happened. */
export const damagedJournal: Arbitrary<DamagedJournal> = fc
  .tuple(
    whole,
    fc.array(fc.tuple(fc.constantFrom(...Object.values(HARMS)), fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
  )
  .map(([journal, harms]) => {
    let pieces = journal.pieces;
    for (const [harm, place, other] of harms) if (pieces.length > 0) pieces = harm(pieces, place, other);
    return { ...journal, bytes: concat([...pieces]) };
  });

/**
 * Brings a damaged journal into `db`, next to which no other one lies, and looks whether each record that is still whole is there,
 * nothing else, nothing proved that is not, and no byte of the journal gone. Then the recording is removed.
 */
export function expectNothingHidden(db: Database, { pieces, hasEnd, bytes }: DamagedJournal): void {
  const folder = `${db.name}-journals`;
  const path = join(folder, ID);
  // of one before that failed
  for (const recording of listRecordings(db)) removeRecording(db, recording);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, bytes);
  bringInJournals(db, { warn: () => undefined });
  const [recording] = listRecordings(db);
  const kept = damagedJournalsOf(db.name, ID)[0] ?? path;
  const isUnharmed = latin1(bytes) === latin1(concat([...pieces]));
  const isOnlyShort = !isUnharmed && isPrefix(pieces, bytes);
  if (isUnharmed || (isOnlyShort && recording !== undefined)) expect(existsSync(kept)).toBe(false);
  else if (bytes.length > 0) expect(latin1(readFileSync(kept))).toBe(latin1(bytes));
  const records = wholeRecords(pieces, bytes);
  if (recording === undefined) {
    expect(records).toEqual([]);
    return;
  }
  for (const stream of STREAMS) {
    const said = records.filter(({ kind }) => kind === stream).map(({ payload }) => latin1(payload));
    expect(streamOf(db, recording, stream), stream).toBe(said.join(''));
  }
  const { verdict } = verifyRecording(db, recording);
  // an event of that name is what a reader makes of a loss
  const hasLoss = records.some(
    ({ kind, payload }) => kind === 'gap' || (kind === 'event' && latin1(payload).startsWith('{"name":"gap"')),
  );
  if (verdict === 'proved')
    expect({ isWhole: isUnharmed || isOnlyShort, hasLoss }).toEqual({ isWhole: true, hasLoss: false });
  else expect(hasLoss || !(isUnharmed || isOnlyShort), verdict).toBe(true);
  expect(verdict).not.toBe('differs');
  if (isOnlyShort || !hasEnd) expect(recording.state).not.toBe('ended');
  removeRecording(db, recording);
}

/** Whether whole records are missing at the end, and nothing else is wrong: as if the tap had been killed then. */
function isPrefix(pieces: readonly Uint8Array[], bytes: Uint8Array): boolean {
  let size = 0;
  for (const piece of pieces) {
    if (latin1(concat([...pieces]).subarray(0, size)) === latin1(bytes) && size > 0) return true;
    size += piece.length;
  }
  return false;
}

/** The records of which every byte is still there, in the order in which they stand there now. */
function wholeRecords(pieces: readonly Uint8Array[], bytes: Uint8Array): { kind: string; payload: Uint8Array }[] {
  const file = Buffer.from(bytes);
  return pieces
    .map((piece) => ({ piece, at: file.indexOf(piece) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)
    .flatMap(({ piece }) => {
      const record = RECORDS.read(piece, 0);
      return isRecord(record) && record.kind !== 'header' ? [record] : [];
    });
}

function streamOf(db: Database, recording: Recording, stream: Stream): string {
  let said = '';
  for (const entry of timelineOf(db, recording.number)) {
    if (entry.type === 'event' || entry.stream !== stream) continue;
    for (const piece of frameBytes(db, recording.number, entry)) said += latin1(piece);
    if (entry.terminated) said += '\n';
  }
  return said;
}
