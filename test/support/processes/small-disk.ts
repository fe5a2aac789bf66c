import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { start } from './program.js';
import { Place } from '../turntable/turntable.js';

const MOUNT = 'mount -t tmpfs -o "size=$1" none "$2"';

/** Whether this user can have a disk of its own (user namespaces). */
export const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', MOUNT, 'sh', '1m', '/mnt']).status === 0;

export interface SmallDisk {
  readonly place: Place;
  /** Takes what room there is, to the last byte. */
  readonly fill: () => void;
  /** Gives it back. */
  readonly free: () => void;
}

/** A place on a disk of `megabytes` that only its own processes see. It lives as long as the test. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-disk-'));
  const holder = start([
    'unshare',
    '-rm',
    'sh',
    '-c',
    `${MOUNT} && echo mounted && exec cat`,
    'sh',
    `${megabytes}m`,
    folder,
  ]);
  await holder.says('mounted');
  const enter = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials', '--'];
  onTestFinished(() => {
    holder.endInput();
  });
  // the folder as we see it
  const seen = join(`/proc/${holder.pid}/root`, folder);
  const ballast = join(seen, 'ballast');
  return {
    place: new Place(folder, enter),
    fill: () => {
      writeBallast(ballast, seen);
    },
    free: () => {
      rmSync(ballast);
    },
  };
}

function writeBallast(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  for (let bytes = bavail * bsize; bytes > 0; bytes -= 4096) {
    try {
      writeFileSync(file, Buffer.alloc(bytes));
      break;
    } catch {
      // a little less, then
    }
  }
  if (statfsSync(folder).bavail > 0) throw new Error('the disk is not full');
}
