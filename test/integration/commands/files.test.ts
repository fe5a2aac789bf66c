import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { lintJson } from '../../../src/report/json-output.js';
import { captureText, CONVERSATION, importConversation, writeInto } from '../../support/turntable/capture.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

describe('export', () => {
  test('writes to stdout, and says on stderr what was redacted unless told not to', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { code, stdout, stderr } = await place.turntable('export', 'chat');
    expect(code).toBe(0);
    expect(stdout.toString()).toMatch(/^#acp-fixture 1\n# title: chat\n(# .*\n)*client \+0\.0 \{"jsonrpc"/);
    expect(stdout.toString()).toContain('\n# redacted: ');
    expect(stderr).toMatch(/nothing was found to redact/);
    const bare = stdout.toString().replace(/# redacted: .*\n/, '');
    const whole = await place.turntable('export', 'chat', '--no-redact');
    expect({ ...whole, stdout: whole.stdout.toString() }).toMatchObject({ code: 0, stdout: bare, stderr: '' });
  });

  test('can be told what to redact and what to keep, and writes a report of it', async () => {
    const place = new PlaceHere();
    const said = '{"jsonrpc":"2.0","id":0,"method":"x","params":{"env":{"MODE":"m","A":"b"},"to":["ann@corp.test"]}}';
    const file = writeInto(place, 'x.acp', `#acp-fixture 1\nagent! ACME-1\nclient ${said}\n`);
    const report = join(place.folder, 'report.txt');
    const words = ['--redact-also', 'emails', '--redact-also', '/ACME-\\d/', '--keep', 'MODE'];
    const { stdout } = await place.turntable('export', file, ...words, '--redaction-report', report);
    expect(stdout.toString()).toContain('agent! <redacted:custom-1>\n');
    expect(stdout.toString()).toContain('{"env":{"MODE":"m","A":"<redacted:env-1>"},"to":["<redacted:email-1>"]}');
    expect(readFileSync(report, 'utf8').split('\n').slice(1)).toEqual([
      '<redacted:custom-1>\tcustom\t0\t',
      '<redacted:env-1>\tenv\t1\t/params/env/A',
      '<redacted:email-1>\temail\t1\t/params/to/0',
      '',
    ]);
    expect((await place.turntable('export', file, '--redaction-report', report)).code).not.toBe(0);
    expect((await place.turntable('export', file, '--redact-also', 'phones')).code).toBe(2);
    expect((await place.turntable('export', file, '--no-redact', '--keep', 'MODE')).code).toBe(2);
  });

  test('takes secrets out of a recording, once and for all', async () => {
    const place = new PlaceHere();
    const secret = 'a1B2c3D4e5';
    const said = `{"jsonrpc":"2.0","id":0,"method":"x","params":{"headers":{"Authorization":"Bearer ${secret}"},"cwd":"/home/alice/p"}}`;
    const text = `#acp-fixture 1\n# cwd: /home/alice/p\nevent spawn argv="[\\"a\\",\\"--token\\",\\"${secret}\\"]"\nagent! key ${secret}\nclient ${said}\n`;
    await place.output('import', writeInto(place, 'x.acp', text), '--name', 'x');
    const { stdout, stderr } = await place.turntable('export', 'x');
    expect(stdout.toString()).not.toMatch(/alice|a1B2/);
    expect(stdout.toString()).toContain('agent! key <redacted:token-1>\n');
    expect(stdout.toString()).toContain(
      '{"headers":{"Authorization":"Bearer <redacted:token-1>"},"cwd":"/home/user/p"}',
    );
    expect(stderr).toMatch(/redacted 1 secret in 3 places \(token 3\); the name of a home folder in 2 places/);
    const file = writeInto(place, 'redacted.acp', stdout.toString());
    await place.output('import', file, '--name', 'y');
    for (const named of ['y', file]) {
      const again = await place.turntable('export', named);
      expect(again.stdout.toString(), named).toBe(stdout.toString());
      expect(again.stderr).toMatch(/nothing was found/);
    }
  });

  test('--format jsonl gives a capture that import takes, and says what it cannot hold', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { stdout, stderr } = await place.turntable('export', 'chat', '--no-redact', '--format', 'jsonl');
    expect({ text: stdout.toString(), stderr }).toEqual({ text: captureText(), stderr: '' });
    const file = writeInto(place, 'x.acp', '#acp-fixture 1\nevent spawn\nclient64 /w==\nevent +1.5 exit code=3\n');
    const odd = await place.turntable('export', file, '--no-redact', '--format', 'jsonl');
    expect(odd.stdout.toString()).toBe(
      '{"t":0,"dir":"c2a","line":"\ufffd"}\n{"t":1.5,"dir":"exit","line":"code=3 signal=null"}\n',
    );
    expect(odd.stderr).toMatch(/1 frame .*not UTF-8, 1 event, .* 2 lines/);
  });

  test('--format markdown gives the transcript', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { code, stdout } = await place.turntable('export', 'chat', '--format', 'markdown', '--no-redact');
    const shown = await place.output('show', 'chat', '--turns', '--format', 'markdown');
    expect({ code, text: stdout.toString() }).toEqual({ code: 0, text: shown.toString() });
  });

  test('--turn and --session cut, and say so when there is no such part', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { code, stdout } = await place.turntable('export', 'chat', '--turn', '1', '--no-redact');
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('\n# cut: turn 1 of session 1 of chat, 8 of 8 frames\n');
    const output = join(place.folder, 'none.acp');
    const none = await place.turntable('export', 'chat', '--turn', '2', '-o', output);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('chat: no turn 2') as string });
    expect(existsSync(output)).toBe(false);
    expect((await place.turntable('export', 'chat', '--turn', 'x')).code).toBe(2);
    expect((await place.turntable('export', 'chat', '--session', 's-1')).code).toBe(0);
  });

  test('--frames cuts a range as show counts it, with what it needs, and not together with a turn', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { code, stdout } = await place.turntable('export', 'chat', '--frames', '0..1', '--no-redact');
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('\n# cut: frames 0 to 1 of chat, 2 of 8 frames\n');
    const none = await place.turntable('export', 'chat', '--frames', '90..');
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('chat: no message in frames 90') as string,
    });
    expect((await place.turntable('export', 'chat', '--frames', '3-5')).code).toBe(2);
    expect((await place.turntable('export', 'chat', '--frames', '3', '--turn', '1')).code).toBe(2);
  });

  test('--normalise gives a file that import and export keep', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { stdout } = await place.turntable('export', 'chat', '--normalise');
    expect(stdout.toString()).toContain('\nagent {"jsonrpc":"2.0","id":"1","result":{"sessionId":"session-1"}}\n');
    await place.output('import', writeInto(place, 'n.acp', stdout.toString()), '--name', 'n');
    expect((await place.turntable('export', 'n')).stdout.toString()).toBe(stdout.toString());
    expect((await place.turntable('export', 'n', '--normalise')).stdout.toString()).toBe(stdout.toString());
  });

  test('of a file of several conversations, or of standard input, is refused', async () => {
    const place = new PlaceHere();
    const file = writeInto(place, 'two.jsonl', captureText([...CONVERSATION, ...CONVERSATION]));
    expect(await place.turntable('export', file)).toMatchObject({ code: 2 });
    expect((await place.turntable('export', file)).stderr).toMatch(/contains 2 conversations/);
    expect(await place.turntable('export', '-')).toMatchObject({ code: 2 });
  });

  test('-o refuses a file that is there, unless told to replace it', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const file = writeInto(place, 'chat.acp', 'mine');
    expect(await place.turntable('export', 'chat', '-o', file)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/chat\.acp already exists[^]*--force/) as string,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await place.output('export', 'chat', '--no-redact', '-o', file, '--force');
    expect(readFileSync(file, 'utf8')).toBe(await place.export('chat'));
    expect((await place.turntable('export', 'chat', '-o', '/dev/null')).code).toBe(0);
  });

  test('--force replaces a file only when all is written', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const file = writeInto(place, 'chat.acp', 'before');
    expect((await place.turntable('export', 'nothing', '-o', file, '--force')).code).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('before');
    await place.output('export', 'chat', '--no-redact', '-o', file, '--force');
    expect(readFileSync(file, 'utf8')).toBe(await place.export('chat'));
    const { code, stderr } = await place.turntable('export', 'chat', '-o', '/nowhere/chat.acp');
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('/nowhere/chat.acp') as string });
  });
});

describe('lint', () => {
  test('names file and line, and exits 1 on errors only', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { stdout: exported } = await place.turntable('export', 'chat');
    const good = writeInto(place, 'good.acp', exported.toString());
    const bad = writeInto(place, 'bad.acp', `${exported.toString()}editor {}\n`);
    const lines = exported.toString().split('\n').length;
    const [sound, broken, json] = await Promise.all([lint(good), lint(good, bad), lint('--json', bad)]);
    expect(sound).toMatchObject({ code: 0, stderr: '1 file: 0 errors, 1 warning\n' });
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain(`bad.acp:${lines}: error: a line must begin with client`);
    const findings = z.array(lintJson.strict()).parse(JSON.parse(json.stdout));
    expect(findings.slice(-1)).toMatchObject([{ file: bad, line: lines, severity: 'error', problem: 'unreadable' }]);
    expect(await lint('/nowhere/x.acp')).toMatchObject({ code: 3 });
  });

  async function lint(...words: string[]) {
    const { code, stdout, stderr } = await new PlaceHere().run(['lint', ...words]);
    return { code, stdout: stdout.toString(), stderr };
  }
});

describe('import', () => {
  const good = captureText();
  const lines = good.trimEnd().split('\n');
  const broken = (at: number, line: string): string => [...lines.slice(0, at - 1), line, ...lines.slice(at)].join('\n');

  const BROKEN: readonly [what: string, name: string, text: string, message: RegExp][] = [
    ['a capture with a line that is no JSON', 'x.jsonl', broken(4, '{"t":1,'), /x\.jsonl, line 4: not JSON/],
    ['a capture with an unknown sender', 'x.jsonl', broken(3, '{"t":1,"dir":"up","line":""}'), /x\.jsonl, line 3: dir/],
    ['a capture without a time', 'x.jsonl', broken(2, '{"dir":"c2a","line":""}'), /x\.jsonl, line 2: t/],
    ['a fixture with an unknown sender', 'x.acp', '#acp-fixture 1\nclient {}\neditor {}\n', /x\.acp, line 3/],
    ['a fixture with broken base64', 'x.acp', '#acp-fixture 1\nclient64 !!!\n', /x\.acp, line 2/],
    ['a file that is neither', 'x.txt', 'hello\n', /x\.txt, line 1/],
    ['an empty file', 'x.acp', '', /x\.acp/],
  ];

  test('of a broken file names the line and imports nothing of it', async () => {
    const place = new PlaceHere();
    for (const [what, name, text, message] of BROKEN) {
      const { code, stdout, stderr } = await place.turntable('import', writeInto(place, name, text));
      expect({ code, stdout: stdout.length }, what).toEqual({ code: 3, stdout: 0 });
      expect(stderr, what).toMatch(message);
      expect(stderr, what).not.toMatch(/internal error/);
    }
    expect(existsSync(place.db)).toBe(false);
  });

  test('takes exports of acp-devtools and traces of the Rust SDK, and export says where they are from', async () => {
    const place = new PlaceHere();
    const raw = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';
    const devtools = {
      version: 1,
      exportedAt: 2,
      tool: { name: 'acp-devtools', version: '0.4.0' },
      session: { id: 7, name: 'a bug', agentCommand: null, clientName: null, startedAt: 1_000, endedAt: null },
      messages: [{ seq: 1, timestamp: 1_005, direction: 'editor-to-agent', kind: 'request', raw, payload: null }],
    };
    const trace = `{"type":"request","ts":0.5,"protocol":"acp","from":"client","to":"agent","id":0,"method":"initialize","params":{"protocolVersion":1}}\n`;
    const files = [
      writeInto(place, 'x.json', JSON.stringify(devtools, null, 4)),
      writeInto(place, 'y.jsons', trace),
      writeInto(place, 'z.json', JSON.stringify(devtools)),
    ];
    await place.output('import', ...files);
    expect((await place.list()).map(({ name }) => name)).toEqual(['a bug', 'client to agent', 'a bug']);
    expect(await place.export('1')).toBe(
      `#acp-fixture 1\n# title: a bug\n# recorded: 1970-01-01T00:00:01.000Z\n# imported: acp-devtools 0.4.0, session 7: lines as text, not as bytes\nclient +5.0 ${raw}\n`,
    );
    expect(await place.export('2')).toContain(`\nclient +500.0 ${raw}\n`);
    expect((await place.turntable('check', ...files)).code).toBe(0);
    const broken = await place.turntable(
      'import',
      files[1] ?? '',
      writeInto(place, 'b.jsons', `${trace}{"type":"x"}\n`),
    );
    expect(broken).toMatchObject({ code: 3, stderr: expect.stringMatching(/b\.jsons, line 2: type/) as string });
    expect(await place.list()).toHaveLength(4);
  });

  test('of a broken file among others imports the others, and exits 3', async () => {
    const place = new PlaceHere();
    const [broken, sound] = [
      writeInto(place, 'x.acp', '#acp-fixture 1\nclient {}\neditor {}\n'),
      writeInto(place, 'y.jsonl', good),
    ];
    expect(await place.turntable('import', broken, '/nowhere/x.acp', sound)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /x\.acp, line 3[^]*\/nowhere\/x\.acp cannot be read: no such file or directory\n/,
      ) as string,
    });
    expect(await place.list()).toHaveLength(1);
  });

  test('of a file that is refused makes no database', async () => {
    const place = new PlaceHere();
    const broken = writeInto(place, 'x.acp', '#acp-fixture 1\nclient {}\neditor {}\n');
    for (const file of [broken, '/nowhere/x.acp']) expect((await place.turntable('import', file)).code).toBe(3);
    expect(existsSync(place.db)).toBe(false);
  });

  test('of standard input makes a database only if all of it can be read', async () => {
    const place = new PlaceHere();
    for (const input of ['', 'hello\n', '#acp-fixture 1\nclient {}\neditor {}\n']) {
      expect((await place.run(['import', '-', '--db', place.db], { input })).code).toBe(3);
    }
    expect(existsSync(place.db)).toBe(false);
    expect((await place.run(['import', '-', '--db', place.db], { input: good })).code).toBe(0);
    expect(await place.list()).toHaveLength(1);
  });

  test('of a file that does not exist says so', async () => {
    const place = new PlaceHere();
    expect(await place.turntable('import', '/nowhere/x.acp')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('/nowhere/x.acp') as string,
    });
  });

  test('makes one recording of each agent process in a capture', async () => {
    const place = new PlaceHere();
    const file = writeInto(place, 'two.jsonl', captureText([...CONVERSATION, ...CONVERSATION]));
    const printed = (await place.output('import', file, '--json')).toString().trim().split('\n');
    expect(printed.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual([1, 2]);
    expect((await place.list()).map(({ events }) => events)).toEqual([1, 1]);
  });

  test('is named by --name, by its title, or by its file', async () => {
    const place = new PlaceHere();
    await place.output('import', writeInto(place, 'a.acp', '#acp-fixture 1\n# title: the title\nclient {}\n'));
    await place.output('import', writeInto(place, 'b.acp', '#acp-fixture 1\nclient {}\n'));
    await place.output('import', join(place.folder, 'a.acp'), '--name', 'mine');
    const names = (await place.list()).map(({ name }) => name);
    expect(names).toEqual(['mine', expect.stringMatching(/\/b$/), 'the title']);
  });

  test('makes the database where there is none', async () => {
    const place = new PlaceHere();
    Object.assign(place, { db: join(place.folder, 'new/t.db') });
    await place.output('import', writeInto(place, 'x.jsonl', good), '--name', 'chat');
    expect(existsSync(place.db)).toBe(true);
    expect((await place.recording()).name).toBe('chat');
  });
});

test('files that an editor put a byte order mark before are read as well', async () => {
  const place = new PlaceHere();
  const fixture = '#acp-fixture 1\nclient {"jsonrpc":"2.0","method":"_a"}\nagent {"jsonrpc":"2.0","method":"_b"}\n';
  const capture = '{"t":1,"dir":"c2a","line":"{}"}\n';
  const files = [
    writeInto(place, 'marked.acp', `\ufeff${fixture}`),
    writeInto(place, 'marked.jsonl', `\ufeff${capture}`),
    writeInto(place, 'including.acp', '#acp-fixture 1\n# include: marked.acp\n'),
  ];
  for (const file of files) {
    expect(await place.turntable('export', file, '--no-redact')).toMatchObject({ code: 0, stderr: '' });
    expect((await place.turntable('replay', file, '--explain')).code).toBe(0);
  }
  expect((await place.run(['lint', files[0] ?? ''])).code).toBe(0);
});
