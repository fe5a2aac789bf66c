import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';
import { agent, ownLines, Place, sumOf, TURNTABLE } from '../support/turntable/turntable.js';

const NODE = process.env['TURNTABLE_TEST_OTHER_NODE'] ?? '';
const isThere = existsSync(NODE);
skipLoudly(!isThere, 'a tap under another Node', 'TURNTABLE_TEST_OTHER_NODE names no Node of another major');

/** Such a Node takes the better-sqlite3 that any Node installs; an older one needs that of its own major. */
const takesAny = isThere && Number(execFileSync(NODE, ['-p', 'process.versions.napi'])) >= 10;

const LINE = '{"jsonrpc":"2.0","method":"_line"}\n';

test.runIf(isThere && takesAny)('a newer Node records and reads with what this Node installed', async () => {
  const place = new Place();
  const { code, stdout, stderr } = await place.record(agent('echo'), { node: NODE, input: LINE });
  expect({ code, stdout: stdout.toString(), own: ownLines(stderr) }).toEqual({ code: 0, stdout: LINE, own: [] });
  const listed = await run([NODE, TURNTABLE, 'list', '--json', '--db', place.db], { stdin: 'ignore' });
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(listed.stdout.toString())).toEqual(await place.list());
  expect(await place.proof()).toMatchObject({ verdict: 'proved', streams: { client: sumOf(LINE) } });
});

test.runIf(isThere && !takesAny)(
  'a tap under a Node that SQLite was not built for records, and a later command brings it in',
  async () => {
    const place = new Place();
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
    expect(refused.stderr).toMatch(/was built for another Node\nUse Node 22\.14 or newer/);

    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0 });
    expect(await place.proof()).toMatchObject({ verdict: 'proved', streams: { client: sumOf(LINE + LINE) } });
    expect(place.journals()).toEqual([]);
  },
);

test.runIf(isThere)('under another Node, too, signals, ends and codes are those of the agent', async () => {
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
