import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadSqlite } from '../../../build/parts.js';
import { machineLine } from '../report.js';
import { greatest, median, quantile } from '../stats.js';

const BIN = join(import.meta.dirname, '../../../bin/turntable.js');
const AGENT = join(import.meta.dirname, 'agent.js');
const HELP = `usage: npm run bench -- live [--rounds N] [--frames N] [--node PATH] [--bin PATH]

How soon what passes the tap can be read, how soon after the agent's exit the database is complete, and how long commands take on a
live recording of N frames (100000).`;
const LINE = `${JSON.stringify({ jsonrpc: '2.0', method: '_ping', params: { text: 'x'.repeat(180) } })}\n`;
const GIVE_UP_MS = 30_000;

/** Runs the bench of live recordings; returns the exit code. */
export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '11' },
      frames: { type: 'string', default: '100000' },
      node: { type: 'string', default: process.execPath },
      bin: { type: 'string', default: BIN },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP) ?? 0;
  const bench = { ...values, rounds: Number(values.rounds), frames: Number(values.frames) };
  const rows = [
    ...(await readableRows(bench)),
    await firstRow(bench),
    ...(await completeRows(bench)),
    ...(await askRows(bench)),
  ];
  print(rows);
  return 0;
}

/** A recording that goes on, in a folder of its own. */
class Live {
  folder = mkdtempSync(join(tmpdir(), 'turntable-bench-'));
  database = join(this.folder, 't.db');
  lines = 0;
  #sql;

  constructor({ node, bin }, ...agent) {
    this.node = node;
    this.bin = bin;
    const words = [bin, 'record', '--quiet', '--db', this.database, '--', process.execPath, AGENT, ...agent];
    this.tap = spawn(node, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.tap.stdout.on('data', (chunk) => (this.lines += chunk.toString('latin1').split('\n').length - 1));
    this.outputEnded = once(this.tap.stdout, 'end').then(() => performance.now());
    this.ended = once(this.tap, 'close');
  }

  send(line) {
    this.tap.stdin.write(line);
  }

  async until(what, holds) {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (!holds()) {
      if (performance.now() > giveUpAt) throw new Error(`waited in vain for ${what}`);
      await sleep(1);
    }
    return performance.now();
  }

  /** When the client has so many lines, in ms. */
  passed(lines) {
    return this.until(`${lines} lines`, () => this.lines >= lines);
  }

  /** When the database holds so many frames. */
  readable(frames) {
    return this.until(
      `${frames} frames in the database`,
      () => (this.#read('SELECT sum(frames) FROM stream') ?? 0) >= frames,
    );
  }

  /** When it says that the recording has ended. */
  complete() {
    return this.until('the end in the database', () => this.#read('SELECT state FROM recording') === 'ended');
  }

  #read(sql) {
    if (!existsSync(this.database)) return undefined;
    try {
      this.#sql ??= new (loadSqlite())(this.database, { readonly: true });
      return this.#sql.prepare(sql).pluck().get();
    } catch {
      return undefined;
    }
  }

  /** How long a command takes, in ms. */
  commandMs(...words) {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(this.node, [this.bin, ...words, '--db', this.database], { encoding: 'utf8' });
    if (status > 1) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    return performance.now() - startedAt;
  }

  async end() {
    this.tap.stdin.end();
    await this.ended;
    await this.complete();
    this.#sql?.close();
    await this.until('the end of the ingest', () => !existsSync(`${this.database}-wal`)).catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** From the moment the client has a line until it can be read, with pauses as between the messages of a conversation. */
async function readableRows(bench) {
  const live = new Live(bench, 'echo');
  live.send(LINE);
  await live.readable(2);
  await sleep(1000);
  let printed = 0;
  const tail = spawn(bench.node, [bench.bin, 'tail', '--json', '-n', '0', '--db', live.database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tail.stdout.on('data', (chunk) => (printed += chunk.toString('latin1').split('"sender":"agent"').length - 1));
  await sleep(1000);
  const [inDatabase, inTail] = [[], []];
  for (let n = 1; n <= bench.rounds * 10; n += 1) {
    await sleep((n * 37) % 160);
    live.send(LINE);
    const passedAt = await live.passed(n + 1);
    const both = [live.readable(2 * n + 2), live.until('a line of tail', () => printed >= n)];
    const [readableAt, printedAt] = await Promise.all(both);
    inDatabase.push(readableAt - passedAt);
    inTail.push(printedAt - passedAt);
  }
  const tailEnded = once(tail, 'close');
  await live.end();
  await tailEnded;
  return [
    { name: 'a frame is in the database after', samples: inDatabase, most: 20 },
    { name: 'tail has printed a frame after', samples: inTail, most: 20 },
  ];
}

async function firstRow(bench) {
  const samples = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const live = new Live(bench, 'echo');
    live.send(LINE);
    const passedAt = await live.passed(1);
    samples.push((await live.readable(2)) - passedAt);
    await live.end();
  }
  return { name: 'the first frame of a recording is in the database after', samples };
}

async function completeRows(bench) {
  const cases = [
    { name: 'one that had been silent', lines: 1, silentMs: 2000, most: 100 },
    { name: 'one that had just sent 2,000 frames', lines: 2000, silentMs: 0, beforeMs: 1000, most: 100 },
    { name: 'one that lived for 0.1 s', lines: 1, silentMs: 0 },
  ];
  const rows = [];
  for (const { name, lines, silentMs, beforeMs = 0, most } of cases) {
    const samples = [];
    for (let round = 0; round < bench.rounds; round += 1) {
      const live = new Live(bench, 'echo');
      await sleep(beforeMs);
      live.send(LINE.repeat(lines));
      await live.passed(lines);
      await sleep(silentMs);
      live.tap.stdin.end();
      const endedAt = await live.outputEnded;
      samples.push((await live.complete()) - endedAt);
      await live.end();
    }
    rows.push({ name: `the database is complete after the end of ${name}`, samples, most });
  }
  return rows;
}

/** What is asked of a long recording that goes on, beyond the start of Node. */
async function askRows(bench) {
  const live = new Live(bench, 'talk', bench.frames);
  const ask = (id, method, params) => live.send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} });
  ask(1, 'session/new', { cwd: '/', mcpServers: [] });
  const words = { sessionId: 's', prompt: [{ type: 'text', text: 'go on' }] };
  let passed = 2;
  const perTurn = Math.floor(bench.frames / 200);
  for (let turn = 0; turn < 200; turn += 1) {
    ask(turn + 2, 'session/prompt', words);
    passed += turn === 199 ? perTurn - 2 : perTurn - 1;
    await live.passed(passed);
  }
  await live.readable(passed + 202);
  await sleep(1500);
  const empty = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const startedAt = performance.now();
    spawnSync(bench.node, ['-e', '0']);
    empty.push(performance.now() - startedAt);
  }
  const rows = [];
  const frames = (passed + 202).toLocaleString('en');
  for (const [name, most] of [['why', 150], ['list'], ['stats'], ['check']]) {
    const samples = [];
    for (let round = 0; round < bench.rounds; round += 1) samples.push(live.commandMs(name) - median(empty));
    if (name === 'why')
      rows.push({ name: `the first why on ${frames} live frames, beyond node`, samples: [samples[0]], most });
    rows.push({ name: `${name} on ${frames} live frames, beyond node`, samples, most });
  }
  await live.end();
  return rows;
}

function print(rows) {
  console.log('| row | median | p95 | greatest | target | reached |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { name, samples, most } of rows) {
    const p95 = quantile(
      [...samples].sort((a, b) => a - b),
      0.95,
    );
    const figures = [median(samples), p95, greatest(samples)].map((ms) => `${ms.toFixed(1)} ms`);
    const verdict = most === undefined ? ['-', '-'] : [`<= ${most} ms`, p95 <= most ? 'yes' : '**no**'];
    console.log(`| ${[name, ...figures, ...verdict].join(' | ')} |`);
  }
  console.log(`\n${machineLine()}`);
}
