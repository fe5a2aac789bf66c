import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge, machineLine, markdownTable } from '../report.js';
import { connect } from './connection.js';
import { interleave } from './interleave.js';
import { HELP, readOptions } from './options.js';
import { lockRows } from './rows/lock.js';
import { memoryRows } from './rows/memory.js';
import { roundTripRows } from './rows/round-trip.js';
import { startUpRows } from './rows/start-up.js';
import { throughputRows } from './rows/throughput.js';
import { stopAll } from './run-of-variant.js';
import { prepareTools } from './tools.js';
import { variantsOf } from './variants.js';

const GROUPS = {
  'round-trip': roundTripRows,
  throughput: throughputRows,
  memory: memoryRows,
  lock: lockRows,
  'start-up': startUpRows,
};

/** Runs the tap's bench; returns the exit code: 0, 1 (a variant failed; with --strict a target missed) or 2 (usage). */
export async function run(args) {
  let options;
  try {
    options = readOptions(args);
    const unknown = options.only?.find((name) => !Object.hasOwn(GROUPS, name));
    if (unknown !== undefined) throw new TypeError(`--only knows ${Object.keys(GROUPS).join(', ')}, not '${unknown}'.`);
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  if (options.help) return console.log(HELP) ?? 0;
  const folder = mkdtempSync(join(options.dir, 'turntable-bench-'));
  const release = cleanUpAtEnd(folder);
  try {
    return await measureAndPrint(createBench(options, folder));
  } finally {
    release();
  }
}

function createBench(options, folder) {
  const say = (line) => process.stderr.write(`${line}\n`);
  const notes = new Map();
  const counts = { ingestSeen: 0, ingestMissed: 0 };
  const note = (text) => notes.set(text, (notes.get(text) ?? 0) + 1);
  const bench = { options, folder, notes, counts, note, say, progress: say, count: (name) => (counts[name] += 1) };
  return Object.assign(bench, {
    tools: prepareTools(options, folder),
    variants: variantsOf(options.tap, process.execPath),
  });
}

async function measureAndPrint(bench) {
  const { options, tools } = bench;
  for (const line of tools.missing) bench.say(`NOTE ${line}`);
  if (!(await answers(bench))) return 1;
  const rows = [];
  for (const name of options.only ?? Object.keys(GROUPS)) rows.push(...(await GROUPS[name](bench)));
  console.log(`\n${markdownTable(rows)}\n\n${closingLines(bench).join('\n')}`);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(asJson(bench, rows), null, 1));
  const failed = rows.some((row) => row.failure !== undefined);
  const missed = rows.some((row) => judge(row).reached === false);
  return failed || (options.strict && missed) ? 1 : 0;
}

/** Tries each variant with one line, so that a tap that does not work at all is told at once and with its own words. */
async function answers(bench) {
  const measure = async (run) => {
    const { send, received, hangUp } = connect(run, bench.tools.fastEcho);
    send('{"start":true}\n');
    await received(15);
    return hangUp();
  };
  const results = await interleave(bench, {
    title: 'one line',
    variants: bench.variants,
    rounds: 1,
    measure,
    timeoutS: 20,
  });
  return Object.values(results).every(({ failure }) => failure === undefined);
}

function closingLines({ options, tools, counts, notes }) {
  const lines = [machineLine(), `Tap: \`${options.tap}\``];
  const pinned = tools.pin === undefined ? 'not pinned' : `pinned with \`${tools.pin.join(' ')}\``;
  lines.push(
    `Ratios are those of the medians, in brackets those of the middle half of the rounds; round trips ${pinned}.`,
  );
  lines.push(...tools.missing.map((line) => `Note: ${line}.`));
  lines.push(...ingestLines(counts));
  for (const [text, times] of notes) lines.push(`Note: ${text} (${times}x).`);
  return lines.flatMap((line) => [line, '']);
}

/** The rows that claim an ingest running looked for one in every run of the tap. */
function ingestLines({ ingestSeen, ingestMissed }) {
  const total = ingestSeen + ingestMissed;
  if (total === 0) return [];
  if (ingestMissed === 0) return [`An ingest process ran in all ${total} round trip and throughput runs of the tap.`];
  return [`Note: in ${ingestMissed} of ${total} runs of the tap NO INGEST PROCESS was seen when measuring began.`];
}

function asJson(bench, rows) {
  const { options, counts, notes } = bench;
  const judged = rows.map((row) => ({ ...row, ...judge(row) }));
  return { machine: machineLine(), options, counts, notes: Object.fromEntries(notes), rows: judged };
}

/** Ends the processes and removes the folder when the bench ends, however it ends; returns what does so early. */
function cleanUpAtEnd(folder) {
  const cleanUp = () => {
    stopAll();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupted = () => process.exit(130);
  process.once('exit', cleanUp);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupted);
  return () => {
    process.off('exit', cleanUp);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, interrupted);
    cleanUp();
  };
}
