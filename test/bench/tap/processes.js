import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const LINUX = process.platform === 'linux';

/**
 * The processes that a run brought about and that live now: the descendants of `root`, and on Linux every process whose
 * environment carries `mark`, so that one that detached itself is found as well.
 *
 * @returns {Map<number, string>} pid -> start time, by which a reused pid is told apart
 */
export function processesOf(root, mark) {
  const table = LINUX ? fromProc() : fromPs();
  const found = new Map();
  const add = (pid) => {
    const entry = table.get(pid);
    if (entry === undefined || found.has(pid)) return;
    found.set(pid, entry.started);
    for (const [child, { parent }] of table) if (parent === pid) add(child);
  };
  add(root);
  if (LINUX) for (const pid of table.keys()) if (environmentOf(pid).includes(mark)) add(pid);
  return found;
}

/** Those of `seen` (pid -> start time) that still live. */
export function stillAlive(seen) {
  if (seen.size === 0) return new Map();
  const table = LINUX ? fromProc() : fromPs();
  return new Map([...seen].filter(([pid, started]) => table.get(pid)?.started === started));
}

/** Ends `processes` (pid -> start time) at once. */
export function killAll(processes) {
  for (const pid of stillAlive(processes).keys()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended by itself in between
    }
  }
}

/** The most memory that `pid` ever held, in MB (10^6 bytes); undefined where the system does not say. */
export function peakMemoryMb(pid) {
  const line = /^VmHWM:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${pid}/status`));
  return line === null ? undefined : (Number(line[1]) * 1024) / 1e6;
}

/** The CPUs this process may run on, in Linux's notation ("0-1"); undefined elsewhere. */
export function allowedCpus() {
  return /^Cpus_allowed_list:\s+(\S+)/m.exec(readOrEmpty('/proc/self/status'))?.[1];
}

function fromProc() {
  const table = new Map();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readOrEmpty(`/proc/${name}/stat`) : '';
    // the name in parentheses may hold anything, so count from its end: state, parent, ..., start time (field 22)
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length < 20 || fields[0] === 'Z') continue;
    table.set(Number(name), { parent: Number(fields[1]), started: fields[19] });
  }
  return table;
}

function fromPs() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { encoding: 'utf8' }).trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/));
  return new Map(
    rows.map(([pid, parent, ...started]) => [Number(pid), { parent: Number(parent), started: started.join(' ') }]),
  );
}

function environmentOf(pid) {
  return readOrEmpty(`/proc/${pid}/environ`);
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
