import { openSync, closeSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nasty, splitBytes } from '../support/turntable/nasty.js';
import { run } from '../support/processes/program.js';
import { agent, client, hashSums, Place, script, sumOf, type Sum } from '../support/turntable/turntable.js';

const NOTHING = sumOf('');
const HASH = { options: ['--hash'] };

/** Compares what passed, counted outside, with what the tap summed and what the database holds. */
async function expectProved(place: Place, stderr: string, passed: { client?: Sum; agent?: Sum; stderr?: Sum }) {
  const sums = { client: NOTHING, agent: NOTHING, stderr: NOTHING, ...passed };
  expect(hashSums(stderr)).toEqual(sums);
  const { verdict, streams } = await place.proof();
  expect(verdict).toBe('proved');
  expect(streams).toMatchObject(sums);
  expect(Object.values(streams).map(({ lostBytes }) => lostBytes)).toEqual([0, 0, 0]);
}

describe('the client receives every byte of the agent, and the database proves it', () => {
  test.each([
    [1, 120_000],
    [2, 5000],
  ])('for garbage of seed %i', async (seed, count) => {
    const place = new Place();
    const { code, stdout, stderr } = await place.record(agent('garbage', seed, count), HASH);
    const bytes = await nasty(seed, count);
    expect(code).toBe(42);
    expect(stdout.equals(bytes)).toBe(true);
    await expectProved(place, stderr, { agent: sumOf(bytes) });
    expect((await place.bytesOf('agent')).equals(bytes)).toBe(true);
  });

  test('for characters that are cut between two writes', async () => {
    const place = new Place();
    const { stdout, stderr } = await place.record(agent('split-utf8'), HASH);
    const bytes = await splitBytes();
    expect(stdout.toString()).toBe(bytes.toString());
    await expectProved(place, stderr, { agent: sumOf(bytes) });
    const frames = (await place.entries('@last', '--from', 'agent')).map(({ text }) => `${text ?? 'no text'}\n`);
    expect(frames.join('')).toBe(bytes.toString());
  });

  test('for a line of 20 MB, which nothing holds whole', async () => {
    const place = new Place();
    const { code, stdout, stderr } = await place.record(agent('giant-line', 20), HASH);
    expect({ code, bytes: stdout.length }).toEqual({ code: 0, bytes: 20_000_000 });
    await expectProved(place, stderr, { agent: sumOf(stdout) });
    expect((await place.bytesOf('agent')).equals(stdout)).toBe(true);
    // not by its number: the exit may be known before the end of the line is read
    const [frame] = await place.entries('@last', '--from', 'agent');
    expect(frame).toMatchObject({ size: 19_999_999, kind: 'notification', method: 'session/update' });
  });

  test('for a last line that no newline ends', async () => {
    const place = new Place();
    const { code, stdout, stderr } = await place.record(agent('exit-mid-frame', 3), HASH);
    expect(code).toBe(3);
    await expectProved(place, stderr, { agent: sumOf(stdout) });
    const frames = await place.entries('@last', '--from', 'agent');
    expect(frames.map(({ terminated, kind }) => [terminated, kind])).toEqual([
      [true, 'notification'],
      [false, 'malformed'],
    ]);
  });

  test('for what it still had to say when it exited and its client was slow', async () => {
    const place = new Place();
    const tap = place.tap(agent('flood', 20_000, 227), { ...HASH, reads: false });
    tap.endInput();
    await place.journal();
    tap.read();
    const { code, stdout, stderr } = await tap.ended;
    expect({ code, bytes: stdout.length }).toEqual({ code: 0, bytes: 20_000 * 227 });
    await expectProved(place, stderr, { agent: sumOf(stdout) });
  });
});

describe('the agent receives every byte of the client', () => {
  test('for garbage, which an echo returns', async () => {
    const place = new Place();
    const bytes = await nasty(7, 110_000);
    const { stdout, stderr } = await place.record(agent('echo'), { ...HASH, input: bytes });
    expect(stdout.equals(bytes)).toBe(true);
    await expectProved(place, stderr, { client: sumOf(bytes), agent: sumOf(bytes) });
  });

  test('when the client closes its direction and goes on reading', async () => {
    const place = new Place();
    const bytes = await nasty(8, 20_000);
    const { stdout } = await run(client('half-close', [], place.tapWords(agent('echo'))), { input: bytes });
    expect(JSON.parse(stdout.toString())).toMatchObject({ code: 0, stdout: sumOf(bytes), stderr: NOTHING });
    expect(await place.proof()).toMatchObject({
      verdict: 'proved',
      streams: { client: sumOf(bytes), agent: sumOf(bytes) },
    });
  });

  test('over pipes of a shell, as over sockets of a Node parent', async () => {
    const place = new Place();
    const bytes = await nasty(9, 20_000);
    const [input, output] = [join(place.folder, 'input'), join(place.folder, 'output')];
    writeFileSync(input, bytes);
    const words = place.tapWords(agent('echo')).map((word) => `'${word}'`);
    const { code } = await run(['sh', '-c', `cat '${input}' | ${words.join(' ')} | cat > '${output}'`]);
    expect(code).toBe(0);
    expect(readFileSync(output).equals(bytes)).toBe(true);
    expect((await place.proof()).streams).toMatchObject({ client: sumOf(bytes), agent: sumOf(bytes) });
  });

  test('from a file, and the answer into a file', async () => {
    const place = new Place();
    const bytes = await nasty(10, 20_000);
    const [input, output] = [join(place.folder, 'input'), join(place.folder, 'output')];
    writeFileSync(input, bytes);
    const [stdin, stdout] = [openSync(input, 'r'), openSync(output, 'w')];
    const { code } = await place.record(agent('echo'), { stdin, stdout });
    for (const fd of [stdin, stdout]) closeSync(fd);
    expect(code).toBe(0);
    expect(readFileSync(output).equals(bytes)).toBe(true);
    expect((await place.proof()).streams).toMatchObject({ client: sumOf(bytes), agent: sumOf(bytes) });
  });

  test('none at all from /dev/null', async () => {
    const place = new Place();
    const { code, stdout, stderr } = await place.record(agent('echo'), { ...HASH, stdin: 'ignore' });
    expect({ code, bytes: stdout.length }).toEqual({ code: 0, bytes: 0 });
    await expectProved(place, stderr, {});
    expect(await place.events()).toEqual(['spawn', 'client-eof', 'agent-eof', 'exit']);
  });
});

describe("the agent's stderr", () => {
  const writes = `const { writeSync } = require('fs'); writeSync(2, Buffer.from(process.argv[1], 'base64'));`;

  test('passes byte for byte and is recorded as the third stream', async () => {
    const place = new Place();
    const bytes = Buffer.from('a warning\n\u001b[2Jno\nß and no newline');
    const { stderr } = await place.record(script(writes, bytes.toString('base64')));
    expect(stderr).toBe(bytes.toString());
    expect((await place.proof()).streams.stderr).toMatchObject(sumOf(bytes));
    const frames = await place.entries('@last', '--from', 'stderr');
    expect(frames.map(({ terminated }) => terminated)).toEqual([true, true, false]);
  });

  test('is left alone and unrecorded with --stderr inherit', async () => {
    const place = new Place();
    const bytes = Buffer.from('a warning\n');
    const { stderr } = await place.record(script(writes, bytes.toString('base64')), {
      options: ['--stderr', 'inherit'],
    });
    expect(stderr).toBe('a warning\n');
    expect((await place.proof()).streams.stderr).toMatchObject(NOTHING);
  });
});

test('the agent gets the arguments, the folder and the environment that the client gave', async () => {
  const place = new Place();
  const source = 'console.log(JSON.stringify([process.argv.slice(1), process.cwd(), process.env.ACP_TEST]))';
  const words = ['two words', '--db', '', "it's", '*', 'ß', '--', '-x'];
  const { stdout } = await place.record([process.execPath, '-e', source, '--', ...words], { env: { ACP_TEST: 'a b' } });
  expect(JSON.parse(stdout.toString())).toEqual([words, place.folder, 'a b']);
  expect((await place.recording()).argv).toEqual([process.execPath, '-e', source, '--', ...words]);
});
