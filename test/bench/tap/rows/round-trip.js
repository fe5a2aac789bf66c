import { setTimeout as sleep } from 'node:timers/promises';
import { skippedRow } from '../../report.js';
import { outputOf } from '../connection.js';
import { interleave, noteIngest, rowOf } from '../interleave.js';
import { start } from '../run-of-variant.js';

const CLIENTS = [
  { key: 'nodeClient', label: 'Node client over socket pairs', target: 1.15 },
  { key: 'cClient', label: 'C client over pipes', target: 1.45 },
];

/** Round trips client -> tap -> agent -> tap -> client, everything on one CPU, with the ingest running. */
export async function roundTripRows(bench) {
  const rows = [];
  for (const client of CLIENTS) rows.push(...(await rowsOf(bench, client)));
  return rows;
}

async function rowsOf(bench, { key, label, target }) {
  const { options, tools, variants } = bench;
  const title = `round trip, ${label}${tools.pin === undefined ? ', NOT PINNED' : ''}`;
  const client = tools[key];
  if (client === undefined) return [skippedRow(title, 'no C compiler')];
  const rounds = options.rounds ?? 7;
  const results = await interleave(bench, { title, variants, rounds, measure: (run) => pingOnce(bench, run, client) });
  return [
    rowOf(results, 'p50', { name: `${title}: p50`, unit: 'us', target: { ratio: target } }),
    rowOf(results, 'p95', { name: `${title}: p95`, unit: 'us', target: { ratio: 1.3 } }),
    rowOf(results, 'worst', { name: `${title}: worst of all rounds`, unit: 'us', summary: 'greatest' }),
  ];
}

async function pingOnce(bench, run, client) {
  const { options, tools } = bench;
  const sizes = [options.pings, options.warmUp, options.frameBytes, options.waitMs].map(String);
  const agent = run.command([...tools.agent, 'echo']);
  const child = start(run, [...(tools.pin ?? []), ...client, ...sizes, ...agent]);
  const output = outputOf(child);
  output.catch(() => {});
  // while the client waits: its own process, the tap and the agent are known
  await sleep(options.waitMs - 100);
  noteIngest(bench, run, 3);
  return JSON.parse(await output);
}
