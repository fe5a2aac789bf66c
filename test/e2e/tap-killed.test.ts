import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { canUnshare, inOwnPidNamespace } from '../support/processes/namespace.js';
import { childrenOf, commandOf, isRunning, processesWith } from '../support/processes/processes.js';
import { endWithTest, notesIn, type Program } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { until, untilTrue } from '../support/processes/until.js';
import { agent, fixture, Place, script, type TapOptions } from '../support/turntable/turntable.js';

/** Starts the tap with an agent that nothing but a signal ends, and returns its pid too. */
async function startStubborn(place: Place, options: TapOptions = {}): Promise<{ tap: Program; agentPid: number }> {
  const tap = place.tap(agent('ignore-eof'), options);
  const { params } = await tap.note('_ready');
  const agentPid = Number(params['pid']);
  endWithTest(agentPid);
  return { tap, agentPid };
}

async function expectDead(agentPid: number): Promise<void> {
  await untilTrue('the end of the agent', () => !isRunning(agentPid));
}

describe('when the tap is killed, as its client would kill the agent', () => {
  test.each(['SIGKILL', 'SIGSEGV'] as const)('by %s, the agent is killed too', async (signal) => {
    const place = new Place();
    const { tap, agentPid } = await startStubborn(place);
    tap.signal(signal);
    await expectDead(agentPid);
    await tap.exited;
    expect(await place.recording()).toMatchObject({ state: 'killed' });
  });

  test('also where nothing is recorded, so that there is no ingest', async () => {
    const { tap, agentPid } = await startStubborn(new Place(), { env: { TURNTABLE_OFF: '1' } });
    tap.signal('SIGKILL');
    await expectDead(agentPid);
  });

  test('also after the ingest was killed', async () => {
    const place = new Place();
    const { tap, agentPid } = await startStubborn(place);
    const isIngest = (pid: number): boolean => commandOf(pid)[2] === 'ingest';
    process.kill(await until('the ingest', () => processesWith(place.folder).find(isIngest)), 'SIGKILL');
    tap.signal('SIGKILL');
    await expectDead(agentPid);
  });

  test('also while the agent ends in its own time after a signal to the group', async () => {
    const place = new Place();
    const source = `process.on('SIGTERM', () => console.log('{"jsonrpc":"2.0","method":"_sigterm","params":{}}'));
      console.log('{"jsonrpc":"2.0","method":"_ready","params":{"pid":' + process.pid + '}}');
      setTimeout(() => {}, 60_000);`;
    const tap = place.tap(script(source), { detached: true });
    const agentPid = Number((await tap.note('_ready')).params['pid']);
    endWithTest(agentPid);
    const guards = (): number[] => childrenOf(tap.pid).filter((pid) => pid !== agentPid);
    const [first] = await until('the guard', () => (guards().length > 0 ? guards() : undefined));
    process.kill(-tap.pid, 'SIGTERM');
    await tap.note('_sigterm');
    await untilTrue('another guard', () => guards().some((pid) => pid !== first));
    tap.signal('SIGKILL');
    await expectDead(agentPid);
    expect(notesIn(tap.stdout).map(({ method }) => method)).toEqual(['_ready', '_sigterm']);
  });
});

describe('what killed the tap', () => {
  const program = fixture('../test/support/processes/reused-pid.js');
  const canReusePid =
    canUnshare &&
    spawnSync('unshare', ['-rpf', '--mount-proc', '--', 'sh', '-c', 'echo 99 >/proc/sys/kernel/ns_last_pid']).status ===
      0;
  skipLoudly(
    !canReusePid,
    'a pid that is given to another process',
    'unshare -rpf or ns_last_pid is not permitted here',
  );

  test.runIf(canReusePid)('kills no other process that was given the pid of the agent meanwhile', async () => {
    const place = new Place();
    // a shell is the first process of the namespace: it takes the end of every orphan
    const words = ['sh', '-c', '"$@"; :', 'sh', process.execPath, program, ...place.tapWords(agent('ignore-eof'))];
    const { stdout, stderr } = await inOwnPidNamespace(words);
    expect({ outcome: JSON.parse(stdout.toString()) as unknown, stderr }).toEqual({
      outcome: { isReused: true, isOtherAlive: true },
      stderr: '',
    });
  });
});
