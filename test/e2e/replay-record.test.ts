import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureOf, recorded } from '../support/replay/clients/recorded.js';
import { replayInChild } from '../support/replay/replaying.js';
import { Place } from '../support/turntable/turntable.js';

const CONVERSATION = recorded('short', [
  ['client', '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}', 3],
  ['agent', '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}', 4],
]);
const [INITIALIZE] = CONVERSATION.client;
const OTHER = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2}}';

/** What is recorded of a replay to a client that says this. */
async function recordedReplay(line: string): Promise<{ readonly code: number | null; readonly shown: string }> {
  const place = new Place();
  const file = join(place.folder, 'short.acp');
  writeFileSync(file, fixtureOf(CONVERSATION));
  const run = replayInChild(file, ['--record', '--db', place.db]);
  run.write(`${line}\n`);
  const { exit } = await run.finish();
  const { stdout } = await place.turntable('show', '1', '--db', place.db);
  return { code: exit, shown: stdout.toString() };
}

test('a recorded replay ends as the agent did', async () => {
  const { code, shown } = await recordedReplay(INITIALIZE?.line ?? '');
  expect(code).toBe(0);
  expect(shown).toMatch(/exit.*code=0/);
});

test('a recorded replay that diverged says so by its exit code', async () => {
  const { code, shown } = await recordedReplay(OTHER);
  expect(code).toBe(5);
  expect(shown).toMatch(/exit.*code=5/);
});
