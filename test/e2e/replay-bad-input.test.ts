import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { run } from '../support/processes/program.js';
import { TURNTABLE } from '../support/turntable/turntable.js';

const GOOD = [
  '#acp-fixture 1',
  '# title: good',
  'client {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}',
  'agent {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}',
  '',
].join('\n');
const CAPTURED = '{"t":0,"dir":"c2a","line":"{}"}\n';
const EXIT = '{"t":1,"dir":"exit","line":"code=0 signal=null"}\n';

/** What replay says and how it ends where it cannot begin. */
async function refusal(words: readonly string[], folder: string) {
  const { code, stdout, stderr } = await run([process.execPath, TURNTABLE, 'replay', ...words], {
    cwd: folder,
    env: { TURNTABLE_HOME: folder },
    input: '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n',
  });
  return { code, stdout: stdout.toString(), stderr };
}

describe('a fixture that cannot be replayed is refused before anything is sent', () => {
  test.each<[what: string, name: string, content: string | Uint8Array, says: RegExp]>([
    ['an empty file', 'empty.acp', '', /empty\.acp/],
    ['something else', 'else.acp', 'hello\n', /else\.acp.*line 1|line 1.*else\.acp/],
    ['a format of the future', 'future.acp', '#acp-fixture 99\n', /line 1/],
    ['a line that nobody says', 'line.acp', `${GOOD}somebody {"a":1}\n`, /line 5/],
    ['bytes that are no base64', 'base64.acp', `${GOOD}client64 !!!!\n`, /line 5/],
    ['an include that leads nowhere', 'include.acp', GOOD.replace('# title: good', '# include: gone.acp'), /gone\.acp/],
    ['a pointer that is none', 'ignore.acp', GOOD.replace('# title: good', '# ignore: params'), /line 2/],
    ['an expression that is none', 'match.acp', GOOD.replace('# title: good', '# match: /params ~ /(/'), /line 2/],
    ['a match without an expression', 'match2.acp', GOOD.replace('# title: good', '# match: /params'), /line 2/],
    ['a capture with a line that is no JSON', 'bad.jsonl', `${CAPTURED}{"t":\n`, /line 2/],
    ['a capture of an unknown sender', 'who.jsonl', `${CAPTURED}{"t":1,"dir":"up","line":"x"}\n`, /line 2/],
    ['a capture of several agents', 'several.jsonl', `${CAPTURED}${EXIT}${CAPTURED}${EXIT}`, /--process/],
    ['bytes that are no text', 'bytes.acp', new Uint8Array([0x23, 0xff, 0xfe, 0x0a]), /line 1/],
  ])('%s', async (_what, name, content, says) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content);
    const { code, stdout, stderr } = await refusal([name], folder);
    expect(stderr).toMatch(/^turntable: /);
    expect(stderr).toMatch(says);
    expect({ code: code === 2 || code === 3 ? 'refused' : code, stdout }).toEqual({ code: 'refused', stdout: '' });
  });

  test.each<[what: string, word: string]>([
    ['a file that is not there', 'gone.acp'],
    ['a capture that is not there', './gone.jsonl'],
    ['a folder', 'folder'],
    ['a recording that nobody made', 'no-such-recording'],
  ])('%s', async (_what, word) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder'));
    const { code, stdout, stderr } = await refusal([word], folder);
    // of a recording: there is not even a database
    if (word !== 'no-such-recording') expect(stderr).toContain(word.replace('./', ''));
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^turntable: /);
  });
});

describe('an option that cannot be is refused before anything is sent', () => {
  test.each<[words: string, named: string]>([
    ['--match fuzzy', 'fuzzy'],
    ['--wait soon', 'soon'],
    ['--wait -3s', '-3s'],
    ['--pace 0x', '0x'],
    ['--pace fast', 'fast'],
    ['--pace -4x', '-4x'],
    ['--max-gap wide', 'wide'],
    ['--ignore params/mcpServers', 'params/mcpServers'],
    ['--ignore /a~2b', '/a~2b'],
    ['--on-cancel ignore', 'ignore'],
    ['--process 0', '0'],
    ['--process 2', '2'],
    ['--process one', 'one'],
    ['--sideways', '--sideways'],
    ['good.acp', 'too many arguments'],
  ])('%s', async (words, named) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'good.acp'), GOOD);
    const { code, stdout, stderr } = await refusal([...words.split(' '), 'good.acp'], folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(named);
  });

  test('no file at all, and nothing was recorded', async () => {
    const { code, stdout, stderr } = await refusal([], temporaryFolder());
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('no database at');
  });

  test('a report that cannot be written', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'good.acp'), GOOD);
    const { code, stdout, stderr } = await refusal(['--report', 'gone/report.json', 'good.acp'], folder);
    expect(stderr).toContain('gone');
    expect({ refused: code === 2 || code === 3, stdout }).toEqual({ refused: true, stdout: '' });
  });

  test('a report or an id that a link would lead to another file, or that would replace one', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'good.acp'), GOOD);
    writeFileSync(join(folder, 'precious'), 'keep');
    symlinkSync('precious', join(folder, 'link'));
    for (const options of [
      ['--report', 'link'],
      ['--record', '--id-file', 'link'],
      ['--record', '--id-file', 'precious'],
    ]) {
      const { code, stdout } = await refusal(['--db', join(folder, 't.db'), ...options, 'good.acp'], folder);
      expect({ options, refused: code === 2 || code === 3, stdout }).toEqual({ options, refused: true, stdout: '' });
    }
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('keep');
    expect(existsSync(join(folder, 't.db-journals'))).toBe(false);
  });
});

test('the fixture that these are made of replays', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'good.acp'), GOOD);
  expect(await refusal(['good.acp'], folder)).toMatchObject({ code: 0, stdout: `${GOOD.split('\n')[3]?.slice(6)}\n` });
});
