import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRunning, processesWith } from '../support/processes/processes.js';
import { start, type Program } from '../support/processes/program.js';
import { untilTrue } from '../support/processes/until.js';
import { handWritten, toldTurn } from '../support/turntable/driven-agents.js';
import { Place, TURNTABLE } from '../support/turntable/turntable.js';

/** Neither the end of its stdin nor a signal but SIGKILL ends it; its child does not even know of its stdin. */
const STUBBORN = `trap '' TERM INT HUP; tail -f "$0" >/dev/null & while :; do sleep 1; done`;
/** It ends with its stdin, and leaves a child behind. */
const LEAVING = `tail -f "$0" >/dev/null & while read -r line; do :; done`;

/** Runs `doctor --agent` or `replay --as client` with an agent, and returns the pids of agent and child. */
async function startClient(place: Place, how: 'doctor' | 'replay', source: string): Promise<[Program, number[]]> {
  const folder = join(place.folder, 'agent');
  const temporary = join(place.folder, 'tmp');
  const script = join(folder, 'agent.sh');
  mkdirSync(folder);
  mkdirSync(temporary);
  writeFileSync(script, `#!/bin/bash\n${source}\n`);
  chmodSync(script, 0o700);
  const words =
    how === 'doctor'
      ? ['doctor', '--agent', script, '--wait', source === LEAVING ? '1s' : '60s', '--db', place.db]
      : [
          'replay',
          handWritten(place, ['s'], toldTurn(1, 's', 'say:1')),
          '--as',
          'client',
          '--db',
          place.db,
          '--',
          script,
        ];
  const program = start([process.execPath, TURNTABLE, ...words], { env: { TMPDIR: temporary } });
  program.endInput();
  const started = (): number[] => processesWith(script).filter((pid) => pid !== program.pid);
  // tap, agent and child
  await untilTrue('the agent and its child', () => started().length >= 3);
  return [program, started()];
}

function temporaries(place: Place): string[] {
  return readdirSync(join(place.folder, 'tmp')).filter((name) => name.startsWith('turntable-'));
}

describe.each(['doctor', 'replay'] as const)('%s ends the agent that it started, with all of its group', (how) => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('when %s ends it', async (signal) => {
    const place = new Place();
    const [program, pids] = await startClient(place, how, STUBBORN);
    program.signal(signal);
    expect(await program.ended).toMatchObject({ code: null, signal });
    expect(pids.filter(isRunning)).toEqual([]);
    expect(temporaries(place)).toEqual([]);
  });

  test('when it is killed', async () => {
    const [program, pids] = await startClient(new Place(), how, STUBBORN);
    program.signal('SIGKILL');
    await untilTrue('the end of them all', () => !pids.some(isRunning));
  });
});

test('doctor ends what an agent leaves behind that ends by itself', async () => {
  const place = new Place();
  const [program, pids] = await startClient(place, 'doctor', LEAVING);
  expect((await program.ended).code).toBe(1);
  expect(pids.filter(isRunning)).toEqual([]);
  expect(temporaries(place)).toEqual([]);
});
