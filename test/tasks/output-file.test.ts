import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeLines } from '../../src/tasks/output-file.js';
import { temporaryFolder } from '../support/processes/folders.js';

test('a file is the user’s alone, and holds all lines', () => {
  const path = join(temporaryFolder(), 'a');
  writeLines(path, ['1\n', '2\n']);
  expect(readFileSync(path, 'utf8')).toBe('1\n2\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('where writing fails half way, what stood there stays, and nothing is left beside it', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  writeFileSync(path, 'before');
  const failing = function* () {
    yield '1\n';
    throw new Error('no more');
  };
  expect(() => {
    writeLines(path, failing());
  }).toThrow(`${path} cannot be written: no more`);
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a'], 'before']);
});

test('a link stays a link: its file is replaced', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'before');
  symlinkSync('file', join(folder, 'link'));
  writeLines(join(folder, 'link'), ['after']);
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('after');
});

test.skipIf(process.platform === 'win32')('what is no file is written to, never replaced', () => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  writeLines(pipe, ['through\n']);
  const buffer = Buffer.alloc(100);
  expect(buffer.toString('utf8', 0, readSync(reader, buffer))).toBe('through\n');
  closeSync(reader);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});
