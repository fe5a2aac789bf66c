import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { livenessOf, ownIdentity, statFields } from '../../../src/store/journal/process-identity.js';

const NOW = Date.now();
const YEARS_AGO = 0;
const PATIENTLY = { timeout: 5000, interval: 20 };

/** Whether this process sees, and may look at, every process of the machine: root, and in no container. */
const seesAll = ownIdentity().namespace === 'pid:[4026531836]' && process.getuid?.() === 0;
const canUnshare = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0;

describe('livenessOf', () => {
  test('this process is alive', () => {
    expect(livenessOf(ownIdentity(), NOW)).toBe('alive');
    expect(ownIdentity()).toMatchObject({ pid: process.pid });
    expect(ownIdentity()).toEqual(ownIdentity());
  });

  test('a process that has ended is dead', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(livenessOf({ ...ownIdentity(), pid }, NOW)).toBe('dead');
  });

  test.skipIf(!existsSync('/proc/self/stat'))('a process whose pid was given to another one since is dead', () => {
    expect(livenessOf({ ...ownIdentity(), startedAt: '12' }, NOW)).toBe('dead');
  });

  test('a process whose start is not known is alive where its pid is', () => {
    expect(livenessOf({ ...ownIdentity(), startedAt: '' }, NOW)).toBe('alive');
  });

  test.skipIf(seesAll)('a process of another namespace of pids cannot be seen', () => {
    expect(livenessOf({ ...ownIdentity(), namespace: 'pid:[1]' }, NOW)).toBe('unknown');
  });

  test.skipIf(!seesAll)('a process of a namespace of pids that is gone is dead', () => {
    expect(livenessOf({ ...ownIdentity(), namespace: 'pid:[1]' }, NOW)).toBe('dead');
    expect(livenessOf({ ...ownIdentity(), namespace: '' }, NOW)).toBe('unknown');
  });

  test.skipIf(!seesAll || !canUnshare)('a process of another namespace that is lived in cannot be seen', async () => {
    const inside = ['sh', '-c', 'echo here; exec sleep 60'];
    const container = spawn('unshare', ['--pid', '--fork', '--kill-child', ...inside]);
    // from then on it dies with its parent
    await new Promise((here) => container.stdout.once('data', here));
    const namespace = readlinkSync(`/proc/${String(container.pid)}/ns/pid_for_children`);
    const identity = { ...ownIdentity(), namespace };
    expect(livenessOf(identity, NOW)).toBe('unknown');
    container.kill('SIGKILL');
    await expect.poll(() => livenessOf(identity, NOW), PATIENTLY).toBe('dead');
  });

  test('a process of an earlier boot is dead; of the boot of another machine no one knows', () => {
    const other = { ...ownIdentity(), boot: 'another' };
    expect(livenessOf(other, YEARS_AGO)).toBe('dead');
    expect(livenessOf(other, NOW)).toBe('unknown');
  });

  test.skipIf(!existsSync('/proc/self/stat'))('a process that has ended and was not waited for is dead', async () => {
    // the shell starts a process and becomes one that never waits for it
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61']);
    const pid = await new Promise<number>((told) => {
      parent.stdout.once('data', (chunk) => {
        told(Number(String(chunk)));
      });
    });
    const isSleep = (process: number | undefined): boolean =>
      readFileSync(`/proc/${String(process)}/cmdline`, 'utf8').startsWith('sleep\0');
    await expect.poll(() => isSleep(parent.pid) && isSleep(pid), PATIENTLY).toBe(true);
    const identity = { ...ownIdentity(), pid, startedAt: statFields(String(pid))[19] ?? '' };
    expect(livenessOf(identity, NOW)).toBe('alive');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => statFields(String(pid))[0], PATIENTLY).toBe('Z');
    expect(livenessOf(identity, NOW)).toBe('dead');
    parent.kill('SIGKILL');
  });
});
