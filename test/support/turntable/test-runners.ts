import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { temporaryFolder } from '../processes/folders.js';
import { run, type Ended } from '../processes/program.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** jest and mocha would be 220 packages: they are not installed for this. */
const RUNNERS = process.env['TURNTABLE_TEST_RUNNERS'] ?? '';
/** The first Node that knows `await using`. */
const NATIVE_USING = 24;

/** A test runner, and how it is started. */
export interface Runner {
  readonly name: string;
  readonly file: string;
  readonly imports: string;
  /** What follows `node`. */
  readonly words: readonly string[];
  readonly errorsOn: 'stdout' | 'stderr';
  /** How the leak check is set up. */
  readonly leakCheck: { readonly imports: string; readonly words: readonly string[] };
}

const inRunners = (path: string): string => join(RUNNERS, 'node_modules', path);
/** Those that are here in any case. */
export const INSTALLED: readonly Runner[] = [
  {
    name: 'vitest',
    file: 'a.test.ts',
    imports: "import { test } from 'vitest';",
    words: [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=default', '--testTimeout=60000'],
    errorsOn: 'stderr',
    leakCheck: { imports: '', words: [] },
  },
  {
    name: 'node-test',
    file: 'a.test.mjs',
    imports: "import { test } from 'node:test';",
    words: ['--test', '--test-reporter=spec', 'a.test.mjs'],
    errorsOn: 'stdout',
    leakCheck: { imports: "import 'acp-turntable/node-test';\n", words: [] },
  },
];
/** Those that {@link hasOthers} tells of. */
export const OTHERS: readonly Runner[] = [
  {
    name: 'jest',
    file: 'a.test.mjs',
    imports: '',
    words: ['--experimental-vm-modules', '--no-warnings', inRunners('jest/bin/jest.js'), '--config=jest.json'],
    errorsOn: 'stderr',
    leakCheck: { imports: '', words: ['--setupFilesAfterEnv=acp-turntable/jest'] },
  },
  {
    name: 'mocha',
    file: 'a.test.mjs',
    imports: '',
    words: [inRunners('mocha/bin/mocha.js'), '--ui=tdd', '--timeout=60000', 'a.test.mjs'],
    errorsOn: 'stdout',
    leakCheck: { imports: '', words: ['--require=./node_modules/acp-turntable/setup/mocha.cjs'] },
  },
];
export const hasOthers = existsSync(inRunners('jest')) && existsSync(inRunners('mocha'));

/**
 * Runs a file of tests (TypeScript) as the author of a client does, with the fixture `delete-file.acp` beside it.
 *
 * @param isChecked with the leak check
 */
export async function runTests(runner: Runner, tests: string, isChecked = false): Promise<Ended> {
  const { imports, words } = isChecked ? runner.leakCheck : { imports: '', words: [] };
  const own = [
    'VITEST',
    'VITEST_POOL_ID',
    'VITEST_WORKER_ID',
    'NODE_TEST_CONTEXT',
    'NODE_OPTIONS',
    'CI',
    'GITHUB_ACTIONS',
  ];
  const env = {
    NO_COLOR: '1',
    LEAK_CHECK: isChecked ? '1' : undefined,
    ...Object.fromEntries(own.map((name) => [name, undefined])),
  };
  return run([process.execPath, ...runner.words, ...words], { cwd: project(runner, imports + tests), env });
}

/** A folder as the author of a client has it. */
function project({ file, imports }: Runner, tests: string): string {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'docs/examples/delete-file.acp'), join(folder, 'delete-file.acp'));
  const links = {
    'acp-turntable': ROOT,
    '@agentclientprotocol/sdk': join(ROOT, 'node_modules/@agentclientprotocol/sdk'),
  };
  for (const [packageName, target] of Object.entries({ ...links, vitest: join(ROOT, 'node_modules/vitest') })) {
    const link = join(folder, 'node_modules', packageName);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const setupFiles = "process.env.LEAK_CHECK ? ['acp-turntable/vitest'] : []";
  writeFileSync(join(folder, 'vitest.config.js'), `export default { test: { setupFiles: ${setupFiles} } };`);
  writeFileSync(
    join(folder, 'jest.json'),
    '{ "transform": {}, "testMatch": ["**/*.test.mjs"], "setupFiles": ["./symbols.cjs"], "testTimeout": 60000 }',
  );
  // jest's own globals lack it before Node 24
  writeFileSync(join(folder, 'symbols.cjs'), "Symbol.asyncDispose ??= Symbol('Symbol.asyncDispose');");
  const isNative = Number(process.versions.node.split('.')[0]) >= NATIVE_USING;
  const target = isNative ? ts.ScriptTarget.ESNext : ts.ScriptTarget.ES2022;
  const compilerOptions = { target, module: ts.ModuleKind.ESNext };
  const source = `${imports}\n${tests}`;
  const text = file.endsWith('.ts') ? source : ts.transpileModule(source, { compilerOptions }).outputText;
  writeFileSync(join(folder, file), text);
  return folder;
}
