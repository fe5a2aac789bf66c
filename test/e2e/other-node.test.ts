import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../support/program.js';
import { skipLoudly } from '../support/skip.js';
import { agent, ownLines, Place, sumOf, TURNTABLE } from '../support/turntable.js';

const NODE = process.env['TURNTABLE_TEST_OTHER_NODE'] ?? '';
const isThere = existsSync(NODE);
skipLoudly(!isThere, 'a tap under another Node', 'TURNTABLE_TEST_OTHER_NODE names no Node of another major');

const LINE = '{"jsonrpc":"2.0","method":"_line"}\n';

test.runIf(isThere)(
  'a tap under a Node that SQLite was not built for records, and a later command brings it in',
  async () => {
    const place = new Place();
    expect((await run([NODE, '--version'])).stdout.toString()).not.toBe(`${process.version}\n`);
    const tap = place.tap(agent('echo'), { node: NODE });
    tap.write(LINE);
    await tap.says(LINE);
    await tap.warns('\n');
    tap.endInput(LINE);
    const { code, stdout, stderr } = await tap.ended;
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: LINE + LINE });
    expect(ownLines(stderr)).toHaveLength(1);
    expect(stderr).toMatch(/SQLite/);
    expect(place.journals()).toHaveLength(1);

    const refused = await run([NODE, TURNTABLE, 'list', '--db', place.db], { stdin: 'ignore' });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/npm rebuild better-sqlite3/);

    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0 });
    expect(await place.proof()).toMatchObject({ verdict: 'proved', streams: { client: sumOf(LINE + LINE) } });
    expect(place.journals()).toEqual([]);
  },
);

test.runIf(isThere)('under such a Node, too, signals, ends and codes are those of the agent', async () => {
  const place = new Place();
  const ended = await place.record(agent('die', 'SIGTERM'), { node: NODE });
  expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  const tap = place.tap(agent('count-signals'), { node: NODE });
  await tap.note('_ready');
  tap.signal('SIGUSR1');
  expect((await tap.note('_signals')).params).toEqual({ SIGUSR1: 1 });
  expect((await tap.ended).code).toBe(0);
  const closed = place.tap(agent('close-stdin', 600), { node: NODE });
  await closed.note('_tick');
  for (let n = 0; n < 5; n += 1) closed.write(LINE);
  expect((await closed.ended).code).toBe(6);
});
