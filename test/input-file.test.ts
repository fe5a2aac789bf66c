import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openInput, readInput } from '../src/input-file.js';
import { temporaryFolder } from './support/processes/folders.js';

function pathOf(text?: string): string {
  const path = join(temporaryFolder(), 'input');
  if (text !== undefined) writeFileSync(path, text);
  return path;
}

function pipe(): string {
  const path = pathOf();
  execFileSync('mkfifo', [path]);
  return path;
}

describe.each([{ mayBePipe: true }, { mayBePipe: false }])('an input (%o)', (named) => {
  test('is a regular file, also behind a link', () => {
    const path = pathOf('said');
    symlinkSync(path, `${path}-link`);
    expect(readInput(path, named).toString()).toBe('said');
    expect(readInput(`${path}-link`, named).toString()).toBe('said');
    expect(readInput(pathOf(''), named)).toHaveLength(0);
  });

  test('is read to its end where its size says nothing', () => {
    expect(readInput('/proc/self/status', named).toString()).toContain('Name:');
  });

  test('is no device, which might never end', () => {
    for (const device of ['/dev/zero', '/dev/null', '/dev/tty']) {
      expect(() => readInput(device, named)).toThrow(`${device} is a device, not a file`);
    }
  });

  test('is no folder and no socket', async () => {
    const folder = temporaryFolder();
    expect(() => openInput(folder, named)).toThrow(`${folder} is a folder`);
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    expect(() => openInput(socket, named)).toThrow(`${socket} is a socket, not a file`);
  });

  test('may be missing, which is said with its cause', () => {
    expect(() => openInput(pathOf(), named)).toThrow(
      expect.objectContaining({ code: 'FILE_UNREADABLE', cause: expect.objectContaining({ code: 'ENOENT' }) as Error }),
    );
  });

  test('holds at most what is asked for', () => {
    const path = pathOf('12345');
    expect(readInput(path, { ...named, mostBytes: 5 }).toString()).toBe('12345');
    expect(() => readInput(path, { ...named, mostBytes: 4 })).toThrow(`${path} is larger than 4 bytes`);
    expect(() => readInput('/proc/self/status', { ...named, mostBytes: 4 })).toThrow('larger than 4 bytes');
  });
});

describe('a pipe', () => {
  test('is refused where a file names it, though nobody writes to it', () => {
    const path = pipe();
    expect(() => openInput(path, { mayBePipe: false })).toThrow(`${path} is a pipe, not a file`);
  });

  test('to which nobody writes is empty, and is not waited for', () => {
    expect(readInput(pipe(), { mayBePipe: true })).toHaveLength(0);
  });

  test('is read within bounds', () => {
    const path = pipe();
    // for both ways: opening it waits for nobody
    const writer = openSync(path, constants.O_RDWR);
    writeSync(writer, 'x'.repeat(10_000));
    expect(() => readInput(path, { mayBePipe: true, mostBytes: 9_999 })).toThrow('larger than 9999 bytes');
    closeSync(writer);
  });
});
