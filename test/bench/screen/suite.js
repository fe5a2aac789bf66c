import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../build/parts.js';
import { machineLine } from '../report.js';
import { greatest, median } from '../stats.js';
import { makeDatabase } from './database.js';
import { filterRows } from './filter.js';
import { hasTerminal, startScreen } from './start.js';

const HELP = `usage: npm run bench -- screen [--rounds N] [--frames N]

Times what the screen does with a recording of 1,000,000 frames of 227 B.`;
const STARTS = 7;

/** Runs the bench of the screen; returns the exit code. */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      frames: { type: 'string', default: '1000000' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP) ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'turntable-bench-'));
  try {
    console.error(`writing ${values.frames} frames`);
    const path = makeDatabase(folder, Number(values.frames));
    const start = hasTerminal() ? await starts(path) : undefined;
    printSession(start, session(path));
    const db = openDatabase(path, { create: false, busyMs: 1000 });
    printFilters(filterRows(db, Number(values.rounds)));
    db.close();
    console.log(`\n${machineLine()}`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printFilters(rows) {
  console.log(
    '| filter | found | first screen, clock and CPU | whole scan, clock and CPU | longest step, CPU | reached |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  const ms = (value) => `${value.toFixed(0)} ms`;
  for (const { name, found, firstMs, firstCpu, wholeMs, wholeCpu, stepCpu, reached } of rows) {
    const filter = `\`${name.replaceAll('|', '\\|')}\``;
    const times = [`${ms(firstMs)}, ${ms(firstCpu)}`, `${ms(wholeMs)}, ${ms(wholeCpu)}`, ms(stepCpu)];
    console.log(`| ${[filter, found, ...times, reached ? 'yes' : '**no**'].join(' | ')} |`);
  }
}

/** How soon there are rows, before anything of the recording was kept: in the middle, and at the worst. */
async function starts(path) {
  const all = [];
  for (let n = 0; n < STARTS; n += 1) all.push(await startScreen(path));
  const times = all.map(({ ms }) => ms);
  return { ms: median(times), worstMs: greatest(times), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) };
}

/** What a person at the screen meets, in a process of its own. */
function session(path) {
  const file = fileURLToPath(new URL('session.js', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [file, path], { encoding: 'utf8' }));
}

function printSession(start, { cold, warm, seek, transcriptSeek, checkedMs, idleCpu, rssMb }) {
  const ms = (value) => `${value.toFixed(1)} ms`;
  const keys = ({ p50Ms, p95Ms, maxMs }) => `p50 ${ms(p50Ms)}, p95 ${ms(p95Ms)}, longest ${ms(maxMs)}`;
  const both = (times) => `${keys(times)}; CPU ${keys(times.cpu)}`;
  const rows = [
    startRow(start, ms),
    ['key to picture, while it is checked', keys(cold), 'p95 <= 16 ms', cold.p95Ms <= 16],
    ['key to picture', keys(warm), 'p95 <= 16 ms', warm.p95Ms <= 16],
    ['seek anywhere', both(seek), 'p95 <= 100 ms', seek.p95Ms <= 100],
    ['seek anywhere, in a transcript', both(transcriptSeek), 'p95 <= 100 ms', transcriptSeek.p95Ms <= 100],
    ['all turns and violations, in the background', `${(checkedMs / 1000).toFixed(1)} s`, '-', true],
    ['CPU while nothing happens', `${(idleCpu * 100).toFixed(2)} %`, '0 %', idleCpu < 0.005],
    ['memory, at the most', `${rssMb.toFixed(0)} MB`, '<= 150 MB', rssMb <= 150],
  ];
  console.log('| what | figure | target | reached |');
  console.log('| --- | --- | --- | --- |');
  for (const [what, figure, target, reached] of rows) {
    console.log(`| ${[what, figure, target, reached ? 'yes' : '**no**'].join(' | ')} |`);
  }
  console.log('');
}

function startRow(start, ms) {
  const what = 'rows painted, from the start of the command';
  if (start === undefined) return [what, 'NOT MEASURED: script (util-linux) is not installed', '<= 250 ms', false];
  const figure = `p50 ${ms(start.ms)}, longest ${ms(start.worstMs)}; CPU p50 ${ms(start.cpuMs)}`;
  return [what, figure, 'p50 <= 250 ms', start.ms <= 250];
}
