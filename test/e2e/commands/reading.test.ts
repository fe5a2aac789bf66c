import { spawnSync } from 'node:child_process';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { skipLoudly } from '../../support/processes/skip.js';
import { Sqlite } from '../../support/store/sqlite.js';
import { describe, expect, test } from 'vitest';
import { importConversation } from '../../support/turntable/capture.js';
import { run, start } from '../../support/processes/program.js';
import { agent, Place, TURNTABLE, type Entry } from '../../support/turntable/turntable.js';
import { untilTrue } from '../../support/processes/until.js';

const ESCAPE = '\u001b';

describe('list', () => {
  test('prints a line for each recording, the latest first, and the same as JSON', async () => {
    const place = new Place();
    await place.record(agent('flood', 3, 200), { stdin: 'ignore', options: ['--name', 'flood'] });
    await place.list();
    await importConversation(place);
    const [titles, ...lines] = (await place.output('list')).toString().trimEnd().split('\n');
    expect(titles).toMatch(/started.*client.*agent.*size.*end.*name.*command/);
    expect(lines).toEqual([
      expect.stringMatching(/ exit 0 +chat/),
      expect.stringMatching(/ 600 B.* exit 0 +flood .*flood\.js 3 200$/),
    ]);
    expect(await place.list()).toMatchObject([
      {
        number: 2,
        name: 'chat',
        source: 'import',
        state: 'ended',
        exitCode: 0,
        argv: null,
        streams: { client: { frames: 3 }, agent: { frames: 5 }, stderr: { frames: 1 } },
      },
      { number: 1, name: 'flood', source: 'tap', streams: { agent: { frames: 3, bytes: 600, lostBytes: 0 } } },
    ]);
  });

  test('marks a live recording', async () => {
    const place = new Place();
    const tap = place.tap(agent('ignore-eof'));
    await tap.note('_ready');
    expect(await place.recording()).toMatchObject({ state: 'live', exitCode: null, streams: { agent: { frames: 1 } } });
    expect((await place.output('list')).toString()).toMatch(/ live /);
  });
});

describe('tail', () => {
  test('follows a live recording from another process until it ends', async () => {
    const place = new Place();
    const tap = place.tap(agent('echo'));
    tap.write('{"jsonrpc":"2.0","method":"_one"}\n');
    await tap.says('_one');
    const tail = start([process.execPath, TURNTABLE, 'tail', '@last', '--json', '--db', place.db]);
    await untilTrue('the first frames', () => tail.stdout.toString().split('_one').length > 2);
    tap.write('{"jsonrpc":"2.0","method":"_two"}\n');
    await tail.says('_two');
    tap.endInput();
    const { code, stdout } = await tail.ended;
    const entries = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry);
    expect(code).toBe(0);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, i) => i));
    // what was started is said when it is known
    const names = entries.map(({ method, name }) => method ?? name);
    expect(names.filter((name) => name !== 'launch')).toEqual([
      'spawn',
      '_one',
      '_one',
      '_two',
      '_two',
      'client-eof',
      'agent-eof',
      'exit',
    ]);
  });
});

describe('verify', () => {
  test('says proved with the sums, and exits 0', async () => {
    const place = new Place();
    await place.record(agent('exit', 0));
    expect((await place.output('verify', '@last')).toString()).toMatch(/^recording 1: proved\n {2}client .* 0 bytes\n/);
  });

  test('of a changed database says from which byte it differs, and exits 1', async () => {
    const place = new Place();
    await place.record(agent('flood', 2000, 220), { stdin: 'ignore' });
    await place.quiet();
    const [changed] = await place.entries('1', '--frames', '1500');
    const db = new Sqlite(place.db);
    for (const { key, bytes } of db.prepare('SELECT key, bytes FROM block').all() as { key: number; bytes: Buffer }[]) {
      const lines = inflateRawSync(bytes);
      const at = lines.indexOf(changed?.text ?? expect.fail());
      if (at !== -1) lines.write('y', lines.indexOf('xxx', at));
      db.prepare('UPDATE block SET bytes = ? WHERE key = ?').run(deflateRawSync(lines), key);
    }
    db.close();
    const { code, stdout } = await place.turntable('verify', '1');
    expect(code).toBe(1);
    const at = Number(/differs from byte (\d+)/.exec(stdout.toString())?.[1]);
    // the first difference stands in the 64 kB from there on
    expect(at).toBeGreaterThan(1500 * 220 - 65_536);
    expect(at).toBeLessThanOrEqual(1500 * 220);
  });
});

describe('what is printed', () => {
  test('may be cut off by its reader, which is no error', async () => {
    const place = new Place();
    await place.record(agent('flood', 5000, 227), { stdin: 'ignore' });
    await place.list();
    for (const words of [
      ['show', '1'],
      ['show', '1', '--json'],
      ['show', '1', '--raw'],
      ['export', '1', '--no-redact'],
    ]) {
      const command = [process.execPath, TURNTABLE, ...words, '--db', place.db].map((word) => `'${word}'`).join(' ');
      const { code, stdout, stderr } = await run(['bash', '-c', `set -o pipefail; ${command} | head -n 2`]);
      expect({ code, stderr, lines: stdout.toString().split('\n').length }, words.join(' ')).toEqual({
        code: 0,
        stderr: '',
        lines: 3,
      });
    }
  });

  const withScript = spawnSync('script', ['--version']).status === 0;
  skipLoudly(!withScript, 'colours on a terminal', 'script (util-linux) is not installed');

  test.runIf(withScript)('has colours on a terminal, not with NO_COLOR, and never escapes of the traffic', async () => {
    const place = new Place();
    await importConversation(place);
    const show = async (env: Record<string, string>): Promise<string> => {
      const command = [process.execPath, TURNTABLE, 'show', '1', '--db', place.db].map((word) => `'${word}'`).join(' ');
      const { stdout } = await start(['script', '-qfec', command, '/dev/null'], { env: { TERM: 'xterm', ...env } })
        .ended;
      return stdout.toString();
    };
    const coloured = await show({});
    expect(coloured).toContain(`${ESCAPE}[36mclient`);
    expect(coloured).not.toContain(`${ESCAPE}[2J`);
    expect(await show({ NO_COLOR: '1' })).not.toContain(ESCAPE);
  });
});
