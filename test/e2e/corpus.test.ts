import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureLines } from '../../src/fixture/format/fixture-source.js';
import { fixtureOf } from '../../src/tasks/exporting/recording-source.js';
import { recordingJson, type RecordingJson } from '../../src/report/json-output.js';
import { openDatabase } from '../../src/store/schema/open-database.js';
import { findRecording } from '../../src/store/query/recordings.js';
import { corpusFiles, corpusName, hasCorpus, processesIn } from '../support/fixtures/corpus.js';
import { streamBytes } from '../support/store/rows.js';
import { skipLoudly } from '../support/processes/skip.js';
import { Place } from '../support/turntable/turntable.js';

skipLoudly(!hasCorpus, 'real conversations', 'there is no corpus beside the repository; TURNTABLE_CORPUS can name it');

async function importAll(place: Place, files: readonly string[]): Promise<RecordingJson[]> {
  const printed = (await place.output('import', '--json', ...files)).toString().trim().split('\n');
  return printed.map((line) => recordingJson.parse(JSON.parse(line)));
}

/** Exports recordings into files, by the code that `export` runs; returns the paths. */
function exportAll(place: Place, ids: readonly string[], folder: string): string[] {
  const db = openDatabase(place.db, { create: false, busyMs: 1000 });
  const paths = ids.map((id, i) => {
    const path = join(place.folder, `${folder}-${i}.acp`);
    writeFileSync(path, [...fixtureLines(fixtureOf(db, findRecording(db, id)))].join(''));
    return path;
  });
  db.close();
  return paths;
}

test.runIf(hasCorpus)('every conversation of the corpus is imported with every byte', async () => {
  const place = new Place();
  const files = corpusFiles();
  expect(files.length).toBeGreaterThan(50);
  const recordings = await importAll(place, files);
  const expected = files.flatMap((file) => processesIn(file).map((streams) => ({ file: corpusName(file), streams })));
  expect(recordings).toHaveLength(expected.length);
  for (const [i, { file, streams }] of expected.entries()) {
    for (const sender of ['client', 'agent', 'stderr'] as const) {
      const stored = streamBytes(place.db, recordings[i]?.id ?? '', sender).toString();
      expect(stored === streams[sender], `${sender} of ${file}`).toBe(true);
    }
  }
});

test.runIf(hasCorpus)('export, import, export of every conversation gives one and the same file', async () => {
  const place = new Place();
  const first = await importAll(place, corpusFiles());
  const exported = exportAll(
    place,
    first.map(({ id }) => id),
    'first',
  );
  const second = await importAll(place, exported);
  const again = exportAll(
    place,
    second.map(({ id }) => id),
    'second',
  );
  expect(again).toHaveLength(exported.length);
  for (const [i, path] of exported.entries()) {
    expect(readFileSync(again[i] ?? '', 'utf8') === readFileSync(path, 'utf8'), path).toBe(true);
  }
  const last = second.at(-1);
  expect(await place.export(last?.id)).toBe(readFileSync(again.at(-1) ?? '', 'utf8'));
});
