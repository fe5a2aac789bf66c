import { describe, expect, test } from 'vitest';
import { skipLoudly } from '../support/processes/skip.js';
import { hasOthers, INSTALLED, OTHERS, runTests, type Runner } from '../support/turntable/test-runners.js';

skipLoudly(!hasOthers, 'what jest and mocha show of a failure', 'TURNTABLE_TEST_RUNNERS names no folder with both');

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
  const { stdout, stderr, code } = await runTests(runner, TESTS);
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
