import { setTimeout as sleep } from 'node:timers/promises';
import { connect, msBetween } from '../connection.js';
import { interleave, noteIngest, rowOf } from '../interleave.js';

const SETTLE_MS = 100;

/** A burst of frames from the agent: from the client's start line to the last byte it reads, with the ingest running. */
export async function throughputRows(bench) {
  const { options } = bench;
  return [
    await burstRow(bench, { count: options.frames, rounds: options.rounds ?? 15, target: 1.6 }),
    await burstRow(bench, { count: options.framesLarge, rounds: options.rounds ?? 3, target: 2.2 }),
  ];
}

async function burstRow(bench, { count, rounds, target }) {
  const size = bench.options.frameBytes;
  const name = `${count.toLocaleString('en')} x ${size} B from the agent`;
  const measure = (run) => burst(bench, run, count, size);
  const results = await interleave(bench, { title: name, variants: bench.variants, rounds, measure });
  return rowOf(results, 'ms', { name, unit: 'ms', target: { ratio: target } });
}

async function burst(bench, run, count, size) {
  const { child, send, received, hangUp } = connect(run, [...bench.tools.agent, 'stream', String(count), String(size)]);
  await sleep(bench.options.waitMs - SETTLE_MS);
  // the tap and the agent are known
  noteIngest(bench, run, 2);
  await sleep(SETTLE_MS);
  const startedAt = process.hrtime.bigint();
  send('{"start":true}\n');
  await received(count * size);
  const ms = msBetween(startedAt);
  child.stdout.resume();
  await hangUp();
  return { ms };
}
