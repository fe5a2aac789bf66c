import { describe, expect, test } from 'vitest';
import { skipLoudly } from '../support/processes/skip.js';
import { hasOthers, INSTALLED, OTHERS, runTests, type Runner } from '../support/turntable/test-runners.js';

skipLoudly(!hasOthers, 'the leak check in jest and mocha', 'TURNTABLE_TEST_RUNNERS names no folder with both');

/** Two tests that pass by themselves, of which one never asks how its replay went, and one that fails by itself. */
const TESTS = `
import { replayAgent } from 'acp-turntable';

const hello = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}';
async function greets(agent) {
  const writer = agent.stdin.getWriter();
  await writer.write(new TextEncoder().encode(hello + String.fromCharCode(10)));
  await agent.stdout.getReader().read();
}

test('asks', async () => {
  const agent = await replayAgent('delete-file.acp', { allowPartial: true });
  await greets(agent);
  await agent.finished();
});

test('fails by itself', async () => {
  const agent = await replayAgent('delete-file.acp');
  await greets(agent);
  throw new Error('of its own');
});

test('never asks', async () => {
  const agent = await replayAgent('delete-file.acp');
  await greets(agent);
  await agent.close();
});
`;

async function check(runner: Runner, isShownOnce: boolean): Promise<void> {
  const { stdout, stderr, code } = await runTests(runner, TESTS, true);
  expect(code).not.toBe(0);
  const said = stdout.toString() + stderr;
  expect(said).toContain('of its own');
  expect(said).toMatch(/no test asked for the result of this replay: .*The client left before/);
  expect(said).toMatch(/started at a\.test\.m?[jt]s:\d+/);
  // the test that failed by itself left its replay as well
  const places = new Set(Array.from(said.matchAll(/started at (\S+)/g), ([, place]) => place));
  if (isShownOnce) expect(places.size).toBe(1);
}

describe('a replay that nobody asks about fails its test in', () => {
  test.each(INSTALLED)('$name', async (runner) => {
    await check(runner, true);
  });

  test.skipIf(!hasOthers).each(OTHERS)('$name', async (runner) => {
    await check(runner, runner.name !== 'jest');
  });
});
