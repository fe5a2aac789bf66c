import { describe, expect, test } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readSync } from 'node:fs';
import { bareReasonOf, reasonOf, TurntableError } from '../src/errors.js';

describe('TurntableError', () => {
  test('carries a code for programs, a sentence for people, a hint and the cause', () => {
    const cause = new Error('ENOENT');
    const error = new TurntableError('FILE_UNREADABLE', 'x cannot be read', { hint: 'Name another.', cause });
    expect(error).toMatchObject({ name: 'TurntableError', code: 'FILE_UNREADABLE', hint: 'Name another.', cause });
    expect(error.message).toBe('x cannot be read');
  });

  test('has no cause where none was given', () => {
    expect('cause' in new TurntableError('USAGE', 'no')).toBe(false);
  });

  test.each([
    ['USAGE', 2],
    ['RECORDING_NOT_FOUND', 3],
    ['DATABASE_BUSY', 3],
    ['AGENT_NOT_STARTED', 4],
  ] as const)('%s ends a command with exit code %i', (code, exitCode) => {
    expect(new TurntableError(code, 'm').exitCode).toBe(exitCode);
  });
});

test('reasonOf says the text of anything that was thrown', () => {
  expect([new Error('a'), 'b', 7, undefined, null].map(reasonOf)).toEqual(['a', 'b', '7', 'undefined', 'null']);
});

test('what the system refused is said in words, with or without the path, and never with its code', () => {
  const missing = thrownBy(() => readFileSync("/nowhere/it's here, not"));
  expect(reasonOf(missing)).toBe("no such file or directory: /nowhere/it's here, not");
  expect(bareReasonOf(missing)).toBe('no such file or directory');
  expect(
    reasonOf(
      thrownBy(() => {
        mkdirSync('/');
      }),
    ),
  ).toBe('file already exists: /');
  expect(reasonOf(thrownBy(() => readSync(999_999, Buffer.alloc(1))))).toBe('bad file descriptor');
  expect(reasonOf(spawnSync('/nowhere/program').error)).toBe('/nowhere/program: no such program');
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}
