import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DERIVING_FOLDERS, modelDigest } from '../../bundling/model-digest.js';
import { modelVersion } from '../../src/tasks/model-version.js';
import { temporaryFolder } from '../support/processes/folders.js';

test('is one name for one program, and the same each time', () => {
  expect(modelVersion()).toMatch(/^[0-9a-f]{32}$/);
  expect(modelVersion()).toBe(modelVersion());
});

describe('the digest of the code that derives', () => {
  test.each(DERIVING_FOLDERS)('changes with a file of %s, at any depth, and with its name', (folder) => {
    const src = sources();
    const before = modelDigest(src);
    writeFileSync(join(src, folder, 'deeper', 'one.ts'), 'export const one = 2;');
    const changed = modelDigest(src);
    renameSync(join(src, folder, 'deeper', 'one.ts'), join(src, folder, 'deeper', 'two.ts'));
    expect(new Set([before, changed, modelDigest(src)]).size).toBe(3);
  });

  test('stays with all other code, and wherever the sources lie', () => {
    const src = sources();
    const before = modelDigest(src);
    writeFileSync(join(src, 'screen', 'deeper', 'one.ts'), 'export const one = 2;');
    expect(modelDigest(src)).toBe(before);
    const elsewhere = temporaryFolder();
    cpSync(src, elsewhere, { recursive: true });
    expect(modelDigest(elsewhere)).toBe(before);
  });

  function sources(): string {
    const src = temporaryFolder();
    for (const folder of [...DERIVING_FOLDERS, 'screen']) {
      mkdirSync(join(src, folder, 'deeper'), { recursive: true });
      writeFileSync(join(src, folder, 'deeper', 'one.ts'), 'export const one = 1;');
    }
    return src;
  }
});
