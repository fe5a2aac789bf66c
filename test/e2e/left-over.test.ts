import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { processesMarked } from '../support/processes/marked.js';
import { commandOf, processesWith } from '../support/processes/processes.js';
import { run, start, type Program } from '../support/processes/program.js';
import { until, untilTrue } from '../support/processes/until.js';
import { agent, client, fixture, Place, TURNTABLE } from '../support/turntable/turntable.js';

const MARK = 'TEST_LEFT_OVER';

/** A place whose processes, all that they start included, are found by a mark in their environment. */
class MarkedPlace extends Place {
  readonly env = { [MARK]: this.folder };

  start(command: readonly string[], ...options: readonly string[]): Program {
    return this.tap(command, { env: this.env, options });
  }

  async ingest(): Promise<number> {
    const isIngest = (pid: number): boolean => commandOf(pid)[2] === 'ingest';
    return until('the ingest', () => processesWith(this.folder).find(isIngest));
  }

  async expectNobody(): Promise<void> {
    const isGone = (): boolean => processesMarked(MARK, this.folder).length === 0;
    await untilTrue('the end of all processes', isGone, 15_000).catch(() => undefined);
    expect(processesMarked(MARK, this.folder)).toEqual([]);
  }
}

describe.runIf(process.platform === 'linux')('no process is left', () => {
  describe.each([
    ['in the first second', false],
    ['while the ingest runs', true],
  ])('%s', (_, isIngesting) => {
    async function started(command: readonly string[], note: string): Promise<[MarkedPlace, Program]> {
      const place = new MarkedPlace();
      const tap = place.start(command);
      await tap.note(note);
      if (isIngesting) await place.ingest();
      return [place, tap];
    }

    test('after the client closed stdin', async () => {
      const [place, tap] = await started(agent('ignore-sigterm'), '_ready');
      tap.endInput();
      expect((await tap.ended).code).toBe(0);
      await place.expectNobody();
    });

    test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('after %s to the tap', async (signal) => {
      const [place, tap] = await started(agent('ignore-eof'), '_ready');
      tap.signal(signal);
      expect((await tap.ended).signal).toBe(signal);
      await place.expectNobody();
    });

    test('after the agent was killed', async () => {
      const [place, tap] = await started(agent('ignore-eof'), '_ready');
      process.kill(Number((await tap.note('_ready')).params['pid']), 'SIGKILL');
      expect((await tap.ended).signal).toBe('SIGKILL');
      await place.expectNobody();
    });
  });

  test('after the screen that follows a live recording was killed', async () => {
    const place = new MarkedPlace();
    const tap = place.start(agent('ignore-sigterm'));
    await tap.note('_ready');
    await until('the recording', async () => ((await place.list()).length > 0 ? true : undefined));
    const words = [process.execPath, TURNTABLE, 'analyse', place.db, '1'];
    const analysis = start(words, { env: { ...process.env, ...place.env } });
    await untilTrue('what it finds', () => analysis.stdoutLines > 0);
    // as the end of the screen does, however it came
    analysis.endInput();
    expect((await analysis.ended).code).toBe(0);
    tap.endInput();
    await tap.ended;
    await place.expectNobody();
  });

  test('after the client was killed', async () => {
    const place = new MarkedPlace();
    await run(client('crash', ['--line'], place.tapWords(agent('echo'))), { env: place.env });
    await place.expectNobody();
  });

  test('after the ingest was killed', async () => {
    const place = new MarkedPlace();
    const tap = place.start(agent('ignore-sigterm'));
    await tap.note('_ready');
    process.kill(await place.ingest(), 'SIGKILL');
    tap.endInput();
    expect((await tap.ended).code).toBe(0);
    await place.expectNobody();
  });

  test('after --check and --fixture', async () => {
    const place = new MarkedPlace();
    const file = join(place.folder, 'x.acp');
    const tap = place.start(agent('demo-agent'), '--check', '--fixture', file);
    tap.endInput('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n');
    await tap.ended;
    expect(existsSync(file)).toBe(true);
    await place.expectNobody();
  });

  test('after a replay, recorded too', async () => {
    const place = new MarkedPlace();
    const words = ['replay', fixture('conversations/cancel-streaming.acp'), '--record', '--db', place.db];
    await run([process.execPath, TURNTABLE, ...words], { env: place.env, input: '{}\n' });
    await place.expectNobody();
  });

  test('after doctor tried an agent', async () => {
    const place = new MarkedPlace();
    const words = ['doctor', '--db', place.db, '--agent', agent('demo-agent').join(' ')];
    await run([process.execPath, TURNTABLE, ...words], { env: place.env });
    await place.expectNobody();
  });
});
