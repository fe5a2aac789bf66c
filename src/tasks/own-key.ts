import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { makePrivateFolder } from '../store/schema/locate.js';

const KEY_BYTES = 32;
const OTHERS = 0o077;
/** Reading must not follow a link or wait for a pipe. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const known = new Map<string, Buffer>();

/**
 * A key that only this user's Turntable knows, created when it is first needed. It is in the cache folder: if it is deleted, nothing is
 * lost, but much is derived again.
 *
 * @returns undefined if the user has no cache folder of their own, or if others may know the key in it
 */
export function ownKey(env: NodeJS.ProcessEnv): Buffer | undefined {
  const path = keyPath(env);
  if (path === undefined) return undefined;
  const key = known.get(path) ?? keyAt(path) ?? newKey(path);
  if (key !== undefined) known.set(path, key);
  return key;
}

function keyPath({ XDG_CACHE_HOME, LOCALAPPDATA, HOME = '' }: NodeJS.ProcessEnv): string | undefined {
  const caches = (process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME) ?? '';
  const home = caches === '' ? HOME : caches;
  // with sudo, HOME may belong to another user
  if (!isAbsolute(home) || !isOurs(home)) return undefined;
  return join(home, caches === '' ? '.cache' : '', 'turntable', 'key');
}

function isOurs(folder: string): boolean {
  const there = statSync(folder, { throwIfNoEntry: false });
  return there !== undefined && (process.getuid === undefined || there.uid === process.getuid());
}

function keyAt(path: string): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, READ_FLAGS);
    const { uid, mode } = fstatSync(fd);
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS) !== 0)) return undefined;
    const key = Buffer.alloc(KEY_BYTES + 1);
    const length = readSync(fd, key);
    return length === KEY_BYTES ? key.subarray(0, KEY_BYTES) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Creates a key. If several processes do so at once, all get the same one. */
function newKey(path: string): Buffer | undefined {
  const made = `${path}.${process.pid}.tmp`;
  try {
    makePrivateFolder(dirname(path));
    writeFileSync(made, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 });
    linkSync(made, path);
  } catch {
    // another process was faster, or no key can be created
  } finally {
    rmSync(made, { force: true });
  }
  return keyAt(path);
}
