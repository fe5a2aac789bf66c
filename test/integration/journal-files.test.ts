import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bringInJournals } from '../../src/store/journal/journals.js';
import { listRecordings } from '../../src/store/query/recordings.js';
import { frameBytes, timelineOf } from '../../src/store/query/timeline.js';
import type { Database } from '../../src/store/schema/sqlite.js';
import { importFile, importSource } from '../../src/tasks/recordings/import-file.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { damagedJournal } from '../support/store/damaged-journals.js';
import { fileDatabase, memoryDatabase } from '../support/store/databases.js';
import { journalBytes, type TestRecord } from '../support/store/journals.js';
import { PlaceHere } from '../support/turntable/place-here.js';
import { latin1 } from '../support/values/bytes.js';
import { fc } from '../support/values/property.js';

const ID = '01hxe7n3f0000001';
const RECORDS: readonly TestRecord[] = [
  ['event', 1, { name: 'spawn', fields: { pid: '7', argv: '["agent"]', cwd: '/p' } }],
  ['client', 2, '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'],
  ['agent', 3, '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n{"half'],
  ['event', 4, { name: 'exit', fields: { code: '3' } }],
];

/** Frames and events of a recording, as they are read. */
function linesOf(db: Database, number: number): string[] {
  return Array.from(timelineOf(db, number), (entry) => {
    if (entry.type === 'event') return `${entry.seq} ${entry.name} ${JSON.stringify(entry.fields)} ${entry.atNs}`;
    const text = [...frameBytes(db, number, entry)].map(latin1).join('');
    return `${entry.seq} ${entry.stream} ${text} ${entry.terminated} ${entry.lastNs}`;
  });
}

/** An import has no tap to tell of. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  return lines.at(-1)?.includes(' incomplete {') === true ? lines.slice(0, -1) : lines;
}

describe('a journal as a file', () => {
  test('is read as the ingest reads it, whatever happened to it', () => {
    const folder = temporaryFolder();
    const ingested = fileDatabase(join(folder, 't.db'));
    ingested.pragma('synchronous = OFF');
    const path = join(`${ingested.name}-journals`, ID);
    const file = join(folder, `${ID}.damaged`);
    const reading = { stdin: 0, say: () => undefined };
    fc.assert(
      fc.property(damagedJournal, ({ bytes }) => {
        rmSync(`${ingested.name}-journals`, { recursive: true, force: true });
        mkdirSync(`${ingested.name}-journals`);
        writeFileSync(path, bytes);
        writeFileSync(file, bytes);
        bringInJournals(ingested, { warn: () => undefined });
        const [recording] = listRecordings(ingested);
        const imported = memoryDatabase();
        if (recording === undefined) {
          expect(() => importFile(imported, importSource(file, false, reading), undefined)).toThrow();
          return;
        }
        const [read] = importFile(imported, importSource(file, false, reading), undefined);
        expect(withoutEnd(linesOf(imported, read?.number ?? 0))).toEqual(
          withoutEnd(linesOf(ingested, recording.number)),
        );
        ingested.exec(`DELETE FROM recording; DELETE FROM stream; DELETE FROM frame; DELETE FROM envelope; DELETE FROM event;
          DELETE FROM part; DELETE FROM anchor; DELETE FROM digest; DELETE FROM digest_block; DELETE FROM checksum`);
      }),
      { numRuns: 300 },
    );
  });

  test('is imported again, with its name, and said to be damaged where it is', async () => {
    const place = new PlaceHere();
    const whole = join(place.folder, `${ID}.damaged`);
    writeFileSync(whole, journalBytes([...RECORDS, ['end', 5, '']], { name: 'chat' }), { mode: 0o600 });
    expect(await place.turntable('import', whole)).toMatchObject({ code: 0, stderr: '' });
    expect(await place.list()).toMatchObject([
      { name: 'chat', source: 'import', argv: ['agent'], cwd: '/p', exitCode: 3, recorded: '2023-11-14T22:13:20.000Z' },
    ]);
    const flipped = readFileSync(whole);
    flipped.write('calf', flipped.indexOf('half'));
    const damaged = join(place.folder, `${ID}.2.damaged`);
    writeFileSync(damaged, flipped, { mode: 0o600 });
    const { stderr } = await place.turntable('import', damaged, '--name', 'again');
    expect(stderr).toMatch(/^turntable: .+\.2\.damaged is damaged \(.+\): the rest was read\n$/);
    expect((await place.entries('again')).filter(({ type }) => type === 'event')).toContainEqual(
      expect.objectContaining({ name: 'gap' }),
    );
  });

  test('is recognised by how it begins, whatever it is called, and by its name, whatever it begins with', async () => {
    const place = new PlaceHere();
    const path = join(place.folder, 'journal');
    writeFileSync(path, journalBytes(RECORDS), { mode: 0o600 });
    expect((await place.output('show', path)).toString()).toContain('initialize');
    expect((await place.output('show', path)).toString()).toContain('the journal has no end');
    const named = join(place.folder, `${ID}.damaged`);
    renameSync(path, named);
    writeFileSync(named, readFileSync(named).fill(0, 0, 20));
    expect((await place.turntable('check', named)).code).not.toBe(3);
    writeFileSync(path, Buffer.from('\ufeff{"t":0}', 'utf16le'));
    expect(await place.turntable('show', path)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('neither a fixture nor a capture') as string,
    });
  });
});
