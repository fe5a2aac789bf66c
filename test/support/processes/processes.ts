import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The direct children of a process (Linux). */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** The words of a process's command line; empty when it has ended. */
export function commandOf(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`).split('\0').slice(0, -1);
}

/** Processes whose command line holds `text`, which should be unique: the path of a test's own folder. */
export function processesWith(text: string): number[] {
  return pids().filter((pid) => pid !== process.pid && commandOf(pid).some((word) => word.includes(text)));
}

export function isRunning(pid: number): boolean {
  const state = stateOf(pid);
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Whether a signal has stopped it (Ctrl-Z). */
export function isStopped(pid: number): boolean {
  return stateOf(pid) === 'T';
}

/** The most memory that a process ever held, in bytes. */
export function peakMemoryOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? NaN) * 1024;
}

/** Whether a process listens on any TCP port. */
export function listens(pid: number): boolean {
  const inodes = ['tcp', 'tcp6'].flatMap((table) => listeningIn(read(`/proc/${pid}/net/${table}`)));
  const sockets = readdirSync(`/proc/${pid}/fd`).map((fd) => link(`/proc/${pid}/fd/${fd}`));
  return inodes.some((inode) => sockets.includes(`socket:[${inode}]`));
}

function stateOf(pid: number): string | undefined {
  return /\nState:\s+(\S)/.exec(read(`/proc/${pid}/status`))?.[1];
}

function listeningIn(table: string): string[] {
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  return rows.filter((fields) => fields[3] === '0A').map((fields) => fields[9] ?? '');
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
