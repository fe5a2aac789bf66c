import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkJson, type CheckJson } from '../../../src/report/json-output.js';
import { DRIVING, UNSAFE } from '../../support/checking/checked.js';
import { importConversation } from '../../support/turntable/capture.js';
import { turntable, write } from '../../support/turntable/commands.js';
import { fixture, type Place } from '../../support/turntable/turntable.js';
import { PlaceHere } from '../../support/turntable/place-here.js';
import { elementsOf } from '../../support/values/xml.js';

const FAULT = fixture('rules/stop-reason/error-literal.acp');
const CLEAN = fixture('rules/stop-reason/error-literal.clean.acp');
const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';

async function checked(place: Place, ...words: string[]): Promise<CheckJson> {
  const { stdout, stderr } = await turntable(place, ['check', '--format', 'json', ...words]);
  expect(stderr).toBe('');
  return checkJson.strict().parse(JSON.parse(stdout.toString()));
}

describe('check', () => {
  test('exits by --fail-on', async () => {
    const place = new PlaceHere();
    const code = async (...words: string[]) => (await turntable(place, ['check', ...words])).code;
    expect(await code(FAULT)).toBe(1);
    expect(await code(CLEAN)).toBe(0);
    expect(await code(FAULT, '--fail-on', 'never')).toBe(0);
    expect(await code(CLEAN, FAULT, '--ignore', 'stop-reason')).toBe(0);
    expect(await code('--ignore', 'stop-reason', FAULT)).toBe(0);
  });

  test('of one conversation JSON is one object, with these members', async () => {
    const { violations, ...rest } = await checked(new PlaceHere(), FAULT);
    expect(rest).toEqual({
      frames: expect.any(Number) as number,
      counts: { error: 1, warning: 0, info: 0 },
      configuration: null,
    });
    expect(violations.map((each) => Object.keys(each))).toEqual([
      ['rule', 'severity', 'fault', 'seq', 'sessionId', 'turn', 'message', 'evidence', 'raced'],
    ]);
  });

  test('reads standard input, and says where in a file a frame stands', async () => {
    const place = new PlaceHere();
    const garbage = '#acp-fixture 1\nagent no frame\n';
    const piped = await turntable(place, ['check', '-', '--format', 'github'], garbage);
    expect(piped.stdout.toString()).toMatch(
      /^::error title=transport\/non-json-line::standard input, frame 0, agent: /,
    );
    const named = await turntable(place, ['check', FAULT, '--format', 'github']);
    const [, file, line] = /^::error file=([^,]*),line=(\d+),/.exec(named.stdout.toString()) ?? [];
    expect(file).toBe(FAULT);
    expect(readFileSync(FAULT, 'utf8').split('\n')[Number(line) - 1]).toMatch(/^agent .*"stopReason":"error"/);
  });

  test('each format is whole, and drives no terminal whatever was recorded', async () => {
    const place = new PlaceHere();
    const update = { sessionUpdate: 'tool_call_update', toolCallId: DRIVING, status: 'completed' };
    const frames = [
      ['c2a', INITIALIZE],
      ['a2c', '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}'],
      ['c2a', '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[]}}'],
      ['a2c', JSON.stringify({ jsonrpc: '2.0', id: 1, result: { sessionId: DRIVING } })],
      ['a2c', JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: DRIVING, update } })],
      ['a2c', `garbage ${DRIVING}`.replaceAll('\n', '')],
      ['a2c', JSON.stringify({ jsonrpc: '2.0', id: DRIVING, method: `x/${DRIVING}`, params: {} })],
    ];
    const text = frames.map(([dir, line], t) => JSON.stringify({ t, dir, line })).join('\n');
    const file = write(place, 'nasty.jsonl', text);
    const said = async (...words: string[]) => {
      const { stdout, stderr } = await turntable(place, words);
      expect({ stderr, unsafe: UNSAFE.exec(stdout.toString())?.[0] }).toEqual({ stderr: '', unsafe: undefined });
      return stdout.toString();
    };
    const all = ['check', file, '--enable', 'all', '--show', 'info', '--format'];
    expect(await said(...all, 'text')).toContain('tool-call/update-before-create');
    expect(checkJson.parse(JSON.parse(await said(...all, 'json'))).counts.error).toBeGreaterThan(0);
    expect(JSON.parse(await said(...all, 'sarif'))).toMatchObject({ version: '2.1.0' });
    expect(elementsOf(await said(...all, 'junit')).map(({ name }) => name)).toContain('failure');
    expect(await said(...all, 'github')).toMatch(/^(::(error|warning|notice) file=[^\n]*\n)+$/);
    expect(await said(...all, 'markdown')).toContain('| error |');
    await said('show', file, '--turns');
    await said('show', file, '--turns', '--format', 'markdown');
    await said('stats', file);
    await said('stats', file, '--json');
  });

  test('of a folder reads the fixtures and captures in it, by name, and of a recording of its name the recording', async () => {
    const place = new PlaceHere();
    const inner = join(place.folder, 'all', 'inner');
    mkdirSync(join(place.folder, 'all', '.hidden'), { recursive: true });
    mkdirSync(inner);
    for (const name of ['all/b.acp', 'all/inner/a.acp', 'all/.hidden/c.acp', 'all/inner/c.acp.orig'])
      write(place, name, readFileSync(fixture('conversations/demo.acp')));
    write(place, 'all/package.json', '{}');
    symlinkSync(join(place.folder, 'all'), join(inner, 'circle'));
    const { stdout } = await turntable(place, ['check', 'all', '--format', 'github']);
    const files = Array.from(stdout.toString().matchAll(/file=([^,]*)/g), ([, file]) => file);
    expect(files).toEqual(['all/b.acp', 'all/inner/a.acp']);
    expect(await turntable(place, ['check', 'all/.hidden/..', '--fail-on', 'never'])).toMatchObject({ code: 0 });
    expect(await turntable(place, ['stats', 'all', '--json'])).toMatchObject({ code: 0 });
    mkdirSync(join(place.folder, 'empty'));
    expect(await turntable(place, ['check', 'empty', FAULT])).toMatchObject({
      code: 3,
      stdout: expect.any(Buffer) as Buffer,
      stderr: expect.stringContaining('empty contains no fixtures or captures') as string,
    });
    await place.output('import', CLEAN, '--name', 'all');
    expect(await turntable(place, ['check', 'all', '--db', place.db])).toMatchObject({ code: 0 });
  });

  test('-o writes the report instead of printing it', async () => {
    const place = new PlaceHere();
    const { code, stdout } = await turntable(place, ['check', FAULT, '--format', 'junit', '-o', 'report.xml']);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 1, stdout: '' });
    expect(elementsOf(readFileSync(join(place.folder, 'report.xml'), 'utf8'))).not.toHaveLength(0);
  });

  test('-o replaces a file, and one behind a link, with --force only', async () => {
    const place = new PlaceHere();
    write(place, 'keep.txt', 'keep');
    symlinkSync('keep.txt', join(place.folder, 'link.txt'));
    for (const [name, said] of [
      ['keep.txt', /keep\.txt already exists\n[^]*--force/],
      ['link.txt', /link\.txt already exists \(a link to .*keep\.txt\)\n[^]*--force/],
    ] as const) {
      const { code, stderr } = await turntable(place, ['check', FAULT, '-o', name]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(said) as string });
      expect(readFileSync(join(place.folder, 'keep.txt'), 'utf8')).toBe('keep');
    }
    expect(await turntable(place, ['check', FAULT, '-o', 'keep.txt', '--force'])).toMatchObject({ code: 1 });
    expect(readFileSync(join(place.folder, 'keep.txt'), 'utf8')).toContain('stop-reason');
  });

  test('takes turntable.config.json of the folder', async () => {
    const place = new PlaceHere();
    write(place, 'turntable.config.json', '{"check":{"ignore":["stop-reason"]}}');
    expect((await checked(place, FAULT)).counts.error).toBe(0);
    write(place, 'turntable.config.json', '{"check":{"ignor":[]}}');
    const { code, stderr } = await turntable(place, ['check', FAULT]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('"ignor"') as string });
  });
});

describe('what check cannot read, it names with the place and what to do, and exits 3', () => {
  const deep = '['.repeat(10_000_000);
  test.each<[string, string | Uint8Array, RegExp]>([
    ['empty.acp', '', /empty\.acp is empty/],
    ['hello.txt', 'hello\n', /neither a fixture nor a capture/],
    ['binary.acp', Uint8Array.of(0x80, 0, 1, 2), /neither a fixture nor/],
    ['newer.acp', '#acp-fixture 2\n', /format 2, but this version reads format 1/],
    ['torn.jsonl', '{"t":0,"dir":"c2a","line":"{}"}\n{"t":1,"di', /torn\.jsonl, line 2: not JSON/],
    ['deep.jsonl', `{"t":${deep}`, /deep\.jsonl, line 1: not JSON/],
  ])('%s', async (name, text, message) => {
    const place = new PlaceHere();
    const { code, stdout, stderr } = await turntable(place, ['check', write(place, name, text)]);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('a folder, a missing file, an unknown name', async () => {
    const place = new PlaceHere();
    mkdirSync(join(place.folder, 'folder'));
    await importConversation(place);
    const said = async (name: string) => turntable(place, ['check', name, '--db', place.db]);
    expect(await said('folder')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('folder contains no fixtures or captures') as string,
    });
    expect(await said('no.acp')).toMatchObject({ code: 3, stderr: expect.stringContaining('no such file') as string });
    expect(await said(`no\u001b[31m`)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('no recording or file named "no\\u001b[31m"') as string,
    });
  });

  test('one of several costs the others nothing: they are reported, and the exit code is 3', async () => {
    const place = new PlaceHere();
    const torn = write(place, 'torn.jsonl', '{"t":0');
    const words = [FAULT, 'no.acp', CLEAN, torn];
    const { code, stdout, stderr } = await turntable(place, ['check', ...words, '--format', 'junit']);
    const suites = elementsOf(stdout.toString()).filter(({ name }) => name === 'testsuite');
    expect({ code, suites: suites.map(({ attributes }) => attributes['failures']) }).toEqual({
      code: 3,
      suites: ['1', '0'],
    });
    expect(stderr).toMatch(/no\.acp[^]*torn\.jsonl, line 1/);
    const stats = await turntable(place, ['stats', ...words, '--json']);
    expect({ code: stats.code, count: (JSON.parse(stats.stdout.toString()) as unknown[]).length }).toEqual({
      code: 3,
      count: 2,
    });
    expect(await turntable(place, ['check', 'no.acp', torn])).toMatchObject({ code: 3, stdout: Buffer.alloc(0) });
  });

  test('a frame of ten million brackets is a frame', async () => {
    const place = new PlaceHere();
    const params = `${deep}${']'.repeat(10_000_000)}`;
    const lines = [
      '#acp-fixture 1',
      'client {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}',
      'agent {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}',
      `client {"jsonrpc":"2.0","id":1,"method":"session/new","params":${params}}`,
      `agent ${deep}`,
    ];
    const { violations } = await checked(place, write(place, 'deep.acp', lines.join('\n')), '--fail-on', 'never');
    const unread = violations.filter(({ rule }) => rule === 'transport/non-json-line');
    expect(unread.map(({ seq, severity }) => [seq, severity])).toEqual([
      [2, 'warning'],
      [3, 'warning'],
    ]);
  });
});

describe('a wrong command line exits 2', () => {
  test.each([
    [['check', '-', '--format', 'xml'], /Allowed choices/],
    [['check', '-', '--fail-on', 'bad'], /Allowed choices/],
    [['check', '-', '--ignore', 'nope'], /unknown rule or family "nope"/],
    [['check', '-', '--enable', 'error-literal'], /Did you mean .*stop-reason\/error-literal/],
    [['check', '-', '--from-start', '--mid'], /cannot be used with/],
    [['check', '-', '--ignore', 'cancle'], /Did you mean cancel\?/],
    [['check', '-', '--ignore', 'cancel/wrong-stop-raeson'], /Did you mean cancel\/wrong-stop-reason\?/],
    [['check', '-', '--ignore', 'zz'], /family "zz"\nRun "turntable rules" to list all rules./],
    [['check', 'x', '--follow', '--format', 'json'], /cannot be used with/],
    [['check', 'x', 'y', '--follow'], /--follow takes only one recording/],
    [['rules', 'nope'], /unknown rule or family "nope"/],
    [['show', 'x', '--turns', '--json'], /cannot be used with/],
    [['show', 'x', '--turn', 'last'], /whole number/],
    [['search', ''], /needs a text/],
    [['search', '/(/'], /cannot search for \/\(\/: this \( has no \) \(at character 1 of 1\)/],
    [['search', '/a(?=b)/'], /look-ahead \(\?= is not supported \(at character 2 of 6\)/],
    [['search', '/a/y'], /unknown flag y; the flags are i, m, s and u/],
    [['search', 'x', '--limit', '0'], /from 1/],
  ])('%j', async (words, message) => {
    const { code, stdout, stderr } = await turntable(new PlaceHere(), words);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
