import { spawnSync } from 'node:child_process';
import { Sqlite } from '../../support/sqlite.js';
import { describe, expect, test } from 'vitest';
import { newJournal } from '../../../src/stdio/new-journal.js';
import { CONVERSATION, importConversation } from '../../support/capture.js';
import { run, start } from '../../support/program.js';
import { skipLoudly } from '../../support/skip.js';
import { agent, Place, TURNTABLE, type Entry } from '../../support/turntable.js';
import { untilTrue } from '../../support/until.js';

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

  test('of nothing says how to begin', async () => {
    const place = new Place();
    expect(await place.turntable('list')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('turntable record --') as string,
    });
  });
});

describe('show', () => {
  test('prints frames and events as a timeline with sender, kind, method, id, session, latency and summary', async () => {
    const place = new Place();
    await importConversation(place);
    const text = (await place.output('show', 'chat')).toString();
    const lines = text.trimEnd().split('\n').slice(2);
    expect(lines).toHaveLength(CONVERSATION.length);
    expect(lines[0]).toMatch(/^ *0 .* client +request +initialize +0 /);
    expect(lines[1]).toMatch(/ agent +response +initialize +0 .*13 ms +protocolVersion=1/);
    expect(lines[6]).toMatch(/ agent +notification +session\/update .* s-1 .*hello/);
    expect(lines[7]).toMatch(/ agent +malformed/);
    expect(lines[9]).toMatch(/ exit .*code/);
    expect(text).not.toContain(ESCAPE);
  });

  test('--json gives every entry with its bytes and its other half', async () => {
    const place = new Place();
    await importConversation(place);
    const entries = await place.entries('1');
    const said = entries.filter(({ type }) => type === 'frame').map(({ text }) => text);
    expect(said).toEqual(CONVERSATION.slice(0, 9).map(([, , line]) => line));
    expect(entries[8]).toMatchObject({ kind: 'response', id: '2', latencyMs: 100, otherHalf: 5, method: null });
    expect(entries[3]).toMatchObject({ kind: 'request', id: '"a"', otherHalf: 4, sender: 'client' });
    expect(entries[9]).toMatchObject({ type: 'event', name: 'exit', fields: { code: '0' } });
  });

  test('--frames, --from and --method choose, --raw gives the bytes', async () => {
    const place = new Place();
    await importConversation(place);
    const seqs = async (...options: string[]): Promise<number[]> =>
      (await place.entries('1', ...options)).map(({ seq }) => seq);
    expect(await seqs('--frames', '2..4')).toEqual([2, 3, 4]);
    expect(await seqs('--frames', '8..')).toEqual([8, 9]);
    expect(await seqs('--frames', '..1')).toEqual([0, 1]);
    expect(await seqs('--frames', '5')).toEqual([5]);
    expect(await seqs('--from', 'client')).toEqual([0, 3, 5]);
    expect(await seqs('--method', 'session/*')).toEqual([3, 4, 5, 6, 8]);
    expect(await seqs('--method', 'session/new', '--from', 'agent')).toEqual([4]);
    expect((await place.bytesOf('stderr')).toString()).toBe('a warning\n');
    expect((await place.output('show', '1', '--raw', '--frames', '7')).toString()).toBe(`not JSON ${ESCAPE}[2J\n`);
  });

  test('--filter chooses by what a filter says, also by turns and violations', async () => {
    const place = new Place();
    await importConversation(place);
    const seqs = async (filter: string, ...options: string[]): Promise<number[]> =>
      (await place.entries('1', '--filter', filter, ...options)).map(({ seq }) => seq);
    expect(await seqs('kind:req')).toEqual([0, 3, 5]);
    expect(await seqs('method:session/* kind:res')).toEqual([4, 8]);
    expect(await seqs('from:event or from:stderr')).toEqual([2, 9]);
    expect(await seqs('dur>=100ms')).toEqual([5, 8]);
    expect(await seqs('turn:1')).toEqual([5, 6, 8]);
    expect(await seqs('is:malformed sev:err')).toEqual([7]);
    expect(await seqs('HELLO or /protocolVersion.:1\\b/', '--frames', '1..6')).toEqual([1, 6]);
    expect(await seqs('not kind:req', '--from', 'client')).toEqual([]);
    expect((await place.output('show', '1', '--raw', '--filter', 'seq:7')).toString()).toBe(`not JSON ${ESCAPE}[2J\n`);
  });

  test('--filter that is none says where and what is allowed, exit 2', async () => {
    const place = new Place();
    await importConversation(place);
    const { code, stdout, stderr } = await place.turntable('show', '1', '--filter', 'kind:req metod:x');
    expect({ code, stdout: stdout.length }).toEqual({ code: 2, stdout: 0 });
    expect(stderr).toContain(
      '\n    kind:req metod:x\n             ^^^^^ there is no field metod; did you mean method?',
    );
  });

  test('--pretty gives each frame in lines, spelled as it was; what is no JSON as it is', async () => {
    const place = new Place();
    await importConversation(place);
    const shown = (await place.output('show', '1', '--pretty', '--frames', '6..7')).toString();
    expect(shown).toContain('\n    {\n      "jsonrpc": "2.0",\n      "method": "session/update",\n');
    expect(shown).toContain('"text": "hello \\u001b[31mred"\n');
    expect(shown).toMatch(/\n {4}not JSON \\u001b\[2J\n$/);
  });

  test('of a recording that does not exist names the nearest, exit 3', async () => {
    const place = new Place();
    await importConversation(place);
    const { code, stdout, stderr } = await place.turntable('show', 'chaf');
    expect({ code, stdout: stdout.length }).toEqual({ code: 3, stdout: 0 });
    expect(stderr).toMatch(/no recording "chaf"[^]*nearest: 1 \(chat\)/);
    expect((await place.turntable('show', '@2')).code).toBe(3);
  });

  test('finds a recording by number, beginning of its id, name, @last and @2', async () => {
    const place = new Place();
    await importConversation(place, 'first');
    await importConversation(place, 'second');
    const [second, first] = await place.list();
    const titleOf = async (named: string): Promise<string> =>
      (await place.output('show', named)).toString().split('\n')[0] ?? '';
    for (const named of ['1', 'first', '@2', first?.id ?? ''])
      expect(await titleOf(named), named).toMatch(/^recording 1 /);
    for (const named of ['2', 'second', '@last', second?.id.slice(0, 15) ?? ''])
      expect(await titleOf(named), named).toMatch(/^recording 2 /);
    expect((await place.turntable('show', second?.id.slice(0, 3) ?? '')).stderr).toMatch(
      /2 recordings have an id that begins with/,
    );
  });
});

test.each([
  ['list', /live +new/],
  ['show @last', /_first/],
  ['search _first', /_first/],
  ['stats @last', /client 1 frame/],
  ['check @last', /^new: 1 frame/],
  ['export @last --no-redact', /_first/],
])('%s shows a recording that has begun, before its ingest has made the database', async (line, shown) => {
  const place = new Place();
  const { journal } = newJournal({ database: place.db, argv: ['agent'], name: 'new' }, () => undefined);
  journal.append('client', Buffer.from('{"jsonrpc":"2.0","method":"_first"}\n'));
  const [command = '', ...words] = line.split(' ');
  const { stdout, stderr } = await place.turntable(command, ...words);
  expect(stdout.toString(), stderr).toMatch(shown);
  journal.end();
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
    expect(entries.map(({ method, name }) => method ?? name)).toEqual([
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

  test('-n begins with the latest entries, and ends at once where the recording has ended', async () => {
    const place = new Place();
    await importConversation(place);
    const lines = (await place.output('tail', 'chat', '-n', '2', '--json')).toString().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Entry).seq)).toEqual([8, 9]);
  });
});

describe('verify', () => {
  test('says proved with the sums, and exits 0', async () => {
    const place = new Place();
    await place.record(agent('exit', 0));
    expect((await place.output('verify', '@last')).toString()).toMatch(/^recording 1: proved\n {2}client .* 0 bytes\n/);
  });

  test('of an import has nothing to compare with, and exits 0', async () => {
    const place = new Place();
    await importConversation(place);
    expect((await place.output('verify', '1')).toString()).toMatch(/^recording 1: nothing to compare with\n/);
  });

  test('of a changed database says from which byte it differs, and exits 1', async () => {
    const place = new Place();
    await place.record(agent('flood', 2000, 220), { stdin: 'ignore' });
    await place.list();
    const db = new Sqlite(place.db);
    const change = db.prepare('UPDATE frame SET bytes = ? WHERE key & 4294967295 = 1500');
    const [changed] = await place.entries('1', '--frames', '1500');
    expect(change.run(Buffer.from((changed?.text ?? '').replace('xxx', 'xyx'))).changes).toBe(1);
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
