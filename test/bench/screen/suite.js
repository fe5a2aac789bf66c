import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../dist/store/open-database.js';
import { machineLine } from '../report.js';
import { makeDatabase } from './database.js';
import { filterRows } from './filter.js';

const HELP = `usage: npm run bench -- screen [--rounds N] [--frames N]

Times what the screen does with a recording of 1,000,000 frames of 227 B.`;

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
    const db = openDatabase(makeDatabase(folder, Number(values.frames)), { create: false, busyMs: 1000 });
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
