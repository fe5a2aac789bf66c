import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DEMO = join(ROOT, 'demo');

/** Pages whose shell commands all work as typed, from top to bottom, in a clone after the demo. */
const PAGES = ['README.md', 'docs/anatomy.md', 'docs/recipes.md'];
/** What this very run is in the middle of. */
const NOT_TYPED_HERE = /^npm ci && npm (test|run demo)$/;
/** It tells by its exit code that it found something. */
const MAY_EXIT_1 = ['turntable diff '];

const PREAMBLE = `shopt -s expand_aliases\nalias turntable='node ${ROOT}bin/turntable.js'\nexport TURNTABLE_HOME='${DEMO}'\n`;

test('the commands of the pages run as typed', () => {
  rmSync(DEMO, { recursive: true, force: true });
  expect(spawnSync(process.execPath, [join(ROOT, 'fixtures/demo.js')]).status, 'npm run demo').toBe(0);

  const failures = PAGES.flatMap((page) => failuresOf(page, shellLines(page)));
  expect(failures).toEqual([]);
});

test('no page names a file that is not there', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];
  const dead = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) =>
      linksOf(page)
        .filter((link) => !existsSync(join(ROOT, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
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
  const shown = blocksOf('docs/anatomy.md', 'text')
    .flatMap((block) => block.split('\n'))
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

function failuresOf(page: string, lines: readonly string[]): string[] {
  // as a person would, in one shell
  const typed = lines.map((line) => `${line}\necho "$? ${Buffer.from(line).toString('base64')}" >&3`);
  const { output } = spawnSync('bash', ['-c', PREAMBLE + typed.join('\n')], {
    cwd: ROOT,
    env: { ...process.env, HOME: home() },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = (output[3] ?? '').trim().split('\n');
  expect(ended, `${page}: all of it was typed`).toHaveLength(lines.length);
  return ended.flatMap((end) => {
    const [code = '', encoded = ''] = end.split(' ');
    const line = Buffer.from(encoded, 'base64').toString();
    const isRight = code === '0' || (code === '1' && MAY_EXIT_1.some((start) => line.startsWith(start)));
    return isRight ? [] : [`${page}: exit ${code}: ${line}`];
  });
}

function home(): string {
  const folder = join(temporaryFolder(), 'home');
  mkdirSync(folder);
  return folder;
}

function shellLines(page: string): string[] {
  return blocksOf(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line !== '' && !NOT_TYPED_HERE.test(line));
}

function blocksOf(page: string, language: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)).flatMap(([, of, block = '']) =>
    of === language ? [block.trimEnd()] : [],
  );
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
