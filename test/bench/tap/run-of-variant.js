import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killAll, processesOf, stillAlive } from './processes.js';

// looking costs a few ms of CPU, which the ingest could use
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 300;
const STDERR_KEPT = 2000;

/** Runs that are not closed yet: what has to be ended when the bench is interrupted. */
const open = new Set();

/**
 * Opens a run: a fresh folder, an environment whose mark finds the processes again, and the variant's command.
 * Everything that a measurement starts goes through `start`; `closeRun` ends it.
 */
export function openRun(variant, folder) {
  const id = randomUUID();
  const dir = join(folder, id);
  mkdirSync(dir);
  const mark = `TURNTABLE_BENCH_RUN=${id}`;
  const env = { ...process.env, TURNTABLE_BENCH_RUN: id, TURNTABLE_HOME: dir };
  for (const name of ['TURNTABLE_OFF', 'TURNTABLE_VERBOSE', 'TURNTABLE_DB']) delete env[name];
  const words = variant.words.map((word) => word.replaceAll('{dir}', dir));
  const run = {
    variant: variant.name,
    dir,
    database: join(dir, 't.db'),
    mark,
    env,
    seen: new Map(),
    children: [],
    errors: '',
  };
  open.add(run);
  return Object.assign(run, { command: (agent) => [...words, ...agent] });
}

/**
 * Starts a command of `run`. The child has `startedAt` (monotonic ns), `ended` (resolves to `{ code, signal, at }` when it
 * has exited and closed its output) and an `exited` promise of the exit alone. What it writes to stderr is kept in `run`.
 */
export function start(run, [command, ...args], env = run.env) {
  const startedAt = process.hrtime.bigint();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  const exited = new Promise((resolve) => child.once('exit', () => resolve(process.hrtime.bigint())));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  child.on('error', (error) => keepError(run, error.message));
  child.stdin.on('error', () => {});
  child.stdout.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text) => keepError(run, text));
  run.children.push(child);
  return Object.assign(child, { startedAt, exited, ended });
}

/** Looks which processes `run` has now, remembers them and returns them (pid -> start time). */
export function look(run) {
  for (const { pid } of run.children) {
    if (pid !== undefined) for (const [found, started] of processesOf(pid, run.mark)) run.seen.set(found, started);
  }
  return stillAlive(run.seen);
}

/**
 * Ends `run`: waits until its journals are in and its processes gone, at most `ingestWaitS` seconds, stops what is left
 * and removes the folder. Returns notes on what was left, and whether all ended by itself.
 */
export async function closeRun(run, ingestWaitS) {
  const until = performance.now() + ingestWaitS * 1000;
  const notes = [];
  for (const child of run.children) child.stdin.destroy();
  let pauseMs = SHORTEST_PAUSE_MS;
  while (performance.now() < until) {
    const alive = look(run).size > 0;
    if (!alive && journalsOf(run) === 0) break;
    if (!alive && (await staysBehind(run))) {
      notes.push('a journal was left though no process of the run lives');
      break;
    }
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
  const ended = look(run).size === 0;
  if (!ended)
    notes.push(`processes still ran ${ingestWaitS} s after the run and were stopped; no further rounds of that row`);
  await stop(run);
  return { notes, ended };
}

/** Ends everything that `run` started, at once, and removes its folder. */
export async function stop(run) {
  for (let tries = 0; tries < 50 && look(run).size > 0; tries++) {
    killAll(run.seen);
    await sleep(SHORTEST_PAUSE_MS);
  }
  rmSync(run.dir, { recursive: true, force: true, maxRetries: 5 });
  open.delete(run);
}

/** Ends the processes of all runs, synchronously: for the bench's own end. */
export function stopAll() {
  for (const run of open) {
    look(run);
    killAll(run.seen);
  }
}

function journalsOf({ database }) {
  const folder = `${database}-journals`;
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

async function staysBehind(run) {
  await sleep(500);
  return look(run).size === 0 && journalsOf(run) > 0;
}

function keepError(run, text) {
  run.errors = (run.errors + text).slice(-STDERR_KEPT);
}
