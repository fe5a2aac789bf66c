import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { run } from '../support/processes/program.js';
import { skipLoudly } from '../support/processes/skip.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** jest and mocha would be 220 packages: they are not installed for this. */
const RUNNERS = process.env['TURNTABLE_TEST_RUNNERS'] ?? '';
const NATIVE_USING = 24;

/** Three tests of a client that says other words than were recorded, and one of a client that does not answer. */
const TESTS = `
import * as sdk from '@agentclientprotocol/sdk';
import { replayAgent } from 'acp-turntable';

async function converse(agent, { text = 'Delete greet.ts.', permission }) {
  const { client, session } = sdk.methods;
  await sdk
    .client({ name: 'test' })
    .onNotification(client.session.update, () => undefined)
    .onRequest(client.session.requestPermission, permission)
    .connectWith(sdk.ndJsonStream(agent.stdin, agent.stdout), async (acp) => {
      await acp.request(sdk.methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await acp.request(sdk.methods.agent.session.new, { cwd: '/elsewhere', mcpServers: [] });
      await acp.request(sdk.methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
    });
}
const rejects = () => ({ outcome: { outcome: 'selected', optionId: 'reject' } });

test('with await using', async () => {
  await using agent = await replayAgent('delete-file.acp');
  await converse(agent, { permission: rejects });
  await agent.finished();
});

test('with try and finally', async () => {
  const agent = await replayAgent('delete-file.acp');
  try {
    await converse(agent, { permission: rejects });
    await agent.finished();
  } finally {
    await agent.close();
  }
});

test('with neither', async () => {
  const agent = await replayAgent('delete-file.acp');
  await converse(agent, { permission: rejects });
  await agent.finished();
});

test('with a client that never answers', async () => {
  await using agent = await replayAgent('delete-file.acp');
  await converse(agent, { text: 'Delete greet.js.', permission: () => new Promise(() => {}) });
  await agent.finished();
});
`;

interface Runner {
  readonly name: string;
  readonly file: string;
  readonly imports: string;
  /** What follows `node`. */
  readonly words: readonly string[];
  readonly errorsOn: 'stdout' | 'stderr';
}

const inRunners = (path: string): string => join(RUNNERS, 'node_modules', path);
const INSTALLED: readonly Runner[] = [
  {
    name: 'vitest',
    file: 'a.test.ts',
    imports: "import { test } from 'vitest';",
    words: [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--config=none.config.js',
      '--testTimeout=60000',
    ],
    errorsOn: 'stderr',
  },
  {
    name: 'node-test',
    file: 'a.test.mjs',
    imports: "import { test } from 'node:test';",
    words: ['--test', '--test-reporter=spec', 'a.test.mjs'],
    errorsOn: 'stdout',
  },
];
const OTHERS: readonly Runner[] = [
  {
    name: 'jest',
    file: 'a.test.mjs',
    imports: '',
    words: ['--experimental-vm-modules', '--no-warnings', inRunners('jest/bin/jest.js'), '--config=jest.json'],
    errorsOn: 'stderr',
  },
  {
    name: 'mocha',
    file: 'a.test.mjs',
    imports: '',
    words: [inRunners('mocha/bin/mocha.js'), '--ui=tdd', '--timeout=60000', 'a.test.mjs'],
    errorsOn: 'stdout',
  },
];
const hasOthers = existsSync(inRunners('jest')) && existsSync(inRunners('mocha'));
skipLoudly(!hasOthers, 'what jest and mocha show of a failure', 'TURNTABLE_TEST_RUNNERS names no folder with both');

/** A folder as the author of a client has it. */
function project({ file, imports }: Runner): string {
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
  writeFileSync(join(folder, 'none.config.js'), 'export default {};');
  writeFileSync(
    join(folder, 'jest.json'),
    '{ "transform": {}, "testMatch": ["**/*.test.mjs"], "setupFiles": ["./symbols.cjs"], "testTimeout": 60000 }',
  );
  // jest's own globals lack it before Node 24
  writeFileSync(join(folder, 'symbols.cjs'), "Symbol.asyncDispose ??= Symbol('Symbol.asyncDispose');");
  const isNative = Number(process.versions.node.split('.')[0]) >= NATIVE_USING;
  const target = isNative ? ts.ScriptTarget.ESNext : ts.ScriptTarget.ES2022;
  const compilerOptions = { target, module: ts.ModuleKind.ESNext };
  const source = `${imports}\n${TESTS}`;
  const text = file.endsWith('.ts') ? source : ts.transpileModule(source, { compilerOptions }).outputText;
  writeFileSync(join(folder, file), text);
  return folder;
}

/** What a runner shows, without what differs from run to run: stacks, times, and the folder. */
function shown(output: string): string {
  const lines = output
    // what is said on stderr comes sooner or later among the rest
    .replaceAll(/^turntable: .*\n(?: {2}.*\n)*/gm, '')
    // node:test shows failures at the end, and before Node 22 also where they happen
    .replace(/^[^]*✖ failing tests:\n/, '')
    .replaceAll(/Error \[(\w+)\]/g, '$1')
    .replaceAll(/ ?\(?\d+(?:\.\d+)? ?m?s\b\)?/g, '')
    .split('\n')
    .map((line) => line.replace(/ \{$/, '').trimEnd())
    .filter((line) => line !== '' && !NOISE.test(line));
  return `${lines.join('\n')}\n`;
}

/** Lines of stacks and of the code that they show, members of errors, and what is measured. */
const NOISE =
  /^ *(?:test at |at |❯ .*:\d|❯ a\.test|>? *\d* ?\||(?:code|data|hint|exitCode): |kind: |nearest: |differences: |divergence: |\}|Start at|Duration|Time:|RUN |ℹ |⎯+\[)/;

async function failuresIn(runner: Runner): Promise<string> {
  const own = [
    'VITEST',
    'VITEST_POOL_ID',
    'VITEST_WORKER_ID',
    'NODE_TEST_CONTEXT',
    'NODE_OPTIONS',
    'CI',
    'GITHUB_ACTIONS',
  ];
  const env = { NO_COLOR: '1', ...Object.fromEntries(own.map((name) => [name, undefined])) };
  const { stdout, stderr, code } = await run([process.execPath, ...runner.words], { cwd: project(runner), env });
  expect(code).not.toBe(0);
  const output = shown(runner.errorsOn === 'stderr' ? stderr : stdout.toString());
  expect(output).not.toContain('SuppressedError');
  const reports = output.split(/^(?=.*Error: replay diverged)/m).slice(1);
  expect(reports.length).toBeGreaterThanOrEqual(3);
  for (const report of reports) expect(lastLine(report)).toBeLessThan(15);
  expect(stderr + stdout.toString()).toContain('the client owes session/request_permission');
  return output;
}

/** Where a report says what to do, from 0: that is its last line. */
function lastLine(report: string): number {
  return report.split('\n').findIndex((line) => /^ *If the client /.test(line));
}

describe('a failure shows what was recorded, what came, where and what to do, at once, in', () => {
  const goldens = '../golden/runners';
  test.each(INSTALLED)('$name', async (runner) => {
    await expect(await failuresIn(runner)).toMatchFileSnapshot(`${goldens}/${runner.name}.txt`);
  });

  test.skipIf(!hasOthers).each(OTHERS)('$name', async (runner) => {
    await expect(await failuresIn(runner)).toMatchFileSnapshot(`${goldens}/${runner.name}.txt`);
  });
});
