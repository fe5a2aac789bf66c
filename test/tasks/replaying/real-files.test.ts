import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerFromFolder } from '../../../src/tasks/replaying/real-files.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { readMessage, type RequestMessage } from '../../../src/wire/message.js';
import { request } from '../../support/conversations/conversation.js';
import { temporaryFolder } from '../../support/processes/folders.js';
import { bytesOf } from '../../support/conversations/scripted.js';

interface Answer {
  readonly id: unknown;
  readonly result?: JsonObject;
  readonly error?: { readonly code: number };
}

/** A folder of its own beside one that is none of the agent's business. */
function folders() {
  const all = temporaryFolder();
  const [inside, outside] = [join(all, 'in'), join(all, 'in-not')];
  for (const folder of [inside, outside]) mkdirSync(folder);
  writeFileSync(join(outside, 'secret'), 'secret');
  writeFileSync(join(inside, 'a.txt'), 'one\ntwo\nthree\n');
  const answerTo = answerFromFolder(inside);
  const ask = (method: string, params: JsonObject): Answer => {
    const message = readMessage(bytesOf(request('q', method, params))) as RequestMessage;
    return JSON.parse(new TextDecoder().decode(answerTo(message))) as Answer;
  };
  return { inside, outside, ask };
}

const READ = 'fs/read_text_file';
const WRITE = 'fs/write_text_file';
const REFUSED = -32_602;
const NOT_FOUND = -32_002;

describe('files of the folder', () => {
  test.each([
    [{}, 'one\ntwo\nthree\n'],
    [{ line: 2 }, 'two\nthree\n'],
    [{ line: 2, limit: 1 }, 'two\n'],
    [{ limit: 2 }, 'one\ntwo\n'],
    [{ line: 9 }, ''],
  ])('are read: %j', (part, content) => {
    const { inside, ask } = folders();
    expect(ask(READ, { path: join(inside, 'a.txt'), ...part })).toEqual({
      jsonrpc: '2.0',
      id: 'q',
      result: { content },
    });
  });

  test('are written, with the folders they need', () => {
    const { inside, ask } = folders();
    const path = join(inside, 'x/y/new.txt');
    expect(ask(WRITE, { path, content: 'new' }).result).toEqual({});
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('may begin with two dots', () => {
    const { inside, ask } = folders();
    expect(ask(WRITE, { path: join(inside, '..notes'), content: 'x' }).result).toEqual({});
  });

  test('that are not there are not found', () => {
    const { inside, ask } = folders();
    expect(ask(READ, { path: join(inside, 'gone') }).error?.code).toBe(NOT_FOUND);
  });

  test('another method is not known', () => {
    const { inside, ask } = folders();
    expect(ask('fs/delete', { path: join(inside, 'a.txt') }).error?.code).toBe(-32_601);
  });
});

describe('nothing outside of the folder', () => {
  test.each(['/etc/hostname', '../in-not/secret', '..', '/'])('%s', (path) => {
    const { ask } = folders();
    expect(ask(READ, { path }).error?.code).toBe(REFUSED);
  });

  test('through a link to a file, to a folder, or to nothing', () => {
    const { inside, outside, ask } = folders();
    symlinkSync(join(outside, 'secret'), join(inside, 'file'));
    symlinkSync(outside, join(inside, 'folder'));
    symlinkSync(join(outside, 'to-be-made'), join(inside, 'nothing'));
    for (const name of ['file', 'folder/secret', 'folder/new/deep', 'nothing', 'nothing/deep']) {
      const path = join(inside, name);
      expect({ name, code: ask(READ, { path }).error?.code }).toEqual({ name, code: REFUSED });
      expect({ name, code: ask(WRITE, { path, content: 'x' }).error?.code }).toEqual({ name, code: REFUSED });
    }
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret');
    for (const name of ['to-be-made', 'new']) expect(existsSync(join(outside, name))).toBe(false);
  });
});

test('a pipe in the folder is neither read nor written: nobody may be at its other end', () => {
  const { inside, ask } = folders();
  const path = join(inside, 'pipe');
  execFileSync('mkfifo', [path]);
  expect(ask(READ, { path }).error).toBeDefined();
  expect(ask(WRITE, { path, content: 'x' }).error?.code).toBe(REFUSED);
});
