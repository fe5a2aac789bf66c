import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../../src/stdio/journal/journal.js';
import { utf8 } from '../../support/values/bytes.js';
import { canLimit, withFilesUpTo } from '../../support/processes/file-limit.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { HEADER } from '../../support/store/journals.js';
import { openJournal as open, recordsOf } from '../../support/store/written-journal.js';

describe.skipIf(!canLimit)('a disk that is full', () => {
  test('until the end keeps neither how it ended nor what was lost from the journal', () => {
    const { journal, path } = open();
    journal.append('client', utf8('before'));
    withFilesUpTo(statSync(path).size, () => {
      journal.append('agent', utf8('lost'));
      journal.event('exit', { code: '7' });
      expect(journal.end()).toBeUndefined();
    });
    expect(recordsOf(path)).toEqual([
      'client 1 before',
      'gap 4 {"client":0,"agent":4,"stderr":0}',
      'event 4 {"name":"exit","fields":{"code":"7"}}',
      'end 4 {"client":6,"agent":4,"stderr":0}',
    ]);
  });

  test('until the end, with room for a part of a record: the end is read behind the last whole one', () => {
    const { journal, path } = open();
    journal.append('client', utf8('before'));
    withFilesUpTo(statSync(path).size + 70, () => {
      journal.append('agent', utf8('x'.repeat(9000)));
      journal.end();
    });
    expect(recordsOf(path).map((line) => line.split(' ')[0])).toEqual(['client', 'gap', 'end']);
  });

  test('until the end counts the events for which there is no room, and keeps the last ones', () => {
    const { journal, path } = open();
    journal.append('client', utf8('before'));
    withFilesUpTo(statSync(path).size, () => {
      for (let n = 0; n < 100; n += 1) journal.event('signal', { name: 'SIGWINCH', n: String(n) });
      journal.event('exit', { code: '7' });
      journal.end();
    });
    const lines = recordsOf(path);
    const leftOut = Number(/"events":(\d+)/.exec(lines[1] ?? '')?.[1]);
    expect(lines.length + leftOut).toBe('client gap end'.split(' ').length + 101);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.at(-2)).toBe('event 103 {"name":"exit","fields":{"code":"7"}}');
    expect(lines.at(-3)).toContain('"n":"99"');
  });

  test('until the end, and from the start on, is told to whoever ends it', () => {
    const path = join(temporaryFolder(), 'journal');
    withFilesUpTo(2000, () => {
      const journal = new Journal(
        path,
        HEADER,
        () => 5,
        () => undefined,
      );
      journal.append('agent', utf8('lost'));
      expect(journal.end()).toEqual({ client: 0, agent: 4, stderr: 0 });
    });
  });
});
