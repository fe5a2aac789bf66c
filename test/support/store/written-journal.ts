import { join } from 'node:path';
import { expect } from 'vitest';
import { Journal } from '../../../src/stdio/journal/journal.js';
import { JournalReader } from '../../../src/store/journal/journal-reader.js';
import { latin1 } from '../values/bytes.js';
import { temporaryFolder } from '../processes/folders.js';
import { HEADER } from './journals.js';

/** All records of a journal but the header and the room for its end, as lines. */
export function recordsOf(path: string): string[] {
  const reader = new JournalReader(path);
  const records = reader.records();
  const lines: string[] = [];
  let at = reader.firstAt;
  for (let placed = records.next(); placed !== undefined; placed = records.next()) {
    const { kind, atNs, payload, sizeBytes } = placed.record;
    expect(placed.at, 'a record follows another').toBe(at);
    at += sizeBytes;
    if (kind === 'reserve') continue;
    const said = payload.length > 200 ? `${payload.length} bytes` : latin1(payload);
    lines.push(`${kind} ${atNs} ${said}`.trimEnd());
  }
  reader.close();
  return lines;
}

/** A journal whose clock counts calls: 1, 2, 3... */
export function openJournal(): { journal: Journal; path: string; warnings: string[] } {
  const path = join(temporaryFolder(), 'journal');
  const warnings: string[] = [];
  let now = 0;
  const journal = new Journal(
    path,
    { ...HEADER, wallUs: Date.now() * 1000 },
    () => (now += 1),
    (text) => warnings.push(text),
  );
  return { journal, path, warnings };
}
