import { closeSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkJson, type CheckJson } from '../../../src/report/json-output.js';
import { recordDemo, turntable } from '../../support/turntable/commands.js';
import { run, start } from '../../support/processes/program.js';
import { fixture, Place, TURNTABLE } from '../../support/turntable/turntable.js';

const FAULT = fixture('rules/stop-reason/error-literal.acp');
const CLEAN = fixture('rules/stop-reason/error-literal.clean.acp');

async function checked(place: Place, ...words: string[]): Promise<CheckJson> {
  const { stdout, stderr } = await turntable(place, ['check', '--format', 'json', ...words]);
  expect(stderr).toBe('');
  return checkJson.strict().parse(JSON.parse(stdout.toString()));
}

describe('check', () => {
  test('finds the planted fault of the demo, and nothing else above info', async () => {
    const place = new Place();
    await recordDemo(place);
    const { violations } = await checked(place, 'demo', '--db', place.db);
    expect(violations.filter(({ severity }) => severity !== 'info')).toMatchObject([
      { rule: 'tool-call/update-before-create', fault: 'agent', turn: 1, raced: false },
    ]);
    // from the tables, the second time
    expect((await checked(place, 'demo', '--db', place.db)).violations).toEqual(violations);
  });

  test('finds nothing above info in the demo that keeps to the protocol', async () => {
    const place = new Place();
    await recordDemo(place, '--clean');
    expect((await checked(place, '--db', place.db)).counts).toMatchObject({ error: 0, warning: 0 });
  });

  test('whoever stops reading ends it without a word', async () => {
    const place = new Place();
    const many = Array.from({ length: 60 }, () => [FAULT, CLEAN]).flat();
    const program = start([process.execPath, TURNTABLE, 'check', ...many, '--format', 'sarif'], { reads: false });
    program.closeOutput();
    const { code, stderr } = await program.ended;
    expect({ code: code === 0 || code === 1, stderr }).toEqual({ code: true, stderr: '' });
    await place.clear();
  });

  test.skipIf(process.platform !== 'linux')('output that cannot be written is told', async () => {
    const full = openSync('/dev/full', 'w');
    const { code, stderr } = await run([process.execPath, TURNTABLE, 'check', FAULT], {
      stdin: 'ignore',
      stdout: full,
    });
    closeSync(full);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/output cannot be written/) as string });
  });
});
