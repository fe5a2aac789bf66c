import { describe, expect, test } from 'vitest';
import { readFrom, startPosition, type IngestPosition } from '../../../src/store/journal/ingest-position.js';
import { JournalFold, type FoldSink } from '../../../src/store/journal/journal-fold.js';
import type { PlacedRecord } from '../../../src/store/journal/journal-cursor.js';
import { isRecord } from '../../../src/wire/journal-record.js';
import { concat, latin1 } from '../../support/values/bytes.js';
import { END, RecordMaker, RECORDS, tapRecords, type TestRecord } from '../../support/store/journals.js';
import { fc } from '../../support/values/property.js';

function placed(records: readonly TestRecord[]): PlacedRecord[] {
  const maker = new RecordMaker();
  const bytes = concat(records.map((record) => maker.make(record)));
  const all: PlacedRecord[] = [];
  for (let at = 0; at < bytes.length;) {
    const record = RECORDS.read(bytes, at);
    if (!isRecord(record)) return expect.fail(`no record at ${at}`);
    all.push({ at, record });
    at += record.sizeBytes;
  }
  return all;
}

/** What a fold hands out, as lines. */
function collector(): { sink: FoldSink; seen: string[] } {
  const seen: string[] = [];
  const sink: FoldSink = {
    frame: (seq, stream, { bytes, terminated, firstNs, lastNs, startByte }) =>
      seen.push(`${seq} ${stream}@${startByte} ${firstNs}-${lastNs} ${latin1(bytes)}${terminated ? '' : ' ~'}`),
    part: () => undefined,
    event: (seq, { name, fields }, atNs) => seen.push(`${seq} ${name} ${atNs} ${JSON.stringify(fields)}`),
    anchor: (atNs, wallUs) => seen.push(`anchor ${atNs} ${wallUs}`),
    chunk: (stream, bytes) => seen.push(`chunk ${stream} ${latin1(bytes)}`),
  };
  return { sink, seen };
}

function fold(records: readonly TestRecord[]): { seen: string[]; position: IngestPosition; ended: boolean } {
  const { sink, seen } = collector();
  const position = startPosition(0);
  const folding = new JournalFold(position, sink);
  for (const record of placed(records)) folding.take(record);
  return { seen, position, ended: folding.ended };
}

describe('JournalFold', () => {
  test('hands out chunks as they are, lines as they end, events in their place', () => {
    const { seen, ended } = fold([
      ['client', 1, 'a\nb'],
      ['event', 2, { name: 'signal', fields: { signal: 'SIGINT', count: 2 } }],
      ['anchor', 3, { wallUs: 5 }],
      ['client', 4, 'c\n'],
      END,
    ]);
    expect(seen).toEqual([
      '0 client@0 1-1 a',
      'chunk client a\nb',
      '1 signal 2 {"signal":"SIGINT","count":"2"}',
      'anchor 3 5',
      '2 client@2 1-4 bc',
      'chunk client c\n',
    ]);
    expect(ended).toBe(true);
  });

  test('is not put off by events, gaps and anchors that it does not understand', () => {
    const { seen, position } = fold([
      ['event', 1, 'no JSON'],
      ['event', 1, { name: 'of-a-later-version', fields: {} }],
      ['event', 1, ['exit']],
      ['event', 1, { name: 'exit' }],
      ['gap', 1, 'x'],
      ['anchor', 1, { wallUs: 'x' }],
      ['anchor', 1, 'x'],
      ['header', 1, 'x'],
      ['client', 1, 'a\n'],
    ]);
    expect(seen).toEqual(['0 exit 1 {}', '1 client@0 1-1 a', 'chunk client a\n']);
    expect(position).toMatchObject({ seq: 2, events: 1 });
  });

  test('ends the lines of the streams that lost something, and no others', () => {
    const { seen, position } = fold([
      ['client', 1, 'a\nb'],
      ['agent', 1, 'x'],
      ['gap', 2, { client: 7, agent: 0, stderr: 0 }],
      ['client', 3, 'c\n'],
      ['agent', 3, 'y\n'],
    ]);
    expect(seen.filter((line) => !line.startsWith('chunk'))).toEqual([
      '0 client@0 1-1 a',
      '1 client@2 1-1 b ~',
      '2 gap 2 {"client":"7","agent":"0","stderr":"0"}',
      '3 client@3 3-3 c',
      '4 agent@0 1-3 xy',
    ]);
    expect(position.streams.client).toMatchObject({ lost: 7, forwarded: 12, startByte: 5 });
  });

  test('ends the line of a stream with the event that says nothing more of it is read', () => {
    for (const [name, stream] of [
      ['client-eof', 'client'],
      ['stdin-closed', 'client'],
      ['agent-eof', 'agent'],
      ['stdout-closed', 'agent'],
    ] as const) {
      const { seen } = fold([
        [stream, 1, 'half'],
        ['stderr', 1, 'other'],
        ['event', 2, { name, fields: {} }],
      ]);
      expect(seen.slice(2)).toEqual([`0 ${stream}@0 1-1 half ~`, `1 ${name} 2 {}`]);
    }
  });

  test('goes on from the record in which the oldest open line begins, whatever was silent since the start', () => {
    const closed: TestRecord[] = [
      ['agent', 1, 'a\n'],
      ['client', 2, 'b\n'],
      ['agent', 3, 'c\n'],
    ];
    const open = placed([...closed, ['agent', 4, 'd\ne'], ['client', 5, 'f\n']]);
    const { position } = fold(closed);
    expect(readFrom(position)).toBe(position.at);
    expect(readFrom(fold([...closed, ['agent', 4, 'd\ne'], ['client', 5, 'f\n']]).position)).toBe(open[3]?.at);
  });

  test('goes on from a saved position as if it had never stopped: fold(a ++ b) = fold(b) from fold(a)', () => {
    fc.assert(
      fc.property(tapRecords, fc.nat(), (records, place) => {
        const all = placed([...records, END]);
        const whole = collector();
        const wholePosition = startPosition(0);
        const folding = new JournalFold(wholePosition, whole.sink);
        for (const record of all) folding.take(record);

        const parts = collector();
        const first = startPosition(0);
        const before = new JournalFold(first, parts.sink);
        const cut = place % (all.length + 1);
        for (const record of all.slice(0, cut)) before.take(record);
        // through JSON, as it is saved
        const saved = JSON.parse(JSON.stringify(first)) as IngestPosition;
        const after = new JournalFold(saved, parts.sink);
        for (const record of all.filter(({ at }) => at >= readFrom(saved))) after.take(record);

        expect(parts.seen).toEqual(whole.seen);
        expect(saved).toEqual(wholePosition);
      }),
      { numRuns: 300 },
    );
  });

  test('hands out what is unfinished as it is so far, on request', () => {
    const { sink, seen } = collector();
    const folding = new JournalFold(startPosition(0), sink);
    for (const record of placed([
      ['stderr', 1, 'e'],
      ['client', 2, 'a\n'],
      ['agent', 3, 'x'],
    ]))
      folding.take(record);
    seen.length = 0;
    folding.takeUnfinished();
    folding.addEvent({ name: 'incomplete', fields: {} });
    expect(seen).toEqual(['1 agent@0 3-3 x ~', '2 stderr@0 1-1 e ~', '3 incomplete 3 {}']);
  });
});

describe('records that are missing, displaced or torn', () => {
  /** Folds some of the records, in this order; `at` says by how much the places are off. */
  function foldSome(records: readonly TestRecord[], places: readonly number[], shift = 0) {
    const { sink, seen } = collector();
    const position = startPosition(0);
    const folding = new JournalFold(position, sink);
    const all = placed(records);
    let at = 0;
    for (const place of places) {
      const { record } = all[place] ?? expect.fail(`no record ${place}`);
      folding.take({ at, record });
      at += record.sizeBytes + shift;
    }
    return { seen: seen.filter((line) => !line.startsWith('chunk')), position };
  }

  const SAID: TestRecord[] = [
    ['client', 1, 'a'],
    ['agent', 2, 'x'],
    ['agent', 3, '12345'],
    ['client', 4, 'b\n'],
    ['agent', 5, 'z\n'],
    ['end', 6, { client: 3, agent: 8, stderr: 0 }],
  ];

  test('a missing chunk ends the line of its stream where the stream goes on; another line that goes over it stays whole', () => {
    const { seen, position } = foldSome(SAID, [0, 1, 3, 4, 5]);
    expect(seen).toEqual([
      '0 gap 4 {"reason":"the journal is damaged","records":"1"}',
      '1 client@0 1-4 ab',
      '2 agent@0 2-2 x ~',
      '3 gap 5 {"agent":"5","reason":"the journal is damaged"}',
      '4 agent@1 5-5 z',
    ]);
    expect(position.damage).toEqual({ skippedBytes: 0, missingRecords: 1, displacedRecords: 0, cutBytes: 0 });
    expect(position.streams).toMatchObject({ client: { lost: 0 }, agent: { lost: 5 } });
  });

  test('what is missing at the end of a stream is known at the end of the journal', () => {
    const { seen, position } = foldSome(SAID, [0, 1, 2, 3, 5]);
    expect(seen.slice(-3)).toEqual([
      '1 gap 6 {"reason":"the journal is damaged","records":"1"}',
      '2 agent@0 2-3 x12345 ~',
      '3 gap 6 {"agent":"2","reason":"the journal is damaged"}',
    ]);
    expect(position.streams.agent.lost).toBe(2);
  });

  test('a chunk that stands behind a later one of its stream is kept there, joined with nothing', () => {
    const { seen, position } = foldSome(SAID, [0, 1, 3, 4, 2, 5]);
    expect(seen).toEqual([
      '0 gap 4 {"reason":"the journal is damaged","records":"1"}',
      '1 client@0 1-4 ab',
      '2 agent@0 2-2 x ~',
      '3 gap 5 {"agent":"5","reason":"the journal is damaged"}',
      '4 agent@1 5-5 z',
      '5 gap 3 {"reason":"a record of the journal is out of order"}',
      '6 agent@3 3-3 12345 ~',
    ]);
    expect(position.damage).toEqual({ skippedBytes: 0, missingRecords: 0, displacedRecords: 1, cutBytes: 0 });
    expect(position.streams.agent).toMatchObject({ lost: 0, forwarded: 8 });
  });

  test('a chunk that stands behind later ones of other streams only is in its place', () => {
    const { seen, position } = foldSome(SAID, [0, 1, 3, 2, 4, 5]);
    expect(seen).toEqual([
      '0 gap 4 {"reason":"the journal is damaged","records":"1"}',
      '1 client@0 1-4 ab',
      '2 gap 3 {"reason":"a record of the journal is out of order"}',
      '3 agent@0 2-5 x12345z',
    ]);
    expect(position.damage).toMatchObject({ missingRecords: 0, displacedRecords: 1 });
    expect(position.streams.agent).toMatchObject({ lost: 0, forwarded: 8 });
  });

  test('bytes between records are counted', () => {
    const { seen, position } = foldSome(SAID.slice(0, 2), [0, 1], 9);
    expect(seen).toEqual(['0 gap 2 {"reason":"the journal is damaged","bytes":"9"}']);
    expect(position.damage).toMatchObject({ skippedBytes: 9, missingRecords: 0 });
  });
});
