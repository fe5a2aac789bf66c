import type { Database } from '../../../src/store/schema/sqlite.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Violation } from '../../../src/check/engine/violation.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { keepAnalysis, keptAnalysis, keptCounts, type KeptAnalysis } from '../../../src/store/query/kept-analysis.js';
import { listRecordings, type Recording } from '../../../src/store/query/recordings.js';
import { utf8 } from '../../support/values/bytes.js';
import { memoryDatabase } from '../../support/store/databases.js';

const VERSION = '1';

describe('what is counted without reading it', () => {
  let db: Database;
  let recording: Recording;

  beforeEach(() => {
    db = memoryDatabase();
    recording = imported(db);
    keepAnalysis(db, recording, { analysis: ANALYSIS, checkpoints: [], version: VERSION });
  });

  test('is what was kept, without rules that are off by default', () => {
    expect(keptCounts(db, recording, VERSION)).toEqual({ turns: 0, violations: { error: 2, warning: 1, info: 0 } });
    expect(keptAnalysis(db, recording, VERSION)?.violations).toHaveLength(4);
  });

  test('is nothing of another version', () => {
    expect(keptCounts(db, recording, '2')).toBeUndefined();
  });

  test('is nothing where more was recorded since', () => {
    expect(keptCounts(db, { ...recording, events: recording.events + 1 }, VERSION)).toBeUndefined();
  });

  test.each(['', '{', '5', 'null', '[1]'])('is nothing where a row was damaged: %s', (text) => {
    const damage = (set: string): unknown => {
      keepAnalysis(db, recording, { analysis: ANALYSIS, checkpoints: [], version: VERSION });
      db.prepare(`UPDATE ${set} = ?`).run(text);
      return keptAnalysis(db, recording, VERSION);
    };
    expect([damage('analysis SET facts'), damage('violation SET details')]).toEqual([undefined, undefined]);
    damage('analysis SET facts');
    expect(() => keptCounts(db, recording, VERSION)).not.toThrow();
  });

  test('is nothing of another recording', () => {
    expect(keptCounts(db, imported(db), VERSION)).toBeUndefined();
  });
});

const ANALYSIS = {
  facts: '{"optInRules":["opt/in"]}',
  turns: [],
  violations: [
    violation('a/b', 'error'),
    violation('a/b', 'error'),
    violation('a/c', 'warning'),
    violation('opt/in', 'warning'),
  ],
} satisfies KeptAnalysis;

function violation(rule: string, severity: Violation['severity']): Violation {
  return { rule, severity, seq: 0 } as Violation;
}

function imported(db: Database): Recording {
  const writer = new ImportWriter(db, { name: 'one', headers: undefined, nowMs: 1 });
  writer.add({ type: 'frame', stream: 'client', bytes: utf8('{}'), terminated: true, atNs: 1 });
  writer.end();
  const [recording] = listRecordings(db);
  if (recording === undefined) throw new Error('nothing was imported');
  return recording;
}
