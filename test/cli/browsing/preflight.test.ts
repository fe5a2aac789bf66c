import { expect, test } from 'vitest';
import { TurntableError } from '../../../src/errors.js';
import { checkTerminal } from '../../../src/cli/browsing/preflight.js';

const FINE = { stdinIsTerminal: true, stdoutIsTerminal: true, env: { TERM: 'xterm' } };

function refusal(surroundings: Parameters<typeof checkTerminal>[0]): TurntableError | undefined {
  try {
    checkTerminal(surroundings);
    return undefined;
  } catch (thrown) {
    return thrown as TurntableError;
  }
}

test('a terminal will do', () => {
  expect(refusal(FINE)).toBeUndefined();
});

test.each([
  ['stdout is not a terminal', { ...FINE, stdoutIsTerminal: false }],
  ['stdin is not a terminal', { ...FINE, stdinIsTerminal: false }],
  ['TERM is not set', { ...FINE, env: {} }],
  ['TERM is not set', { ...FINE, env: { TERM: '' } }],
  ['TERM=dumb', { ...FINE, env: { TERM: 'dumb' } }],
])('%s: refused, with the line commands', (reason, surroundings) => {
  const error = refusal(surroundings);
  expect(error).toBeInstanceOf(TurntableError);
  expect(error).toMatchObject({ code: 'USAGE', exitCode: 2 });
  expect(error?.message).toContain(reason);
  expect(error?.hint).toContain('turntable show');
});
