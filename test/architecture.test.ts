import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DERIVING_FOLDERS } from '../bundling/model-digest.js';
import {
  circles,
  FILES,
  filesBelow,
  importsOf,
  loadedWith,
  ROOT,
  SOURCES,
  SRC,
} from './support/source/source-imports.js';

/** From left to right: a folder imports from itself and from those to its left (CONTRIBUTING.md, "The road and the folders"). */
const FOLDERS = [
  'pattern',
  'wire',
  'acp',
  'model',
  'check',
  'filter',
  'fixture',
  'compare',
  'replay',
  'inside',
  'report',
  'screen',
  'store',
  'stdio',
  'tasks',
  // the three faces: for people at a terminal, on a command line, and for programs
  'tui',
  'cli',
  'library',
];

/** The folders that know Node. */
const SHELL = FOLDERS.slice(FOLDERS.indexOf('store'));

/** The faces never import each other, but for this: `turntable` alone opens the screen. */
const FACES = ['tui', 'cli', 'library'];
const SCREEN_STARTS = { from: 'cli/browsing/browse.ts', of: 'tui/open-browser.ts' };

/** More files than this in one folder hide what is in it. */
const MOST_FILES_IN_A_FOLDER = 22;

/** The commands parse and print. Where they need more files than these, something that can be done with recordings hides in them. */
const MOST_FILES_OF_COMMANDS = 60;

/**
 * Who may end the process: the tap, as its agent ended; a command, when nobody reads what it prints; and the guards of the
 * terminal, when it is gone or something was thrown: whatever still waits then would hold a screen that nobody sees.
 */
const MAY_EXIT = [
  'stdio/tap.ts',
  'stdio/process-stage.ts',
  'stdio/end-with-starter.ts',
  'cli/program/own-streams.ts',
  'tui/terminal/guards.ts',
];

/**
 * Who may make a regular expression of text that is not written there: out of constants or escaped words, which cannot hold a
 * foreign pattern, or to ask the platform for a Unicode category. Any other pattern goes through src/pattern/compile-pattern.ts:
 * JavaScript's own engine may take for ever.
 */
const MAY_MAKE_REGEXPS = [
  'check/rules/capability/refused-feature.ts',
  'compare/stable-text.ts',
  'filter/lex-filter.ts',
  'fixture/redact/find-shapes.ts',
  'fixture/redact/find-tokens.ts',
  'fixture/redact/placeholders.ts',
  'fixture/redact/secret-texts.ts',
  'pattern/unicode-category.ts',
  'replay/explain/explained-bindings.ts',
  'screen/transcript/transcript-search.ts',
  'tui/terminal/input-filter.ts',
  'tui/terminal/key-sequences.ts',
  'wire/plain-text.ts',
];

describe('folders', () => {
  test('are those of CONTRIBUTING.md', () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const unknown = folders.map(({ name }) => name).filter((name) => !FOLDERS.includes(name));
    expect(
      unknown,
      'Put the files into a folder of the table in CONTRIBUTING.md, or give the new one its place in FOLDERS here.',
    ).toEqual([]);
  });

  test('import only from themselves and from those to their left', () => {
    const wrong = FILES.flatMap(importsOf)
      .filter(({ from, of, isOurs }) => isOurs && !isOfTheRoot(from, of) && !isToTheLeft(from, of))
      .map(({ from, of }) => `${from} imports ${of}`);
    expect(
      wrong,
      `The order is ${FOLDERS.join(' -> ')}. Move what is needed to the left, or pass it in from the right.`,
    ).toEqual([]);
  });

  test('import only files that exist', () => {
    const missing = FILES.flatMap(importsOf).filter(({ of, isOurs }) => isOurs && !SOURCES.has(of));
    expect(missing.map(({ from, of }) => `${from} imports ${of}`)).toEqual([]);
  });

  test('have no files that import one another in a circle', () => {
    expect(circles(), 'Types count too, and so does import(). Give what both need a file of its own.').toEqual([]);
  });

  test('hold no more files than one looks through', () => {
    const counts = new Map<string, number>();
    for (const file of FILES) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const crowded = [...counts].filter(([, count]) => count > MOST_FILES_IN_A_FOLDER);
    expect(crowded, 'Divide it by what its files are about.').toEqual([]);
  });

  test('left of the checker are in the digest of the model', () => {
    const deriving = FOLDERS.slice(0, FOLDERS.indexOf('check') + 1);
    expect(
      deriving.filter((folder) => !DERIVING_FOLDERS.includes(folder)),
      'Add the folder to DERIVING_FOLDERS in bundling/model-digest.ts: after a change of it, turns and violations are to be derived again.',
    ).toEqual([]);
  });

  /** errors.ts is for all, package-files.ts and input-file.ts for all that knows Node, and index.ts shows what there is. */
  function isOfTheRoot(from: string, of: string): boolean {
    if (of === 'package-files.ts' || of === 'input-file.ts') return SHELL.includes(from.split('/')[0] ?? '');
    return of === 'errors.ts' || from === 'index.ts';
  }

  function isToTheLeft(from: string, of: string): boolean {
    if (from === SCREEN_STARTS.from && of === SCREEN_STARTS.of) return true;
    const [own = '', other = ''] = [from, of].map((file) => dirname(file).split('/')[0] ?? '');
    if (FACES.includes(own) && FACES.includes(other)) return own === other;
    return FOLDERS.includes(other) && FOLDERS.indexOf(other) <= FOLDERS.indexOf(own);
  }
});

describe('the store', () => {
  const others = FILES.filter((file) => !file.startsWith('store/'));

  test('is where all SQL stands', () => {
    // `prepare` and `exec` have other meanings elsewhere: of a database they take a text
    const sql =
      /\.(pragma|transaction)\(|\.(prepare|exec)\(\s*['"`]|['"`]\s*(SELECT|INSERT|UPDATE|DELETE|PRAGMA|WITH) /;
    const wrong = others.filter((file) => sql.test(SOURCES.get(file) ?? ''));
    expect(wrong, 'Give src/store a small function that says what is asked of the database.').toEqual([]);
  });

  test('is the only folder that knows better-sqlite3', () => {
    const wrong = others.flatMap(importsOf).filter(({ of }) => of.startsWith('better-sqlite3'));
    expect(
      wrong.map(({ from }) => from),
      'The type of a database: src/store/schema/sqlite.ts',
    ).toEqual([]);
  });

  test('checks nothing and shows nothing', () => {
    const imports = FILES.filter((file) => file.startsWith('store/')).flatMap(importsOf);
    const wrong = imports.filter(
      ({ of, isType }) => /^(report|screen)\//.test(of) || (!isType && of.startsWith('check/')),
    );
    expect(
      wrong.map(({ from, of }) => `${from} imports ${of}`),
      'Have src/tasks pass it in.',
    ).toEqual([]);
  });
});

describe('what can be done with recordings', () => {
  const tasks = FILES.filter((file) => file.startsWith('tasks/'));

  test('neither parses a command line nor prints', () => {
    const face = /\bprocess\.(argv|stdout)\b|\bconsole\.|\bparseArgs\b|from 'commander'/;
    expect(
      tasks.filter((file) => face.test(SOURCES.get(file) ?? '')),
      'Take options as values, return what is found, and say the rest through Surroundings.',
    ).toEqual([]);
  });

  test('is done in no more commands than parse and print it', () => {
    const commands = FILES.filter((file) => file.startsWith('cli/'));
    expect(commands.length, 'Move what a test or the screen could ask for as well to src/tasks.').toBeLessThanOrEqual(
      MOST_FILES_OF_COMMANDS,
    );
  });

  test('is checked in one folder', () => {
    const checkers = FILES.filter((file) => /\bnew Checker\(/.test(SOURCES.get(file) ?? ''));
    expect(checkers.filter((file) => !file.startsWith('tasks/checking/'))).toEqual([]);
  });
});

describe('the library', () => {
  test('needs no package before something of it is called', () => {
    const imports = [...loadedWith('index.ts')].flatMap(importsOf).filter(({ isLazy }) => !isLazy);
    const packages = imports.filter(({ of, isOurs, isType }) => !isOurs && !isType && !of.startsWith('node:'));
    expect(
      packages.map(({ from, of }) => `${from} imports ${of}`),
      'Each test file that imports acp-turntable waits for it. Load the package with import() in the function that needs it.',
    ).toEqual([]);
  });

  test('replays without the packages that only other things need', () => {
    const packages = [...loadedWith('library/replayed-agent.ts')]
      .flatMap(importsOf)
      .filter(({ isOurs, isType, isLazy, of }) => !isOurs && !isType && !isLazy && !of.startsWith('node:'));
    expect(packages.map(({ from, of }) => `${from} imports ${of}`)).toEqual([]);
  });

  test('leaves the process alone that imports it', () => {
    const program = `
      const count = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
      const before = count();
      await import(${JSON.stringify(join(ROOT, 'dist', 'index.js'))});
      console.log(count() - before, process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(said.trim()).toBe('0 0');
  });
});

describe('tests', () => {
  /** Tests that mirror no file of src. */
  const OF_THEIR_OWN = ['integration', 'e2e', 'long', 'bench', 'support'];

  test('are named after the file of src that they are about', () => {
    const tests = filesBelow(join(ROOT, 'test'), '.test.ts');
    const mirrored = tests.filter(
      (name) => !OF_THEIR_OWN.includes(name.split('/')[0] ?? '') && name !== 'architecture.test.ts',
    );
    const wrong = mirrored.filter((name) => !SOURCES.has(name.replace(/\.test\.ts$/, '.ts')));
    expect(
      wrong.map((name) => `test/${name}`),
      'test/<folder>/x.test.ts is about src/<folder>/x.ts. Rename the test, or put it into test/e2e.',
    ).toEqual([]);
  });

  test('share what stands in a room that its page names', () => {
    const support = join(ROOT, 'test', 'support');
    const page = readFileSync(join(support, 'README.md'), 'utf8');
    const rooms = Array.from(page.matchAll(/^\| `([a-z]+)\/`/gm), ([, room = '']) => room);
    const entries = readdirSync(support).filter((name) => name !== 'README.md');
    expect(
      entries.sort(),
      'Put the file into a room of test/support/README.md, or give the new room a line there.',
    ).toEqual(rooms.sort());
  });

  test('that run in one process start none of Turntable', () => {
    const quick = filesBelow(join(ROOT, 'test'), '.test.ts').filter((name) => !/^(e2e|long)\//.test(name));
    const starters = quick.filter((name) =>
      /\bTURNTABLE\b|\bnew Place\(/.test(readFileSync(join(ROOT, 'test', name), 'utf8')),
    );
    expect(
      starters.filter((name) => name !== 'architecture.test.ts'),
      'Run the command in this process, with PlaceHere, or put the test into test/e2e.',
    ).toEqual([]);
  });
});

describe('files', () => {
  test('have names that say what is in them', () => {
    const vague = FILES.filter((file) => /(^|[/-])(utils?|helpers?|common|managers?|misc)([.-]|$)/.test(file));
    expect(vague, 'Name the file after the one thing that it holds.').toEqual([]);
  });

  test('have names of their own', () => {
    const places = new Map<string, string[]>();
    for (const file of FILES) {
      const name = basename(file);
      // a file of rules is named after a rule, and two families may have a rule of one name
      if (name !== 'index.ts' && !file.startsWith('check/rules/'))
        places.set(name, [...(places.get(name) ?? []), file]);
    }
    const twice = [...places.values()].filter((files) => files.length > 1).map((files) => files.join(', '));
    expect(twice, 'Who looks for a file by its name finds one: say more of what is in it.').toEqual([]);
  });

  test('are called in kebab-case', () => {
    const odd = FILES.filter(
      (file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.gen|\.d)?\.ts$/.test(file),
    );
    expect(odd, 'Small letters and dashes: line-splitter.ts').toEqual([]);
  });

  test('end the process nowhere but where it is the point', () => {
    const enders = FILES.filter((file) => /\bprocess\.(exit|abort|reallyExit)\(/.test(SOURCES.get(file) ?? ''));
    expect(
      enders.filter((file) => !MAY_EXIT.includes(file)),
      'A command returns its exit code, and bin sets process.exitCode: what was printed gets out. Throw a TurntableError.',
    ).toEqual([]);
  });
});

test('patterns of others go through the one door for them', () => {
  const makers = FILES.filter((file) => /\bRegExp\(/.test(SOURCES.get(file) ?? ''));
  expect(
    makers.filter((file) => !MAY_MAKE_REGEXPS.includes(file)),
    'Write the pattern between slashes, or use compileRegex of src/pattern/compile-pattern.ts.',
  ).toEqual([]);
});

describe('errors', () => {
  test('have no code that nothing throws', () => {
    const union = /export type ErrorCode =([^;]+);/.exec(SOURCES.get('errors.ts') ?? '')?.[1] ?? '';
    const codes = Array.from(union.matchAll(/'([A-Z_]+)'/g), ([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(5);
    const elsewhere = FILES.filter((file) => file !== 'errors.ts').map((file) => SOURCES.get(file) ?? '');
    const unused = codes.filter((code) => !elsewhere.some((text) => text.includes(`'${code}'`)));
    expect(unused, 'Throw it where it belongs, or take it out of ErrorCode in src/errors.ts.').toEqual([]);
  });
});
