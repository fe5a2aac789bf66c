import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeBlocks, ROOT, type CodeBlock } from '../support/documents/pages.js';
import { installedPrograms } from '../support/documents/reader.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { run } from '../support/processes/program.js';

/** What the package holds of what programs load. */
const PACKED = ['package.json', 'bin', 'dist'];
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** What this run of tests says in the environment; a reader's has none of it. */
const OF_NO_TEST = { CI: undefined, TURNTABLE_MODE: undefined, VITEST: undefined, NODE_ENV: undefined };

describe('the snippets of docs/testing.md run when copied into an empty project', () => {
  const [first, ...others] = codeBlocks('docs/testing.md').filter(({ language }) => /^[jt]s$/.test(language));

  test('the first one records an agent, and replays it from then on; the others use its fixture', async () => {
    expect(others.map(({ language }) => language)).toEqual(['js', 'ts', 'js', 'ts']);
    const project = emptyProject();
    const hasAgent = { PATH: `${installedPrograms({ hasTurntable: false })}:${process.env['PATH'] ?? ''}` };
    expect(await ran(first, project, hasAgent)).toMatch(/Tests +1 passed/);
    // without the agent
    expect(await ran(first, project)).toMatch(/Tests +1 passed/);
    for (const snippet of others) {
      if (isForOldSdk(snippet)) useOldSdk(project);
      const said = await ran(snippet, project);
      if (snippet.language === 'ts') expect(said).toMatch(/Tests +1 passed/);
      else expect(said).toBe('');
    }
  });

  test('and what another page imports is there', async () => {
    const imports = codeBlocks('docs/reading.md').find(({ language }) => language === 'js');
    expect(await ran(imports, emptyProject())).toBe('');
  });
});

/** A folder with the packages that the snippets name and nothing else. */
function emptyProject(): string {
  const project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
  const packages = join(project, 'node_modules');
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    const isScope = name.startsWith('@');
    const names = isScope ? readdirSync(join(ROOT, 'node_modules', name)).map((each) => `${name}/${each}`) : [name];
    for (const each of names) {
      mkdirSync(dirname(join(packages, each)), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', each), join(packages, each));
    }
  }
  const own = join(packages, 'acp-turntable');
  mkdirSync(own);
  for (const name of PACKED) cpSync(join(ROOT, name), join(own, name), { recursive: true });
  return project;
}

/** Puts version 0 in the place of the official SDK, and that of Turntable below it, as npm does. */
function useOldSdk(project: string): void {
  const path = join(project, 'node_modules/@agentclientprotocol/sdk');
  const own = join(project, 'node_modules/acp-turntable/node_modules/@agentclientprotocol');
  mkdirSync(own, { recursive: true });
  renameSync(path, join(own, 'sdk'));
  symlinkSync(join(ROOT, 'node_modules/acp-sdk-0'), path);
}

function isForOldSdk({ text }: CodeBlock): boolean {
  return text.includes('ClientSideConnection');
}

/** Runs a snippet as it is on the page: a test with vitest, any other program with Node. @returns what it said */
async function ran(
  snippet: CodeBlock | undefined,
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const { language, text } = snippet ?? { language: 'js', text: 'throw new Error("the snippet is not on the page");' };
  const isTest = language === 'ts';
  const file = join(cwd, isTest ? 'snippet.test.ts' : 'snippet.js');
  writeFileSync(file, text);
  const words = isTest ? [VITEST, 'run', '--no-color'] : [file];
  const ended = await run([process.execPath, ...words], { cwd, env: { ...OF_NO_TEST, ...env } });
  const said = `${ended.stdout.toString()}${ended.stderr}`;
  expect([ended.code, ended.code === 0 ? '' : said]).toEqual([0, '']);
  return said;
}
