import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineLine } from '../report.js';
import { median, ratioRange } from '../stats.js';
import { conversationOf60 } from './conversation.js';

const BIN = join(import.meta.dirname, '../../../bin/turntable.js');
const HELP = `usage: npm run bench -- start [--rounds N] [--node PATH] [--bin PATH]

Times commands on a recording of 60 frames from spawn to exit, beside \`node -e 0\` in the same rounds.
  --bin PATH   another build's bin/turntable.js`;

/** What each command may take at most, as a ratio to \`node -e 0\`. */
const COMMANDS = [
  { name: '--version', words: ['--version'] },
  { name: 'list', words: ['list'], target: 1.8 },
  { name: 'show', words: ['show', '1'], target: 3 },
  { name: 'check', words: ['check', '1'], target: 3 },
  { name: 'stats', words: ['stats', '1'], target: 3 },
  { name: 'diff', words: ['diff', '1', '2'], target: 3 },
];

/** Runs the bench of the start; returns the exit code. */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '21' },
      node: { type: 'string', default: process.execPath },
      bin: { type: 'string', default: BIN },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP) ?? 0;
  const folder = mkdtempSync(join(tmpdir(), 'turntable-bench-'));
  try {
    measure({ folder, rounds: Number(values.rounds), node: values.node, bin: values.bin });
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure({ folder, rounds, node, bin }) {
  const env = { ...process.env, TURNTABLE_DB: join(folder, 'turntable.db'), NO_COLOR: '1' };
  const fixture = join(folder, 'sixty.acp');
  writeFileSync(fixture, conversationOf60());
  startToEndMs([node, bin, 'import', fixture, fixture], env);
  const rows = [
    { name: 'node -e 0', command: [node, '-e', '0'], samples: [] },
    ...COMMANDS.map(({ name, words, target }) => ({ name, command: [node, bin, ...words], target, samples: [] })),
  ];
  // the first run of each fills the caches of the disk
  for (const { command } of rows) startToEndMs(command, env);
  for (let round = 0; round < rounds; round += 1) {
    for (const { command, samples } of round % 2 === 0 ? rows : rows.toReversed())
      samples.push(startToEndMs(command, env));
  }
  print(rows);
}

function startToEndMs([command, ...words], env) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, words, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return ms;
}

function print(rows) {
  const [base] = rows;
  console.log('| command | median | ratio (middle half) | target | reached |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const { name, samples, target } of rows) {
    const ratio = median(samples) / median(base.samples);
    const range = (ratioRange(samples, base.samples) ?? []).map((each) => each.toFixed(2)).join('-');
    const goal = target === undefined ? ['-', '-'] : [`<= ${target.toFixed(2)}x`, ratio <= target ? 'yes' : '**no**'];
    console.log(
      `| ${[name, `${median(samples).toFixed(0)} ms`, `${ratio.toFixed(2)}x (${range})`, ...goal].join(' | ')} |`,
    );
  }
  console.log(`\n${machineLine()}`);
}
