import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { findingJson } from '../../../src/report/json-output.js';
import { agent, Place, script } from '../../support/turntable/turntable.js';

async function findings(place: Place, ...options: string[]) {
  const { code, stdout } = await place.turntable('doctor', '--json', ...options);
  const list = z.array(findingJson).parse(JSON.parse(stdout.toString()));
  return { code, of: (what: string) => list.find((finding) => finding.what === what) };
}

test('doctor says how to mend a corrupt database, leftover journals and files that others can read', async () => {
  const place = new Place();
  writeFileSync(place.db, 'no database'.repeat(1000));
  await place.record(agent('exit', 0));
  await place.quiet();
  const corrupt = await findings(place);
  expect(corrupt.code).toBe(1);
  expect(corrupt.of('database')).toMatchObject({
    state: 'problem',
    fix: expect.stringContaining('Move the file away') as string,
  });
  expect(corrupt.of('journals')).toMatchObject({
    state: 'note',
    detail: expect.stringContaining('1 left over') as string,
  });
  writeFileSync(place.db, '');
  await place.list();
  chmodSync(place.db, 0o644);
  const mended = await findings(place);
  expect(mended.code).toBe(0);
  expect(mended.of('database')).toMatchObject({ state: 'note', fix: `chmod 600 ${place.db}` });
  expect(mended.of('journals')?.state).toBe('ok');
  expect(mended.of('damaged journals')).toBeUndefined();
  const damaged = join(place.journalFolder, '01hxe7n3f0000001.damaged');
  writeFileSync(damaged, '');
  expect((await findings(place)).of('damaged journals')).toMatchObject({
    state: 'note',
    detail: `1 could not be read completely and are kept: ${damaged}`,
  });
});

test('doctor finds a folder of journals that others may write, and the ingest leaves the recording in its journal', async () => {
  const place = new Place();
  mkdirSync(place.journalFolder);
  chmodSync(place.journalFolder, 0o777);
  expect((await place.record(agent('exit', 3))).code).toBe(3);
  await place.quiet();
  expect(place.journals()).toHaveLength(1);
  const detail = expect.stringMatching(/-journals can be written to by others \(mode 0777, owner \d+\)/) as string;
  expect((await findings(place)).of('database')).toMatchObject({ state: 'problem', detail });
  expect((await place.turntable('list')).stderr).toEqual(detail);
  chmodSync(place.journalFolder, 0o700);
  expect((await place.recording()).exitCode).toBe(3);
});

test('doctor --agent shows what the agent answers to initialize, through the tap', async () => {
  const place = new Place();
  const answer = `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"small","version":"2"}}}`;
  const folder = join(place.folder, 'a folder');
  mkdirSync(folder);
  const file = join(folder, 'agent.js');
  writeFileSync(file, `process.stdin.once('data', () => console.log(${JSON.stringify(answer)}));`);
  const { code, of } = await findings(place, '--agent', `${process.execPath} "${file}"`);
  expect(code).toBe(0);
  expect(of('agent')).toMatchObject({
    state: 'ok',
    detail: expect.stringMatching(/small.*protocol version 1/) as string,
  });
});

test('doctor --agent says what it waits for, and that it gave up on an agent that does not answer, not that this ended', async () => {
  const place = new Place();
  // both end when their stdin does, which is our doing
  for (const source of [
    'process.stdin.resume()',
    'process.stdin.resume();process.stdin.on("end",()=>process.exit(3))',
  ]) {
    const agentLine = `${process.execPath} -e '${source}'`;
    const { code, stdout, stderr } = await place.turntable('doctor', '--json', '--agent', agentLine, '--wait', '200ms');
    const [agentFinding] = z
      .array(findingJson)
      .parse(JSON.parse(stdout.toString()))
      .filter(({ what }) => what === 'agent');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'turntable: waiting up to 0.2 s for the agent to respond to initialize\n',
    });
    expect(agentFinding?.detail).toMatch(
      new RegExp(
        '^it had not answered when doctor gave up after 0\\.2 s: agent owes initialize 0 for \\d+ ms: the agent has not ' +
          "answered the first request; nothing is asked of the client; \\d+ B were handed to the agent's stdin; whether it " +
          "has read them cannot be known; the agent has never sent a line; the agent's stderr is empty$",
      ),
    );
  }
  const wrong = await place.turntable('doctor', '--agent', 'x', '--wait', 'long');
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('invalid --wait "long"') as string });
});

test('doctor --agent says what is wrong with an agent', async () => {
  const place = new Place();
  const [node = '', ...words] = script(`console.log('Welcome'); console.error('no key'); process.exit(7)`);
  const broken = await findings(place, '--agent', `${node} ${words[0] ?? ''} "${words[1] ?? ''}"`);
  expect(broken.code).toBe(1);
  expect(broken.of('agent')).toMatchObject({
    state: 'problem',
    detail: expect.stringMatching(/exit code 7.*no key/s) as string,
  });
  const missing = await findings(place, '--agent', 'no-such-agent --acp');
  expect(missing.of('agent')).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('no-such-agent') as string,
  });
});
