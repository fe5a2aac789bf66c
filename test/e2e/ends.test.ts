import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf, isRunning, peakMemoryOf, processesWith } from '../support/processes/processes.js';
import { endWithTest, notesIn, run, start } from '../support/processes/program.js';
import { agent, client, Place, script, sumOf } from '../support/turntable/turntable.js';
import { until, untilTrue } from '../support/processes/until.js';

const LINE = '{"jsonrpc":"2.0","method":"_line"}\n';

interface CloseStdoutReport {
  readonly pid: number;
  readonly running: boolean;
  readonly code: number | null;
  readonly signal: string | null;
  readonly ms: number;
}

/** The tap reads on until its client has left so many bytes unread. */
const HIGH_WATER_BYTES = 1024 * 1024;

/** Waits until the tap reads no more, because its client does not; returns the size of the journal, in bytes. */
async function untilFull(place: Place): Promise<number> {
  let size = -1;
  return until('the journal to stop growing', async () => {
    const now = place.journalSizes()[0]?.size ?? 0;
    if (now > HIGH_WATER_BYTES && now === size) return size;
    size = now;
    await new Promise((resolve) => setTimeout(resolve, 400));
    return undefined;
  });
}

describe('when the client', () => {
  test('closes stdin, the agent sees its end and the tap ends with it', async () => {
    const place = new Place();
    const { code, stdout } = await place.record(agent('echo'), { input: LINE });
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 0, stdout: LINE });
    expect(await place.events()).toEqual(['spawn', 'client-eof', 'agent-eof', 'exit']);
  });

  test('closes stdin and the agent lives on, so does the tap', async () => {
    const place = new Place();
    const tap = place.tap(agent('ignore-eof'));
    await tap.note('_ready');
    tap.endInput();
    await tap.note('_eof_seen');
    expect(isRunning(tap.pid)).toBe(true);
    tap.signal('SIGTERM');
    expect((await tap.ended).signal).toBe('SIGTERM');
  });

  test('closes its reading end, the agent gets EPIPE and its code is passed on', async () => {
    const place = new Place();
    const { stdout } = await run(
      client('close-stdout', ['--ms', '60000'], place.tapWords(agent('flood', 200_000, 200))),
    );
    const report = JSON.parse(stdout.toString()) as CloseStdoutReport;
    expect(report).toMatchObject({ running: false, code: 141, signal: null });
    expect(await place.events()).toContain('stdout-closed');
  });

  test('closes its reading end and the agent says nothing, nothing happens to it', async () => {
    const place = new Place();
    const quiet = script(`console.log('{}'); process.stdin.resume()`);
    const { stdout } = await run(client('close-stdout', ['--ms', '600'], place.tapWords(quiet)));
    expect(JSON.parse(stdout.toString())).toMatchObject({ running: true });
  });

  test('closes its reading end, stderr and its own direction go on', async () => {
    const place = new Place();
    const source = `process.stdout.on('error', () => {});
      console.log('{}');
      process.stdin.on('data', (line) => { console.log('{"lost":1}'); console.error('heard ' + line.length); });
      process.stdin.on('end', () => process.exit(8));`;
    const tap = place.tap(script(source), { reads: false });
    await until('the first frame', () => (place.journals().length > 0 ? true : undefined));
    tap.closeOutput();
    for (const count of [1, 2, 3]) {
      tap.write(LINE);
      await tap.warns(`heard ${LINE.length}\n`.repeat(count));
    }
    tap.endInput();
    expect((await tap.ended).code).toBe(8);
    expect((await place.bytesOf('client')).toString()).toBe(LINE.repeat(3));
  });

  test('crashes, the agent sees the end of its stdin and the recording ends', async () => {
    const place = new Place();
    const { signal, stdout } = await run(client('crash', ['--line'], place.tapWords(agent('echo'))));
    expect(signal).toBe('SIGKILL');
    const { pid } = JSON.parse(stdout.toString()) as { pid: number };
    await untilTrue('the end of the tap', () => !isRunning(pid));
    expect(await place.recording()).toMatchObject({ state: 'ended' });
    expect((await place.proof()).verdict).toBe('proved');
  });

  test('does not read, the agent is held back and memory stays bounded', async () => {
    const place = new Place();
    const tap = place.tap(agent('flood', 40_000, 1000), { reads: false });
    tap.endInput();
    const size = await untilFull(place);
    expect(size).toBeLessThan(20_000_000);
    expect(peakMemoryOf(tap.pid)).toBeLessThan(160_000_000);
    tap.read();
    const { code, stdout } = await tap.ended;
    expect({ code, bytes: stdout.length }).toEqual({ code: 0, bytes: 40_000_000 });
    expect(peakMemoryOf(tap.pid) || 0).toBeLessThan(160_000_000);
    expect((await place.proof()).streams.agent).toMatchObject(sumOf(stdout));
  });
});

describe('when the agent', () => {
  test('does not read, the client is held back and memory stays bounded', async () => {
    const place = new Place();
    const tap = place.tap(agent('never-reads', 1500));
    await tap.note('_ready');
    tap.write(Buffer.alloc(30_000_000, LINE));
    await untilTrue('the tap to take what it can', () => tap.stdin.writableLength > 0);
    expect((await tap.ended).code).toBe(0);
    const { bytes } = (await place.recording()).streams.client;
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(5_000_000);
  });

  test('closes its stdin, a later write of the client fails and the agent goes on', async () => {
    const place = new Place();
    const tap = place.tap(agent('close-stdin', 1200));
    await tap.note('_tick');
    await until('the write to fail', async () => {
      if (tap.inputError !== undefined) return tap.inputError;
      tap.write(LINE);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return undefined;
    });
    expect(['EPIPE', 'ECONNRESET']).toContain(tap.inputError);
    const before = notesIn(tap.stdout).length;
    await untilTrue('more ticks', () => notesIn(tap.stdout).length > before + 2);
    expect(await tap.ended).toMatchObject({ code: 6, stderr: '' });
    expect(await place.events()).toEqual(['spawn', 'stdin-closed', 'agent-eof', 'exit']);
  });

  test('closes its stdout and lives on, the client sees the end while it lives and can go on speaking', async () => {
    const place = new Place();
    const source = `const fs = require('fs');
      fs.writeSync(1, '{}\\n');
      fs.closeSync(1);
      fs.openSync('/dev/null', 'w');
      let read = 0;
      process.stdin.on('data', (chunk) => (read += chunk.length));
      process.stdin.on('end', () => { fs.writeSync(2, 'read ' + read); process.exit(5); });`;
    const tap = place.tap(script(source));
    await tap.stdoutEnded;
    expect(isRunning(tap.pid)).toBe(true);
    tap.endInput(LINE);
    const { code, stderr } = await tap.ended;
    expect({ code, stderr }).toEqual({ code: 5, stderr: `read ${LINE.length}` });
    expect(await place.events()).toEqual(['spawn', 'agent-eof', 'client-eof', 'exit']);
    expect((await place.bytesOf('client')).toString()).toBe(LINE);
  });

  test('leaves a grandchild that holds the pipes, the tap ends shortly after it with its code', async () => {
    const place = new Place();
    const tap = place.tap(agent('grandchild', 20_000, 7));
    const { params } = await tap.note('_grandchild');
    endWithTest(Number(params['pid']));
    await tap.exited;
    // which lives for 20 s
    expect(isRunning(Number(params['pid']))).toBe(true);
    expect(await place.recording()).toMatchObject({ exitCode: 7, state: 'ended' });
    expect(await place.events()).toEqual(['spawn', 'exit', 'left-open']);
  });

  test('leaves a grandchild that goes on speaking, what comes without a long pause is passed on', async () => {
    const place = new Place();
    const speak = 'for n in 1 2 3 4 5 6 7 8 9; do echo $n; sleep 0.05; done';
    const source = `require('child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' }); process.exit(2)`;
    const { code, stdout } = await place.record(script(source, speak));
    expect(code).toBe(2);
    expect(stdout.toString()).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  });

  test('leaves a grandchild that goes on speaking, a signal ends the tap with its code', async () => {
    const place = new Place();
    const speak = 'for n in $(seq 400); do echo $n || exit; sleep 0.05; done';
    const source = `require('child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' }); process.exit(2)`;
    const tap = place.tap(script(source, speak));
    await tap.says('9\n');
    tap.signal('SIGTERM');
    const { code } = await tap.ended;
    expect(code).toBe(2);
    expect(await place.events()).toEqual(['spawn', 'exit', 'signal', 'left-open']);
  });
});

describe('when the agent has ended and its client does not read', () => {
  test('a signal ends the tap as the agent ended', async () => {
    const place = new Place();
    const tap = place.tap(agent('flood', 4000, 227), { reads: false });
    tap.endInput();
    // before that there is nothing to read events from
    await place.journal();
    await until('the agent to exit', async () => ((await place.events()).includes('exit') ? true : undefined));
    expect(isRunning(tap.pid)).toBe(true);
    tap.signal('SIGTERM');
    await tap.exited;
    const { code, stderr } = await tap.ended;
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^turntable: the client did not read the last \d+ bytes of the agent's stdout and 0 bytes of its stderr/,
    );
    expect(await place.recording()).toMatchObject({ state: 'ended', exitCode: 0 });
  });

  test('the signal that ended it ends the tap, and the recording has and counts what was not delivered', async () => {
    const place = new Place();
    const go = join(place.folder, 'go');
    const words = place.tapWords(agent('flood', 1_000_000, 227)).map((word) => `'${word}'`);
    const reader = `{ while [ ! -e '${go}' ]; do sleep 0.05; done; wc -c; }`;
    const pipeline = start(['sh', '-c', `${words.join(' ')} | ${reader}`], { stdin: 'ignore' });
    const size = await untilFull(place);
    const tap = processesWith(place.folder).find((pid) => commandOf(pid)[2] === 'record') ?? NaN;
    process.kill(tap, 'SIGTERM');
    await untilTrue('the end of the tap', () => !isRunning(tap));
    writeFileSync(go, '');
    const { stdout, stderr } = await pipeline.ended;
    expect(stderr).toMatch(/^turntable: the client did not read the last \d+ bytes/);
    const { streams, exitSignal } = await place.recording();
    expect(exitSignal).toBe('SIGTERM');
    const event = (await place.entries()).find(({ name }) => name === 'undelivered');
    const undelivered = streams.agent.bytes - Number(stdout.toString());
    expect(event?.fields).toEqual({ agent: String(undelivered), stderr: '0' });
    // the tap had left some of it in the agent's pipe
    expect(streams.agent.bytes).toBeGreaterThan(size);
    expect((await place.proof()).verdict).toBe('proved');
  });

  test('but slowly, nothing is lost', async () => {
    const place = new Place();
    const words = place.tapWords(agent('flood', 4000, 227)).map((word) => `'${word}'`);
    const slow = `const fs = require('fs'); const buffer = Buffer.alloc(8192); let bytes = 0;
      for (;;) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
        const read = fs.readSync(0, buffer);
        if (read === 0) break;
        bytes += read;
      }
      console.log(bytes);`;
    const pipeline = `${words.join(' ')} </dev/null | '${process.execPath}' -e "${slow}"`;
    const { stdout, stderr } = await run(['sh', '-c', pipeline]);
    expect({ stdout: stdout.toString(), stderr }).toEqual({ stdout: `${4000 * 227}\n`, stderr: '' });
    expect(await place.events()).not.toContain('undelivered');
  });
});

test('a program that leaves no stdout open does as without the tap', async () => {
  const place = new Place();
  const tap = start(['sh', '-c', `exec ${place.tapWords(agent('exit', 6)).join(' ')} <&- >&-`], { stdin: 'ignore' });
  expect((await tap.ended).code).toBe(6);
});
