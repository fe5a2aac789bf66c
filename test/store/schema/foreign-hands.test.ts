import { chmodSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { foreignHand, refuseForeignHands, whyNotToIngest } from '../../../src/store/schema/foreign-hands.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { skipLoudly } from '../../support/processes/skip.js';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** A database with a folder of journals, both the user's alone. */
function place(): { db: string; journals: string } {
  const db = join(temporaryFolder(), 't.db');
  writeFileSync(db, '', { mode: 0o600 });
  mkdirSync(`${db}-journals`, { mode: 0o700 });
  return { db, journals: `${db}-journals` };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('foreignHand', () => {
  test.each([0o600, 0o640, 0o644, 0o755])('finds none where others may read at most: mode %o', (mode) => {
    const { db } = place();
    chmodSync(db, mode);
    expect(foreignHand(db)).toBeUndefined();
  });

  test.each([0o620, 0o602, 0o666])('names mode and owner where others may write: mode %o', (mode) => {
    const { db } = place();
    chmodSync(db, mode);
    const owner = process.getuid?.() ?? 0;
    expect(foreignHand(db)).toBe(`${db} can be written to by others (mode 0${mode.toString(8)}, owner ${owner})`);
  });

  test('is not found by a mode where the user says that modes mean nothing', () => {
    const { db, journals } = place();
    for (const path of [db, journals]) chmodSync(path, 0o777);
    expect(() => {
      refuseForeignHands(db);
    }).toThrow(expect.objectContaining({ hint: expect.stringContaining('TURNTABLE_IGNORE_MODES=1') as string }));
    vi.stubEnv('TURNTABLE_IGNORE_MODES', '1');
    expect(whyNotToIngest(db)).toBeUndefined();
    vi.stubEnv('TURNTABLE_IGNORE_MODES', '0');
    expect(whyNotToIngest(db)).toContain('mode 0777');
  });

  skipLoudly(!isRoot, 'files of other users where modes mean nothing', 'only root can give files away');
  test.skipIf(!isRoot)('is found by its owner all the same', () => {
    const { db } = place();
    lchownSync(db, NOBODY, NOBODY);
    vi.stubEnv('TURNTABLE_IGNORE_MODES', '1');
    expect(foreignHand(db)).toContain('belongs to user 65534');
  });

  test('finds none where nothing is, and follows a link of our own', () => {
    const { db } = place();
    expect(foreignHand(`${db}.none`)).toBeUndefined();
    expect(foreignHand(join(db, 'below a file'))).toBeUndefined();
    symlinkSync(db, `${db}.link`);
    expect(foreignHand(`${db}.link`)).toBeUndefined();
    chmodSync(db, 0o666);
    expect(foreignHand(`${db}.link`)).toContain('mode 0666');
  });

  skipLoudly(!isRoot, 'files of other users', 'only root can give files away');
  test.skipIf(!isRoot)('names the owner where it is someone else, of links too', () => {
    const { db } = place();
    symlinkSync(`${db}.none`, `${db}.link`);
    lchownSync(`${db}.link`, NOBODY, NOBODY);
    expect(foreignHand(`${db}.link`)).toBe(`${db}.link, a link, belongs to user 65534, not to you`);
    lchownSync(db, NOBODY, NOBODY);
    expect(foreignHand(db)).toBe(`${db} belongs to user 65534, not to you (mode 0600)`);
  });
});

describe('whyNotToIngest', () => {
  test('has nothing against a database and journals of our own', () => {
    const { db } = place();
    expect(whyNotToIngest(db)).toBeUndefined();
    expect(() => {
      refuseForeignHands(db);
    }).not.toThrow();
  });

  test('refuses a database, or a folder of journals, that others may write', () => {
    for (const which of ['db', 'journals'] as const) {
      const found = place();
      chmodSync(found[which], 0o777);
      expect(whyNotToIngest(found.db)).toContain(`${found[which]} can be written to by others (mode 0777`);
      expect(() => {
        refuseForeignHands(found.db);
      }).toThrow(expect.objectContaining({ code: 'DATABASE_UNTRUSTED' }));
    }
  });

  test('refuses a folder of journals that is a link: it may lead to those of another database', () => {
    const { journals } = place();
    const other = join(temporaryFolder(), 'x.db');
    symlinkSync(journals, `${other}-journals`);
    expect(whyNotToIngest(other)).toBe(`${other}-journals is a link`);
  });
});
