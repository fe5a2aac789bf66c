import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLines, codeBlocks, documentedPages, ROOT } from '../support/documents/pages.js';
import { installedPrograms, makeClone, PLAYED_AGENTS, recordDemo } from '../support/documents/reader.js';
import { temporaryFolder } from '../support/processes/folders.js';

/** Lines that tell by their exit code what they found. */
const MAY_EXIT = new Map([
  [/^turntable diff /, 1],
  [/^turntable check fixtures\/conversations/, 1],
  // the played agent is not the recorded one
  [/^turntable replay .*--as client /, 1],
  // no client talks to the replay: it says so
  [/^turntable replay (?!.*--explain)/, 5],
]);

const PAGES = documentedPages().filter((page) => commandLines(page).some(({ notRun }) => notRun === undefined));

describe('the commands run as typed, after the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-test-'));
  let demo = '';

  beforeAll(() => {
    const clone = join(folder, 'acp-turntable');
    makeClone(clone);
    demo = recordDemo(clone);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test.each(PAGES)('in %s', (page) => {
    const clone = join(temporaryFolder(), 'acp-turntable');
    makeClone(clone);
    cpSync(demo, join(clone, 'demo'), { recursive: true });
    const typed = commandLines(page).flatMap(({ text, notRun }) => (notRun === undefined ? [text] : []));
    const results = typeIn(clone, typed);
    expect(results.filter(({ code, line }) => code !== 0 && code !== codeAllowed(line))).toEqual([]);
    expect(results.map(({ line }) => line)).toEqual(typed);
  });
});

test('the lines that no test types are these, for these reasons', async () => {
  const lines = documentedPages().flatMap(commandLines);
  const left = lines.filter(({ notRun }) => notRun !== undefined);
  const list = left.map(({ page, text, notRun = '' }) => `${page}: ${text}\n    ${notRun}`);
  const count = `${lines.length - left.length} lines are typed, ${left.length} are not. The demo agent plays ${PLAYED_AGENTS.join(' and ')}.`;
  await expect([count, '', ...list, ''].join('\n')).toMatchFileSnapshot('../golden/documented/not-run.txt');
});

test('no page names a file that does not exist', () => {
  const dead = ['CONTRIBUTING.md', ...documentedPages()].flatMap((page) =>
    linksOf(page)
      .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('no page links to a heading that does not exist', () => {
  const dead = ['CONTRIBUTING.md', ...documentedPages()].flatMap((page) =>
    Array.from(readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)).flatMap(
      ([, file = '', heading = '']) => {
        const target = file === '' ? page : join(dirname(page), file);
        return target.endsWith('.md') && !headingsOf(target).has(heading) ? [`${page}: ${file}#${heading}`] : [];
      },
    ),
  );
  expect(dead).toEqual([]);
});

test('the index names every page', () => {
  const named = linksOf('docs/index.md');
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'index.md');
  expect(pages.filter((page) => !named.includes(page))).toEqual([]);
});

test('the frames that the anatomy shows are those of the recording', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'bin/turntable.js'), 'show', 'fixtures/conversations/demo.acp'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const real = stdout.split('\n').map(words);
  const shown = codeBlocks('docs/anatomy.md')
    .filter(({ language }) => language === 'text')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => /^ *\d+ +\d+\.\d+ /.test(line));
  expect(shown.length).toBeGreaterThan(15);
  for (const line of shown)
    expect(
      real.some((row) => row.startsWith(words(line))),
      line,
    ).toBe(true);
});

/** A row without the blanks that align it with others. */
function words(line: string): string {
  return line.trim().replace(/ +/g, ' ');
}

interface Typed {
  readonly line: string;
  readonly code: number;
  /** The end of what it said, where it failed. */
  readonly said: string;
}

/** Types the lines into one shell, as a person would. */
function typeIn(clone: string, lines: readonly string[]): Typed[] {
  // a page that does not say how to try it is for readers who have Turntable installed
  const hasTurntable = !lines.some((line) => line.startsWith('alias turntable='));
  const script = lines.map(
    (line) => `${line}\nended="$? ${Buffer.from(line).toString('base64')}"; echo "$ended" >&2; echo "$ended" >&3`,
  );
  const { output } = spawnSync('bash', ['-c', ['shopt -s expand_aliases', ...script].join('\n')], {
    cwd: clone,
    env: {
      ...process.env,
      HOME: temporaryFolder(),
      PATH: `${installedPrograms({ hasTurntable })}:${process.env['PATH'] ?? ''}`,
      ...(hasTurntable && { TURNTABLE_HOME: join(clone, 'demo') }),
    },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, , stderr, ends] = output;
  const saidBefore = (stderr ?? '').split(/^\d+ [\w+/=]+\n/m);
  return (ends ?? '')
    .trim()
    .split('\n')
    .map((end, i) => {
      const [code = '', encoded = ''] = end.split(' ');
      const line = Buffer.from(encoded, 'base64').toString();
      return { line, code: Number(code), said: code === '0' ? '' : (saidBefore[i] ?? '').slice(-400) };
    });
}

function codeAllowed(line: string): number | undefined {
  for (const [pattern, code] of MAY_EXIT) if (pattern.test(line)) return code;
  return undefined;
}

/** The files that a page leads to, relative to its folder. */
function linksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const targets = Array.from(
    text.matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g),
    ([, a, b]) => a ?? b ?? '',
  );
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of a page, as GitHub makes them of headings. */
function headingsOf(page: string): Set<string> {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
  const anchors = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const explicit = Array.from(text.matchAll(/<a (?:id|name)="([^"]+)"/g), ([, id = '']) => id);
  return new Set([...anchors, ...explicit]);
}
