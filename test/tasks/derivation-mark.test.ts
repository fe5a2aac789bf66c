import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keptCounts } from '../../src/store/query/kept-analysis.js';
import { recordingNumbered } from '../../src/store/query/recordings.js';
import { analysisOf } from '../../src/tasks/checking/analysis.js';
import { recalledAnalysis } from '../../src/tasks/checking/recalled-analysis.js';
import { derivationMark } from '../../src/tasks/derivation-mark.js';
import { modelVersion } from '../../src/tasks/model-version.js';
import { ownKey } from '../../src/tasks/own-key.js';
import { acpProtocol } from '../../src/tasks/protocol/acp-protocol.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { fileDatabase, memoryDatabase } from '../support/store/databases.js';
import { emptyImport } from '../support/store/recordings.js';

/** Makes a folder the home of whoever asks, until the test ends. */
function atHome(home: string): void {
  const { HOME, XDG_CACHE_HOME } = process.env;
  onTestFinished(() => {
    Object.assign(process.env, HOME !== undefined && { HOME }, XDG_CACHE_HOME !== undefined && { XDG_CACHE_HOME });
  });
  delete process.env['XDG_CACHE_HOME'];
  process.env['HOME'] = home;
}

describe('what was derived before', () => {
  test('is believed where this user has kept it in this file, whatever link leads to it', () => {
    atHome(temporaryFolder());
    const folder = temporaryFolder();
    const mark = derivationMark(fileDatabase(join(folder, 't.db')));
    expect(mark).toMatch(/^[0-9a-f]{32}$/);
    expect(mark).not.toBe(modelVersion());
    symlinkSync('t.db', join(folder, 'link.db'));
    expect(derivationMark(fileDatabase(join(folder, 'link.db')))).toBe(mark);
  });

  test('is not believed in a copy at another place, nor by another user', () => {
    atHome(temporaryFolder());
    const folder = temporaryFolder();
    const mark = derivationMark(fileDatabase(join(folder, 't.db')));
    expect(derivationMark(fileDatabase(join(folder, 'other.db')))).not.toBe(mark);
    atHome(temporaryFolder());
    expect(derivationMark(fileDatabase(join(folder, 't.db')))).not.toBe(mark);
  });

  test('of a stranger is derived again: nothing that it claims is seen', () => {
    atHome(temporaryFolder());
    const folder = temporaryFolder();
    const theirs = fileDatabase(join(folder, 'theirs.db'));
    const recording = recordingNumbered(theirs, emptyImport(theirs, 'r', 1));
    if (recording === undefined) throw new Error('it is not there');
    const options = { protocol: acpProtocol, isCut: false, hasRealTimes: true };
    const honest = analysisOf(theirs, recording, { ...options, version: derivationMark(theirs) });
    // valid JSON, and nothing that anybody could show
    theirs.prepare(`UPDATE analysis SET facts = json_set(facts, '$.statistics.methods', json('[null]'))`).run();
    theirs.exec(`INSERT INTO turn VALUES (1, 0, '{"sessionId":7}')`);
    theirs.pragma('wal_checkpoint(TRUNCATE)');
    cpSync(join(folder, 'theirs.db'), join(folder, 'ours.db'));
    const ours = fileDatabase(join(folder, 'ours.db'));
    const version = derivationMark(ours);
    expect(keptCounts(ours, recording, version)).toBeUndefined();
    expect(recalledAnalysis(ours, recording, version)).toBeUndefined();
    expect(analysisOf(ours, recording, { ...options, version })).toEqual(honest);
    expect(recalledAnalysis(ours, recording, version)).toEqual(honest);
  });

  test('needs no key in memory, and without a home there is none', () => {
    const home = temporaryFolder();
    atHome(home);
    expect(derivationMark(memoryDatabase())).toBe(modelVersion());
    expect(existsSync(join(home, '.cache'))).toBe(false);
    process.env['HOME'] = 'nowhere';
    expect(derivationMark(fileDatabase(join(temporaryFolder(), 't.db')))).toBe(modelVersion());
  });
});

describe('the key', () => {
  test('is made once, for this user alone', () => {
    const home = temporaryFolder();
    const key = ownKey({ HOME: home });
    expect(key).toHaveLength(32);
    expect(statSync(join(home, '.cache/turntable/key')).mode & 0o777).toBe(0o600);
    // another process finds the same, also where the home is elsewhere by then
    const moved = `${home}-moved`;
    renameSync(home, moved);
    expect(ownKey({ HOME: moved })).toEqual(key);
    expect(ownKey({ HOME: temporaryFolder() })).not.toEqual(key);
  });

  test('lies in XDG_CACHE_HOME if that is set', () => {
    const caches = temporaryFolder();
    ownKey({ HOME: temporaryFolder(), XDG_CACHE_HOME: caches });
    expect(existsSync(join(caches, 'turntable/key'))).toBe(true);
  });

  test.skipIf(process.platform === 'win32').each<[string, (path: string) => void]>([
    [
      'others may read it',
      (path) => {
        writeFileSync(path, 'k'.repeat(32));
        chmodSync(path, 0o644);
      },
    ],
    [
      'it is too short',
      (path) => {
        writeFileSync(path, 'k', { mode: 0o600 });
      },
    ],
    [
      'it is too long',
      (path) => {
        writeFileSync(path, 'k'.repeat(33), { mode: 0o600 });
      },
    ],
    [
      'it is a link',
      (path) => {
        writeFileSync(`${path}2`, 'k'.repeat(32), { mode: 0o600 });
        symlinkSync('key2', path);
      },
    ],
  ])('is not used if %s', (_, plant) => {
    const home = temporaryFolder();
    const path = join(home, '.cache/turntable/key');
    mkdirSync(dirname(path), { recursive: true });
    plant(path);
    expect(ownKey({ HOME: home })).toBeUndefined();
  });

  test.each([{}, { HOME: '' }, { HOME: 'home' }, { HOME: '/nowhere' }, { HOME: '/proc' }])(
    'is not made with %j',
    (env) => {
      expect(ownKey(env)).toBeUndefined();
    },
  );
});
