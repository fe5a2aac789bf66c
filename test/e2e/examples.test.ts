import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { run } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { TURNTABLE } from '../support/turntable/turntable.js';

// that for vitest is among the tests themselves: vitest.config.ts
const EXAMPLES = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;
skipLoudly(!hasPython, 'the example in Python', 'there is no python3 here');

describe('the example', () => {
  test('for node:test passes', async () => {
    const ended = await run([process.execPath, '--test', `${EXAMPLES}node-test/delete-file.test.js`]);
    expect(`${ended.stdout.toString()}${ended.stderr}`).toMatch(/pass 2\n[^]*fail 0\n/);
    expect(ended.code).toBe(0);
  });

  test.skipIf(!hasPython)('in Python passes', async () => {
    const ended = await run(['python3', '-B', '-m', 'unittest', 'test_delete_file.py'], {
      cwd: `${EXAMPLES}python`,
      env: { TURNTABLE: `'${process.execPath}' '${TURNTABLE}'` },
    });
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('Ran 1 test') as unknown });
  });
});
