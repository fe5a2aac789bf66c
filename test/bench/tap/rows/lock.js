import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadSqlite } from '../../../../build/parts.js';
import { skippedRow } from '../../report.js';
import { connect, firstLineOf, msBetween } from '../connection.js';
import { frameOf } from '../frame.js';
import { interleave, rowOf } from '../interleave.js';
import { start } from '../run-of-variant.js';

const HOLDER = fileURLToPath(new URL('../lock-holder.js', import.meta.url));
const PAUSE_MS = 1;

/** What a foreign write lock on the database does to the connection, and to the tap's end. */
export async function lockRows(bench) {
  const { options, variants } = bench;
  const title = `database locked for ${options.lockMs / 1000} s`;
  if (!sqliteLoads()) return [skippedRow(title, 'SQLite does not load in this Node')];
  const rounds = options.rounds ?? 3;
  const results = await interleave(bench, { title, variants, rounds, measure: (run) => underLock(bench, run) });
  const worst = { unit: 'ms', summary: 'greatest', target: { figure: 100 } };
  return [
    rowOf(results, 'worstMs', { name: `${title}: worst round trip`, ...worst }),
    rowOf(results, 'exitMs', { name: `${title}: from the agent's exit to the tap's`, ...worst }),
  ];
}

async function underLock(bench, run) {
  const { options, tools } = bench;
  const stamp = join(run.dir, 'agent-exit');
  const agent = [...tools.stampingAgent, 'echo'];
  const connection = connect(run, agent, { ...run.env, BENCH_EXIT_STAMP: stamp });
  // traffic and the wait, so that the database exists and the ingest works on it
  await pingUntil(connection, performance.now() + options.waitMs, options.frameBytes);
  const holder = start(run, [process.execPath, HOLDER, run.database]);
  await Promise.all([firstLineOf(holder), pingUntil(connection, performance.now() + 500, options.frameBytes)]);
  const worstMs = await pingUntil(connection, performance.now() + options.lockMs, options.frameBytes);
  const [exitedAt] = await Promise.all([connection.child.exited, connection.hangUp()]);
  if (holder.exitCode !== null) throw new Error('the lock was lost too early');
  holder.stdin.end();
  await holder.ended;
  return { worstMs, exitMs: msBetween(BigInt(readFileSync(stamp, 'utf8')), exitedAt) };
}

/** Pings, with pauses, until `until` (performance.now() ms); the worst time in ms. */
async function pingUntil({ send, received }, until, size) {
  const frame = frameOf(size);
  let worstMs = 0;
  while (performance.now() < until) {
    const sentAt = process.hrtime.bigint();
    send(frame);
    await received(frame.length);
    worstMs = Math.max(worstMs, msBetween(sentAt));
    await sleep(PAUSE_MS);
  }
  return worstMs;
}

function sqliteLoads() {
  try {
    loadSqlite();
    return true;
  } catch {
    return false;
  }
}
