import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineLine } from '../report.js';
import { median } from '../stats.js';
import { writeConversation, writeFixtures, writeGiant } from './conversations.js';

const ROOT = join(import.meta.dirname, '../../..');
const CORPUS = process.env['TURNTABLE_CORPUS'] ?? join(ROOT, '../shared/corpus');
const HELP = `usage: npm run bench -- check [--rounds N]

Times \`turntable check FILE\` as a user runs it: start, reading the file, all rules and schemas, the report.`;

/** As many frames in both rows of speed, so that what the first frames take weighs the same. */
const FRAMES = 400_000;

/** Runs the bench of the checker; returns the exit code. */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP) ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'turntable-bench-'));
  try {
    await measure(folder, Number(values.rounds));
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder, rounds) {
  const empty = join(folder, 'empty.acp');
  writeConversation(empty, { frames: 40, turns: 1, sessions: 1 });
  const start = median(await repeat(rounds, async () => (await check(empty)).ms));
  console.log(`start with a conversation of 40 frames: ${start.toFixed(0)} ms (taken off the rates below)\n`);
  console.log('| row | figure | target | reached |\n| --- | --- | --- | --- |');

  const updates = join(folder, 'updates.acp');
  writeConversation(updates, { frames: FRAMES, turns: 40, sessions: 4 });
  const rate = (runs) => median(runs.map(({ frames, ms }) => frames / ((ms - start) / 1000)));
  const updateRuns = await repeat(rounds, () => check(updates));
  row(
    '227 B updates',
    `${Math.round(rate(updateRuns) / 1000)},000 frames/s`,
    '>= 150,000/s',
    rate(updateRuns) >= 150_000,
  );

  const corpus = writeFixtures(folder, CORPUS);
  if (corpus === undefined)
    row('the corpus repeated', `NOT MEASURED: no ${CORPUS}`, '>= 50,000/s and >= 90 MB/s', undefined);
  else {
    const times = Math.ceil(FRAMES / corpus.frames);
    const all = Array.from({ length: times }, () => corpus.paths).flat();
    const runs = await repeat(rounds, async () => ({ ...(await check(...all)), parsingMs: parseAlone(all) }));
    const megabytes = (corpus.bytes * times) / 1e6;
    const throughput = median(runs.map(({ ms }) => megabytes / ((ms - start) / 1000)));
    const reached = rate(runs) >= 50_000 && throughput >= 90;
    const ratio = median(runs.map(({ ms, parsingMs }) => (ms - start) / parsingMs));
    const beside = `${ratio.toFixed(1)} times what parsing alone takes`;
    const figure = `${Math.round(rate(runs) / 1000)},000 frames/s, ${throughput.toFixed(0)} MB/s (${beside})`;
    row(`the corpus as fixtures, ${times} times`, figure, '>= 50,000/s and >= 90 MB/s', reached);
  }

  const long = join(folder, 'long.acp');
  writeConversation(long, { frames: 100_000, turns: 200, sessions: 50 });
  const small = await check(long);
  writeConversation(long, { frames: 1_000_000, turns: 2_000, sessions: 50 });
  const large = await check(long);
  row(
    'memory of 1,000,000 frames, 2,000 turns, 50 sessions',
    `${large.peakMb.toFixed(0)} MB`,
    '<= 200 MB',
    large.peakMb <= 200,
  );
  const growth = (large.peakMb / small.peakMb - 1) * 100;
  row('the same against 100,000 frames', `${growth.toFixed(0)} % more`, '<= 10 %', growth <= 10);

  const giant = join(folder, 'giant.acp');
  writeGiant(giant, 50);
  const one = await check(giant);
  row('one frame of 50 MB', `${one.ms.toFixed(0)} ms, ${one.peakMb.toFixed(0)} MB`, 'is checked', one.frames > 30);
  console.log(`\n${machineLine()}`);
}

function row(name, figure, target, reached) {
  console.log(`| ${name} | ${figure} | ${target} | ${reached === undefined ? '-' : reached ? 'yes' : 'NO'} |`);
}

async function repeat(times, measureOnce) {
  const results = [];
  for (let n = 0; n < times; n += 1) results.push(await measureOnce());
  return results;
}

/** What reading the same files and parsing their frames takes, in ms: the yardstick on a machine that is busy. */
function parseAlone(paths) {
  const began = performance.now();
  for (const path of paths) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const at = line.search(/[{[]/);
      try {
        if (/^(client|agent) /.test(line) && at !== -1) JSON.parse(line.slice(at));
      } catch {
        // some frames of the corpus are broken
      }
    }
  }
  return performance.now() - began;
}

/** One run of the command: wall clock, peak memory and what it says of the frames. */
async function check(...files) {
  const [file] = files;
  const began = performance.now();
  const preload = join(import.meta.dirname, 'peak-memory.cjs');
  const out = `${file}.json`;
  const peak = `${file}.peak`;
  const words = [
    '--require',
    preload,
    join(ROOT, 'bin/turntable.js'),
    'check',
    ...files,
    '--format',
    'json',
    '--force',
    '-o',
    out,
  ];
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...process.env, PEAK_MEMORY_FILE: peak } });
  const code = await new Promise((resolve) => void child.on('exit', resolve));
  const ms = performance.now() - began;
  if (code > 1) throw new Error(`check ${file} exited with ${code}`);
  return {
    ms,
    frames: JSON.parse(readFileSync(out, 'utf8')).frames,
    peakMb: Number(readFileSync(peak, 'utf8')) / 1000,
  };
}
