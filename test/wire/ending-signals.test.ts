import { spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { expect, test } from 'vitest';
import { isEndingSignal } from '../../src/wire/ending-signals.js';

test.each(Object.keys(constants.signals).filter(isEndingSignal))(
  '%s ends a process that has no answer to it',
  (signal) => {
    expect(spawnSync('/bin/sh', ['-c', `kill -${signal.slice(3)} $$; exit 7`])).toMatchObject({ status: null, signal });
  },
);

test.each(['SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGCONT', 'SIGCHLD', 'SIGWINCH', 'SIGURG', 'SIGNOSUCH', '', '9'])(
  '%j is no end',
  (name) => {
    expect(isEndingSignal(name)).toBe(false);
  },
);
