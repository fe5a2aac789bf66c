import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordAgent, useFixture } from '../../src/index.js';
import { ownIdentity } from '../../src/store/journal/process-identity.js';
import { request } from '../support/conversations/conversation.js';
import { WebClient } from '../support/conversations/web-client.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { run } from '../support/processes/program.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HELLO = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} });

/** Notes each start of it, and answers after a while. */
const AGENT = `
  require('fs').appendFileSync('starts', 'x');
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id } = JSON.parse(line);
    setTimeout(() => console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1 } })), Number(process.argv[2]));
  });`;

/** What each program does first; agent: the command of the agent. */
const BEGINNING = `
  import { recordAgent, useFixture } from 'acp-turntable';
  const agentWaiting = (ms) => [process.execPath, 'agent.cjs', String(ms)];
  const hello = ${JSON.stringify(`${JSON.stringify(HELLO)}\n`)};
  async function greets({ stdin, stdout }) {
    await stdin.getWriter().write(new TextEncoder().encode(hello));
    const { value } = await stdout.getReader().read();
    return new TextDecoder().decode(value);
  }`;

/** A folder with the agent, and a program that uses the library. */
function project(program: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/acp-turntable'));
  writeFileSync(join(folder, 'agent.cjs'), AGENT);
  writeFileSync(join(folder, 'a.test.mjs'), `${BEGINNING}\n${program}`);
  return folder;
}

const CLEAN = { NODE_TEST_CONTEXT: undefined, CI: undefined, VITEST: undefined };

describe('a recording test that fails with its connection open', () => {
  test('does not keep node:test from ending', async () => {
    const folder = project(`
      import { test } from 'node:test';
      test('fails', async () => {
        const agent = await recordAgent({ agent: agentWaiting(0) });
        await greets(agent);
        throw new Error('of its own');
      });`);
    const { code, stdout } = await run([process.execPath, '--test', 'a.test.mjs'], { cwd: folder, env: CLEAN });
    expect(code).toBe(1);
    expect(stdout.toString()).toContain('of its own');
  });

  test('is alive as long as its agent works', async () => {
    const folder = project(`
      const agent = await recordAgent({ agent: agentWaiting(4_000) });
      console.log(await greets(agent));`);
    const { code, stdout } = await run([process.execPath, 'a.test.mjs'], { cwd: folder, env: CLEAN });
    expect([code, stdout.toString()]).toEqual([0, expect.stringContaining('"protocolVersion":1')]);
  });
});

describe('tests that want the same fixture, which is not there yet,', () => {
  test('record it once, each in a process of its own', async () => {
    const folder = project(`
      const agent = await useFixture({ path: 'new/x.acp', agent: agentWaiting(300) });
      await greets(agent);
      await agent.finished();
      await agent.close();
      console.log(agent.speaks);`);
    const words = [process.execPath, 'a.test.mjs'];
    const ended = await Promise.all([1, 2, 3, 4].map(() => run(words, { cwd: folder, env: CLEAN })));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const spoke = ended.map(({ stdout }) => stdout.toString().trim()).sort();
    expect(spoke).toEqual(['agent', 'recording', 'recording', 'recording']);
    expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('x');
    expect(existsSync(join(folder, 'new/x.acp.recording'))).toBe(false);
  });

  test('of which one records it now: the other one names both', async () => {
    const path = join(temporaryFolder(), 'x.acp');
    const first = await recordAgent({ agent: ['never-started'], path });
    onTestFinished(() => first.close());
    expect(statSync(`${path}.recording`).mode & 0o777).toBe(0o600);
    const here = 'library-recording-tests\\.test\\.ts:\\d+';
    await expect(recordAgent({ agent: ['never-started'], path })).rejects.toMatchObject({
      code: 'FIXTURE_BUSY',
      message: expect.stringMatching(
        new RegExp(`${here} \\(process ${process.pid}\\), so .*${here} cannot record it`),
      ) as unknown,
    });
    await first.close();
    const second = await recordAgent({ agent: ['never-started'], path });
    await second.close();
    expect(existsSync(`${path}.recording`)).toBe(false);
  });

  test('take the place of one that was killed', async () => {
    vi.stubEnv('TURNTABLE_MODE', 'once');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const path = join(temporaryFolder(), 'x.acp');
    const { pid } = await run([process.execPath, '-p', 'process.pid']).then(({ stdout }) => ({
      pid: Number(stdout.toString()),
    }));
    writeFileSync(`${path}.recording`, JSON.stringify({ ...ownIdentity(), pid, where: 'gone.test.ts:1' }));
    const agent = await useFixture({
      path,
      agent: [process.execPath, '-e', AGENT.replace("'starts'", "'/dev/null'"), '0'],
      mode: 'once',
    });
    const client = new WebClient(agent);
    await client.say(HELLO);
    await client.line();
    expect(await agent.finished()).toMatchObject({ outcome: 'recorded' });
    await agent.close();
    expect(existsSync(`${path}.recording`)).toBe(false);
  });
});
