import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFileReader, includedBy } from '../../../src/tasks/conversations/fixture-file.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { utf8 } from '../../support/values/bytes.js';

const FIRST = '#acp-fixture 1\n';
const ONE = `${FIRST}client said\n`;

/** The folder of a fixture, in another folder. */
function folderOfFixture(): string {
  const folder = join(temporaryFolder(), 'fixtures');
  mkdirSync(join(folder, 'sub'), { recursive: true });
  return folder;
}

/** How many frames a fixture in `folder` has that includes `value`. */
function framesOf(folder: string, value: string): number {
  let frames = 0;
  const reader = fixtureFileReader(join(folder, 'a.acp'), ({ type }) => {
    if (type === 'frame') frames += 1;
  });
  for (const line of [FIRST.trim(), `# include: ${value}`]) reader.line(utf8(line));
  reader.end();
  return frames;
}

describe('what a fixture includes', () => {
  test.each(['b.acp', 'sub/b.acp', '../b.acp', './sub/../b.acp'])(
    'is a file beside, below or a folder above: %s',
    (at) => {
      const folder = folderOfFixture();
      writeFileSync(join(folder, at), ONE);
      expect(framesOf(folder, at)).toBe(1);
    },
  );

  test('may stand in a folder that a link leads to, with the fixture', () => {
    const folder = folderOfFixture();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    writeFileSync(join(folder, 'sub/b.acp'), ONE);
    expect(framesOf(link, 'sub/b.acp')).toBe(1);
  });

  test('is no pipe and no device: neither is opened', () => {
    const folder = folderOfFixture();
    execFileSync('mkfifo', [join(folder, 'pipe.acp')]);
    expect(() => framesOf(folder, 'pipe.acp')).toThrow('pipe.acp is a pipe, not a file');
    expect(() => includedBy('/dev/x.acp')('/dev/zero', 1000)).toThrow('/dev/zero is a device, not a file');
  });

  test('is not reached through a link, which may lead anywhere', () => {
    const folder = folderOfFixture();
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'b.acp'), ONE);
    symlinkSync(join(elsewhere, 'b.acp'), join(folder, 'b.acp'));
    symlinkSync(elsewhere, join(folder, 'linked'));
    symlinkSync(elsewhere, join(folder, '../beside'));
    for (const value of ['b.acp', 'linked/b.acp', '../beside/b.acp']) {
      expect(() => framesOf(folder, value)).toThrow('is included, but through a link');
    }
  });

  test('holds no more than is left of the limit', () => {
    const folder = folderOfFixture();
    const path = join(folder, 'b.acp');
    writeFileSync(path, ONE);
    expect(() => includedBy(join(folder, 'a.acp'))(path, 5)).toThrow('b.acp is larger than 5 bytes');
  });
});
