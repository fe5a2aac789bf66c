import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clearIdFile, idFileRefusal, writeIdFile } from '../../../src/tasks/recordings/id-file.js';
import { temporaryFolder } from '../../support/processes/folders.js';

const ID = '0mhc5000aaaaaaaa';
const EARLIER = '0mhb9zzzbbbbbbbb\n';

describe('--id-file', () => {
  test.each([undefined, '', EARLIER])('writes where %j is', (content) => {
    const path = join(temporaryFolder(), 'id');
    if (content !== undefined) writeFileSync(path, content);
    expect(idFileRefusal(path)).toBeUndefined();
    writeIdFile(path, ID);
    expect(readFileSync(path, 'utf8')).toBe(`${ID}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test.each(['keep', 'keep\n', EARLIER.trim(), `${EARLIER}more\n`, `${EARLIER}${EARLIER}`])(
    'keeps a file that holds %j',
    (content) => {
      const path = join(temporaryFolder(), '.bashrc');
      writeFileSync(path, content);
      expectRefusal(path, 'exists and is not the id of a recording');
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  test.each([EARLIER, undefined])('follows no link to %j', (content) => {
    const folder = temporaryFolder();
    const [target, link] = [join(folder, 'target'), join(folder, 'id')];
    if (content !== undefined) writeFileSync(target, content);
    symlinkSync('target', link);
    expectRefusal(link, 'is a link');
    expect(existsSync(target) ? readFileSync(target, 'utf8') : undefined).toBe(content);
  });

  test.skipIf(process.platform === 'win32')('writes into a pipe that somebody reads, also behind a link', () => {
    const folder = temporaryFolder();
    const [pipe, link] = [join(folder, 'pipe'), join(folder, 'link')];
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, link);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    writeIdFile(link, ID);
    const bytes = Buffer.alloc(100);
    expect(bytes.toString('utf8', 0, readSync(reader, bytes))).toBe(`${ID}\n`);
    closeSync(reader);
  });
});

describe('the id of an earlier run', () => {
  test('goes before this run is started', () => {
    const path = join(temporaryFolder(), 'id');
    clearIdFile(path);
    writeFileSync(path, EARLIER);
    clearIdFile(path);
    expect(existsSync(path)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')('is nothing else, and no pipe', () => {
    const folder = temporaryFolder();
    const [file, pipe] = [join(folder, 'file'), join(folder, 'pipe')];
    writeFileSync(file, 'keep');
    execFileSync('mkfifo', [pipe]);
    for (const path of [file, pipe]) {
      expect(() => {
        clearIdFile(path);
      }).toThrow(expect.objectContaining({ code: 'FILE_UNWRITABLE' }));
    }
    expect(readFileSync(file, 'utf8')).toBe('keep');
  });
});

function expectRefusal(path: string, why: string): void {
  const refusal = `${path} ${why}, so it was not replaced. Name another file for --id-file, or remove this one`;
  expect(idFileRefusal(path)).toBe(refusal);
  expect(() => {
    writeIdFile(path, ID);
  }).toThrow(refusal);
}
