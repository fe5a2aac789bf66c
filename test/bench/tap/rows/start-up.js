import { execFileSync } from 'node:child_process';
import { skippedRow } from '../../report.js';
import { connect, msBetween } from '../connection.js';
import { interleave, rowOf } from '../interleave.js';
import { variantsOf } from '../variants.js';

/** From the start of the tap to the first byte of the agent's answer, for each Node asked for. */
export async function startUpRows(bench) {
  const rows = [];
  for (const node of bench.options.nodes) rows.push(await startUpRow(bench, node));
  return rows;
}

async function startUpRow(bench, node) {
  const { options } = bench;
  const version = versionOf(node);
  if (version === undefined) return skippedRow(`start-up to the first byte, ${node}`, 'it does not run');
  const name = `start-up to the first byte, Node ${version}`;
  const variants = variantsOf(options.tap, node);
  const measure = (run) => firstByte(bench, run);
  const results = await interleave(bench, { title: name, variants, rounds: options.rounds ?? 31, measure });
  return rowOf(results, 'ms', { name, unit: 'ms', target: { ratio: 1.1 } });
}

async function firstByte(bench, run) {
  const { child, send, received, hangUp } = connect(run, bench.tools.fastEcho);
  send('{"start":true}\n');
  await received(1);
  const ms = msBetween(child.startedAt);
  await hangUp();
  return { ms };
}

function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
