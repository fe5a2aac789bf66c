import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { searchJson } from '../../../src/report/json-output.js';
import { openDatabase } from '../../../src/store/schema/open-database.js';
import { newJournal } from '../../../src/stdio/journal/new-journal.js';
import { captureText, CONVERSATION, importConversation, writeInto } from '../../support/turntable/capture.js';
import { turntable } from '../../support/turntable/commands.js';
import { fixture, type Entry } from '../../support/turntable/turntable.js';
import { PlaceHere } from '../../support/turntable/place-here.js';

const ESCAPE = '\u001b';

describe('list', () => {
  test('of nothing says how to begin', async () => {
    const place = new PlaceHere();
    expect(await place.turntable('list')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('turntable record --') as string,
    });
  });
});

describe('show', () => {
  test('prints frames and events as a timeline with sender, kind, method, id, session, latency and summary', async () => {
    const place = new PlaceHere();
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
    const place = new PlaceHere();
    await importConversation(place);
    const entries = await place.entries('1');
    const said = entries.filter(({ type }) => type === 'frame').map(({ text }) => text);
    expect(said).toEqual(CONVERSATION.slice(0, 9).map(([, , line]) => line));
    expect(entries[8]).toMatchObject({ kind: 'response', id: '2', latencyMs: 100, otherHalf: 5, method: null });
    expect(entries[3]).toMatchObject({ kind: 'request', id: '"a"', otherHalf: 4, sender: 'client' });
    expect(entries[9]).toMatchObject({ type: 'event', name: 'exit', fields: { code: '0' } });
  });

  test('--frames, --from and --method choose, --raw gives the bytes', async () => {
    const place = new PlaceHere();
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
    const place = new PlaceHere();
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
    expect((await place.turntable('show', '1', '--filter', 'not kind:req', '--from', 'client')).code).toBe(1);
    expect((await place.output('show', '1', '--raw', '--filter', 'seq:7')).toString()).toBe(`not JSON ${ESCAPE}[2J\n`);
  });

  test('--filter that is none says where and what is allowed, exit 2', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { code, stdout, stderr } = await place.turntable('show', '1', '--filter', 'kind:req metod:x');
    expect({ code, stdout: stdout.length }).toEqual({ code: 2, stdout: 0 });
    expect(stderr).toContain('\n    kind:req metod:x\n             ^^^^^ unknown field metod; did you mean method?');
  });

  test('--pretty gives each frame in lines, spelled as it was; what is no JSON as it is', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const shown = (await place.output('show', '1', '--pretty', '--frames', '6..7')).toString();
    expect(shown).toContain('\n    {\n      "jsonrpc": "2.0",\n      "method": "session/update",\n');
    expect(shown).toContain('"text": "hello \\u001b[31mred"\n');
    expect(shown).toMatch(/\n {4}not JSON \\u001b\[2J\n$/);
  });

  test('of a recording that does not exist names one that is near, exit 3', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const { code, stdout, stderr } = await place.turntable('show', 'chaf');
    expect({ code, stdout: stdout.length }).toEqual({ code: 3, stdout: 0 });
    expect(stderr).toMatch(
      /no recording .*"chaf"\nDid you mean "chat" \(recording 1\)\? Run "turntable list" to see all recordings.\n/,
    );
    for (const far of ['zebra', '7', 'ch']) {
      expect((await place.turntable('show', far)).stderr).toMatch(/"\nRun "turntable list" to see all recordings.\n/);
    }
    expect((await place.turntable('show', '@2')).code).toBe(3);
  });

  test('finds a recording by number, beginning of its id, name, @last and @2', async () => {
    const place = new PlaceHere();
    await importConversation(place, 'first');
    await importConversation(place, 'second');
    const [second, first] = await place.list();
    const titleOf = async (named: string): Promise<string> =>
      (await place.output('show', named)).toString().split('\n')[0] ?? '';
    for (const named of ['1', 'first', '@2', first?.id ?? ''])
      expect(await titleOf(named), named).toMatch(/^recording 1 /);
    for (const named of ['2', '#2', 'second', '@last', second?.id.slice(0, 15) ?? ''])
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
  const place = new PlaceHere();
  const { journal } = newJournal({ database: place.db, argv: ['agent'], name: 'new' }, () => undefined);
  journal.append('client', Buffer.from('{"jsonrpc":"2.0","method":"_first"}\n'));
  const [command = '', ...words] = line.split(' ');
  const { stdout, stderr } = await place.turntable(command, ...words);
  expect(stdout.toString(), stderr).toMatch(shown);
  journal.end();
});

describe('a file', () => {
  function here() {
    const place = new PlaceHere();
    const file = writeInto(place, 'chat.jsonl', captureText());
    const said = async (...words: string[]) => {
      const { code, stdout, stderr } = await turntable(place, words);
      return { code, stdout: stdout.toString(), stderr };
    };
    return { place, file, said };
  }

  test('is shown as the recording that import makes of it, and no database is made', async () => {
    const { place, file, said } = here();
    const [text, json, filtered] = await Promise.all([
      said('show', file),
      said('show', file, '--json'),
      said('show', file, '--filter', 'turn:1 kind:res', '--json'),
    ]);
    expect(existsSync(join(place.folder, 'turntable.db'))).toBe(false);
    await importConversation(place);
    const untitled = (shown: string) => shown.split('\n').slice(1);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(untitled(text.stdout)).toEqual(untitled((await place.output('show', '1')).toString()));
    expect(text.stdout.split('\n')[0]).toMatch(/chat\.jsonl · .* · 150 ms · 676 B · exit 0$/);
    const texts = (entries: string) => (JSON.parse(entries) as Entry[]).map(({ seq, text: line }) => [seq, line]);
    expect(texts(json.stdout)).toEqual(texts((await place.output('show', '1', '--json')).toString()));
    expect(texts(filtered.stdout).map(([seq]) => seq)).toEqual([8]);
  });

  test('has a tail, can be searched, and standard input is one', async () => {
    const { place, file, said } = here();
    const tail = await said('tail', file, '-n', '2', '--json');
    expect(
      tail.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as Entry).seq),
    ).toEqual([8, 9]);
    expect(await said('search', 'end_turn', '--in', file)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/chat\.jsonl 8 agent {2}/) as string,
    });
    const hit = searchJson
      .strict()
      .parse(JSON.parse((await said('search', 'end_turn', '--in', file, '--json')).stdout));
    expect(hit).toMatchObject({ recording: null, number: null, file, seq: 8 });
    const piped = await turntable(place, ['show', '-', '--raw', '--frames', '0'], captureText());
    expect(piped.stdout.toString()).toBe(`${CONVERSATION[0]?.[2] ?? ''}\n`);
  });

  test('of several conversations is searched, but neither shown nor followed', async () => {
    const { place, said } = here();
    const two = writeInto(place, 'two.jsonl', captureText([...CONVERSATION, ...CONVERSATION]));
    for (const command of ['show', 'tail']) {
      expect(await said(command, two)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/contains 2 conversations[^]*turntable import/) as string,
      });
    }
    expect((await said('search', 'end_turn', '--in', two)).stdout.split('\n')).toHaveLength(3);
  });

  test('cannot be verified, and verify says why', async () => {
    const { file, said } = here();
    expect(await said('verify', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('checksums') as string,
    });
  });
});

describe('what matches nothing', () => {
  test.each([
    [['show', 'chat', '--filter', 'method:nothing'], /chat has no matching frame or event/],
    [['show', 'chat', '--from', 'client', '--frames', '9', '--json'], /chat has no matching frame or event/],
    [['search', 'no such text'], /nothing matches in 1 recording/],
    [['search', 'no such text', '--in', 'chat'], /nothing matches in chat/],
  ])('%j exits 1 and says so', async (words, message) => {
    const place = new PlaceHere();
    await importConversation(place);
    const [command = '', ...rest] = words;
    const { code, stderr } = await place.turntable(command, ...rest);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});

test('commands take the latest recording if none is named, diff the latest two, and only rm wants a name', async () => {
  const place = new PlaceHere();
  await importConversation(place, 'first');
  await place.output('import', fixture('conversations/demo.acp'), '--name', 'second');
  for (const command of ['show', 'tail', 'stats', 'check', 'verify', 'export']) {
    const [unnamed, named] = [await place.turntable(command), await place.turntable(command, 'second')];
    expect({ command, unnamed }).toEqual({ command, unnamed: named });
  }
  expect(await place.turntable('replay', '--explain')).toEqual(await place.turntable('replay', 'second', '--explain'));
  expect(await place.turntable('diff')).toEqual(await place.turntable('diff', 'first', 'second'));
  expect(await place.turntable('diff', 'second')).toMatchObject({ code: 0 });
  expect(await place.turntable('rm')).toMatchObject({ code: 2 });
});

describe('tail', () => {
  test('-n begins with the latest entries, and ends at once where the recording has ended', async () => {
    const place = new PlaceHere();
    await importConversation(place);
    const lines = (await place.output('tail', 'chat', '-n', '2', '--json')).toString().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Entry).seq)).toEqual([8, 9]);
  });
});

describe('verify', () => {
  async function verified(change: string): Promise<{ code: number | null; stdout: string }> {
    const place = new PlaceHere();
    await importConversation(place);
    const db = openDatabase(place.db, { create: false, busyMs: 1000 });
    db.exec(change);
    db.close();
    const { code, stdout } = await place.turntable('verify', '1');
    return { code, stdout: stdout.toString() };
  }

  test('says that an import is unchanged, and what that covers; exits 0', async () => {
    const { code, stdout } = await verified('');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^recording 1: unchanged\n {2}client .*\n {2}agent .*\n {2}stderr .*\n {2}all {5}\w{64} {2}covers bytes, senders, order, times,.*\n$/,
    );
  });

  test('names what differs, and exits 1', async () => {
    const { code, stdout } = await verified(
      `UPDATE frame SET last_ns = 1, first_ns = 1 WHERE key & 0xffffffff IN (1, 2); UPDATE recording SET cwd = '/elsewhere';
       UPDATE envelope SET method = 'x' WHERE key & 0xffffffff = 3; DELETE FROM frame WHERE key & 0xffffffff = 5`,
    );
    expect(code).toBe(1);
    const lines = stdout.split('\n');
    expect(
      lines.slice(
        0,
        lines.findIndex((line) => line.startsWith('  client')),
      ),
    ).toEqual([
      expect.stringMatching(/^recording 1: differs from byte 0$/),
      '  frames 1 to 2: something changed',
      '  entry 5: missing',
      '  cwd of the recording: changed',
      '  frame 3: kind, method, id or session in the index differ from the frame',
    ]);
  });

  test('says of older recordings that they were not covered', async () => {
    const { code, stdout } = await verified(
      'DELETE FROM digest; DELETE FROM digest_block; UPDATE stream SET sha256 = NULL',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^recording 1: nothing to compare with\n[^]*\n {2}Nothing is covered: /);
  });
});
