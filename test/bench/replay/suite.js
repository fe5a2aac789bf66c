import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineLine } from '../report.js';
import { median, ratioRange } from '../stats.js';
import { inProcessMs } from './in-process.js';
import { CLIENT_LINES, writeTurn } from './turn.js';

const BIN = join(import.meta.dirname, '../../../bin/turntable.js');
const RAW_AGENT = join(import.meta.dirname, 'raw-agent.js');
const HELP = `usage: npm run bench -- replay [--rounds N] [--node PATH]

Times a turn from the spawn of the agent to the last byte of its answer: \`turntable replay\` beside a plain Node agent; and one within
this process, over the library.`;

/** Runs the bench of replay; returns the exit code. */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '15' },
      node: { type: 'string', default: process.execPath },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP) ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'turntable-bench-'));
  try {
    console.log('| row | raw agent | replay | ratio (middle half) | target | reached |');
    console.log('| --- | --- | --- | --- | --- | --- |');
    for (const frames of [1_000, 20_000])
      await measure(frames, { folder, rounds: Number(values.rounds), node: values.node });
    const ms = await inProcessMs(1_000, Number(values.rounds));
    console.log(
      `| 1,000 frames, in process | - | ${ms.toFixed(1)} ms (CPU) | - | < 20 ms | ${ms < 20 ? 'yes' : 'NO'} |`,
    );
    console.log(`\n${machineLine()}`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(frames, { folder, rounds, node }) {
  const fixture = join(folder, `turn-${frames}.acp`);
  writeTurn(fixture, frames);
  const samples = { raw: [], replay: [] };
  const commands = { raw: [node, RAW_AGENT, String(frames)], replay: [node, BIN, 'replay', fixture] };
  // the first run of each fills the caches of the disk
  for (const command of Object.values(commands)) await turn(command);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ['raw', 'replay'] : ['replay', 'raw'];
    for (const name of order) samples[name].push(await turn(commands[name]));
  }
  const [raw, replay] = [median(samples.raw), median(samples.replay)];
  const range =
    ratioRange(samples.replay, samples.raw)
      ?.map((ratio) => ratio.toFixed(2))
      .join('-') ?? '';
  const ratio = replay / raw;
  const cells = [`${frames.toLocaleString('en')} frames`, `${raw.toFixed(0)} ms`, `${replay.toFixed(0)} ms`];
  console.log(
    `| ${[...cells, `${ratio.toFixed(2)}x (${range})`, '<= 1.80x', ratio <= 1.8 ? 'yes' : 'NO'].join(' | ')} |`,
  );
}

/** One turn in lock-step; ms from the spawn to the last byte of the answer to the prompt. */
function turn([command, ...args]) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    let said = 0;
    const say = () => child.stdin.write(`${CLIENT_LINES[said++]}\n`);
    let tail = '';
    child.stdout.setEncoding('latin1').on('data', (chunk) => {
      tail = (tail + chunk).slice(-200);
      if (!tail.endsWith('\n')) return;
      if (said < CLIENT_LINES.length) say();
      else if (tail.includes('"stopReason"')) {
        const ms = performance.now() - start;
        child.stdin.end();
        child.once('close', () => resolve(ms));
      }
    });
    child.once('error', reject);
    say();
  });
}
