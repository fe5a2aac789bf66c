import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { importsOf, loadedWith, ROOT } from '../support/source/source-imports.js';

/** What costs too much to load between a client and its agent, or in the agent's place. */
const NEVER_AT_THE_START = ['commander', 'zod', 'better-sqlite3', 'blessed', '@agentclientprotocol/sdk'];
/** Of a replay that matches: beside its own, what all commands need. */
const REPLAY_MODULES = ['acp.js', 'common.js', 'record.js', 'replay.js'];

describe.each([
  { command: 'record', entry: 'cli/recording/record.ts', modules: ['record.js'] },
  { command: 'replay', entry: 'cli/replaying/replay-command.ts', modules: ['acp.js', 'replay.js'] },
])('what a client starts in its agent’s place: $command', ({ command, entry, modules }) => {
  test('needs no package, not even one that is loaded with something else', () => {
    const imports = [...loadedWith(entry)].flatMap(importsOf).filter(({ isLazy }) => !isLazy);
    const packages = imports.filter(({ of, isOurs, isType }) => !isOurs && !isType && !of.startsWith('node:'));
    expect(
      packages.map(({ from, of }) => `${from} imports ${of}`),
      `A client waits for it at each start. Load ${NEVER_AT_THE_START.join(', ')} and the like with import() where they are needed.`,
    ).toEqual([]);
  });

  test('is chosen before anything else is loaded', () => {
    const bin = readFileSync(join(ROOT, 'bin', 'turntable.js'), 'utf8');
    expect(
      bin.match(/^(import|const .* = require)\b(?!\('node:).*/gm),
      'bin/turntable.js looks at the first argument first; of Node it needs only what Node has loaded itself.',
    ).toBeNull();
    expect(bin).toContain(`require('../dist/${command}.js')`);
  });

  test('is few modules, as built', () => {
    const loaded = loadedBy(`require(${JSON.stringify(builtFile(`${command}.js`))}); tell();`);
    expect(loaded, 'Each module costs 0.2 ms and more before the first byte: see rolldown.config.ts.').toEqual(modules);
  });
});

test('a replay that matches loads little more', () => {
  const fixture = join(temporaryFolder(), 'one-turn.acp');
  const said = ['{"jsonrpc":"2.0","id":0,"method":"_x","params":{"cwd":"/a"}}', '{"jsonrpc":"2.0","id":0,"result":{}}'];
  writeFileSync(fixture, `#acp-fixture 1\nclient ${said.join('\nagent ')}\n`);
  const replay = `require(${JSON.stringify(builtFile('replay.js'))}).replayCommand`;
  const loaded = loadedBy(
    `${replay}([${JSON.stringify(fixture)}]).then((code) => code === 0 && tell());`,
    `${said[0]}\n`,
  );
  expect(loaded).toEqual(REPLAY_MODULES);
});

test.each([
  ['list', ['replay.js', 'rules.js', 'json-shapes.js']],
  ['show 1', ['replay.js', 'rules.js', 'json-shapes.js', 'foreign-file.js']],
  ['check 1', ['json-shapes.js', 'foreign-file.js']],
  ['stats 1', ['json-shapes.js', 'foreign-file.js']],
])('%s loads nothing that it does not use', (command, unused) => {
  const folder = temporaryFolder();
  const database = join(folder, 'turntable.db');
  const words = ['import', join(ROOT, 'fixtures/conversations/cancel-streaming.acp'), '--db', database];
  expect(spawnSync(process.execPath, [join(ROOT, 'bin/turntable.js'), ...words]).status).toBe(0);

  const main = `require(${JSON.stringify(builtFile('main.js'))}).main`;
  const loaded = allLoadedBy(`${main}(${JSON.stringify([...command.split(' '), '--db', database])}).then(tell)`, {
    cwd: folder,
  });
  expect(loaded).toContain('recordings.js');
  expect(loaded.filter((name) => unused.includes(name))).toEqual([]);
});

describe('the program, as built', () => {
  const chunks = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.js'));
  const text = chunks.map((name) => readFileSync(builtFile(name), 'utf8')).join('\n');

  test('holds each file of src once: an error is known by its class', () => {
    const files = Array.from(text.matchAll(/^\/\/ (src\/.+\.ts)$/gm), ([, file = '']) => file).sort();
    expect(files).toContain('src/errors.ts');
    expect(files).toEqual([...new Set(files)]);
    expect(text.match(/\bclass TurntableError\b|\bTurntableError = class\b/g)).toHaveLength(1);
  });

  test('is CommonJS alone: no ES module is loaded for any command', () => {
    expect(text.match(/\bimport\(|^import /gm)).toBeNull();
  });
});

function builtFile(name: string): string {
  const built = join(ROOT, 'dist', name);
  expect(existsSync(built), 'It is made by: npm run build').toBe(true);
  return built;
}

/** Our modules that a program of Node's has loaded when it calls `tell`, by their names in dist. No package is among them. */
function loadedBy(program: string, input = ''): string[] {
  const loaded = allLoadedBy(program, { input });
  expect(
    loaded.filter((path) => path.includes('node_modules')),
    'A package is loaded at the start: load it with import() where it is needed.',
  ).toEqual([]);
  return loaded;
}

/** The same with the modules of packages. */
function allLoadedBy(program: string, options: { readonly input?: string; readonly cwd?: string }): string[] {
  const tell = 'const tell = () => process.stderr.write(JSON.stringify(Object.keys(require.cache)));';
  const { stderr } = spawnSync(process.execPath, ['-e', `${tell} ${program}`], { encoding: 'utf8', ...options });
  return (JSON.parse(stderr) as string[]).map((path) => relative(join(ROOT, 'dist'), path)).sort();
}
