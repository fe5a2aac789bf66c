import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { skippedRow } from '../../report.js';
import { connect } from '../connection.js';
import { interleave, rowOf } from '../interleave.js';
import { peakMemoryMb } from '../processes.js';

/** The most memory the tap's process ever held (VmHWM), its ingest not counted. */
export async function memoryRows(bench) {
  const { options } = bench;
  const { memoryBytes, frameBytes, lineBytes, stallMs } = options;
  const count = Math.ceil(memoryBytes / frameBytes);
  return [
    await memoryRow(bench, {
      name: `peak memory: ${megabytes(memoryBytes)} of ${frameBytes} B frames, unread for ${stallMs / 1000} s`,
      burst: { count, size: frameBytes, stallMs },
      target: 160,
    }),
    await memoryRow(bench, {
      name: `peak memory: one line of ${megabytes(lineBytes)}`,
      burst: { count: 1, size: lineBytes, stallMs: 0 },
      target: 400,
    }),
  ];
}

async function memoryRow(bench, { name, burst, target }) {
  const reason = obstacle(bench.options.dir, burst.count * burst.size);
  if (reason !== undefined) return skippedRow(name, reason);
  const variants = bench.variants.filter((variant) => variant.name !== 'direct');
  const rounds = bench.options.rounds ?? 1;
  const measure = (run) => peakOf(bench, run, burst);
  const results = await interleave(bench, { title: name, variants, rounds, measure });
  return rowOf(results, 'mb', { name, unit: 'MB', summary: 'greatest', target: { figure: target } });
}

async function peakOf(bench, run, { count, size, stallMs }) {
  const { child, send, received, hangUp } = connect(run, [...bench.tools.agent, 'stream', String(count), String(size)]);
  await sleep(bench.options.waitMs);
  send('{"start":true}\n');
  await sleep(stallMs);
  await received(count * size);
  const mb = peakMemoryMb(child.pid);
  await hangUp();
  return { mb };
}

function obstacle(folder, bytes) {
  if (peakMemoryMb(process.pid) === undefined) return 'no /proc/<pid>/status here';
  // the journal, the database and its write-ahead log
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < bytes * 4 ? `less than ${megabytes(bytes * 4)} free in ${folder}` : undefined;
}

function megabytes(bytes) {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}
