import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/processes/folders.js';
import { fixtureOf, recorded } from '../support/replay/clients/recorded.js';
import { names, replayInChild, type ChildRun } from '../support/replay/replaying.js';

const CONVERSATION = recorded('silence', [
  ['client', '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}', 3],
  ['agent', '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}', 4],
  ['client', '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/p","mcpServers":[]}}', 5],
  ['agent', '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}', 6],
  ['client', '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}', 7],
  ['agent', '{"jsonrpc":"2.0","id":0,"method":"fs/read_text_file","params":{"sessionId":"s","path":"/p/a"}}', 8],
  ['client', '{"jsonrpc":"2.0","id":0,"result":{"content":"a"}}', 9],
  ['agent', '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}', 10],
]);
const WAIT_MS = 300;

function started(...options: readonly string[]): ChildRun {
  const file = join(temporaryFolder(), 'silence.acp');
  writeFileSync(file, fixtureOf(CONVERSATION));
  return replayInChild(file, options);
}

function say(run: ChildRun, count: number): void {
  for (const { line } of CONVERSATION.client.slice(0, count)) run.write(`${line}\n`);
}

describe('a client that falls silent while it is waited for', () => {
  test.each([0, 1, 2, 3])('is told within --wait what is missing, after %i messages', async (count) => {
    const run = started('--wait', `${WAIT_MS}ms`, '--user-wait', `${WAIT_MS}ms`);
    say(run, count);
    const { exit, report } = await run.ended;
    expect(exit).toBe(5);
    expect(report.outcome).toBe('diverged');
    const missing = CONVERSATION.client[count];
    expect(report.divergences.map((one) => missing !== undefined && names(one, missing))).toEqual([true]);
  });

  test('is waited for where a person decides when the prompt comes', async () => {
    const run = started('--wait', `${WAIT_MS}ms`);
    say(run, 2);
    expect(await run.waitFor(() => run.said.length === 2)).toBe(true);
    await expectsToGoOn(run);
    run.write(
      CONVERSATION.client
        .slice(2)
        .map(({ line }) => `${line}\n`)
        .join(''),
    );
    expect(await run.finish()).toMatchObject({ exit: 0 });
  });

  test('is waited for with --wait 0', async () => {
    const run = started('--wait', '0');
    say(run, 1);
    expect(await run.waitFor(() => run.said.length === 1)).toBe(true);
    await expectsToGoOn(run);
    expect(await run.finish()).toMatchObject({ exit: 5 });
  });

  test('is waited for where all has come', async () => {
    const run = started('--wait', `${WAIT_MS}ms`);
    say(run, 4);
    expect(await run.waitFor(() => run.said.length === 4)).toBe(true);
    await expectsToGoOn(run);
    expect(await run.finish()).toMatchObject({ exit: 0 });
  });
});

/** It still runs when three times the wait is over. */
async function expectsToGoOn(run: ChildRun): Promise<void> {
  const ended = run.ended.then(() => 'ended');
  const waited = new Promise<string>((resolve) => setTimeout(resolve, 3 * WAIT_MS, 'goes on'));
  expect(await Promise.race([ended, waited])).toBe('goes on');
}
