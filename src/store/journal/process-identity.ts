import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';
import type { ProcessIdentity } from '../../wire/journal-header.js';

/** Whether a process still runs. `unknown`: it lives, or lived, where this one cannot look (a container, another boot). */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** This process, as {@link livenessOf} can recognise it later. Reads /proc where there is one; never throws. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    namespace: ownNamespace(),
    startedAt: startOf('self'),
    boot: bootId(),
  };
}

/** @param lastSeenMs when it last gave a sign of life, in ms since 1970 */
export function livenessOf(owner: ProcessIdentity, lastSeenMs: number): Liveness {
  const bootedMs = Date.now() - uptime() * 1000;
  // a folder may be shared with another machine, whose boots are not ours
  if (owner.boot !== bootId()) return lastSeenMs < bootedMs ? 'dead' : 'unknown';
  if (owner.namespace !== ownNamespace()) return namespaceIsGone(owner.namespace) ? 'dead' : 'unknown';
  if (!pidExists(owner.pid)) return 'dead';
  // a /proc of another namespace shows other processes under our pids
  if (orEmpty(() => readlinkSync('/proc/self')) !== String(process.pid)) return 'alive';
  if (hasEnded(String(owner.pid))) return 'dead';
  const startedAt = startOf(String(owner.pid));
  // the pid may have been given to another process since
  return owner.startedAt === '' || startedAt === '' || owner.startedAt === startedAt ? 'alive' : 'dead';
}

/** The PID namespace of the machine itself, in which every process is seen; its number is fixed in the kernel. */
const INITIAL_NAMESPACE = 'pid:[4026531836]';

/** Whether no process at all is in a PID namespace; false where we cannot see all of them. */
function namespaceIsGone(namespace: string): boolean {
  if (namespace === '' || ownNamespace() !== INITIAL_NAMESPACE) return false;
  try {
    // the first process is always in the initial one, and may not be looked at
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== '1');
    return pids.every((pid) => namespaceOf(pid) !== namespace || hasEnded(pid));
  } catch {
    return false;
  }
}

/** Empty for a process that ended meanwhile. @throws where it runs and we may not look */
function namespaceOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw thrown;
  }
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ownNamespace(): string {
  return orEmpty(() => readlinkSync('/proc/self/ns/pid'));
}

/** Whether a process has ended and was not waited for: it writes nothing any more. */
function hasEnded(pid: string): boolean {
  return /^[ZX]/.test(orEmpty(() => statFields(pid)[0] ?? ''));
}

/** Field 22 of /proc/PID/stat: clock ticks since boot. */
function startOf(pid: string): string {
  return orEmpty(() => statFields(pid)[19] ?? '');
}

/** The fields of /proc/PID/stat after the command's name, which may hold anything; `[0]` is the state. */
export function statFields(pid: string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function bootId(): string {
  return orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
