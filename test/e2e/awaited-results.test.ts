import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, Place, script } from '../support/turntable/turntable.js';

test('a pattern of the agent that takes other engines for ever does not hold up record --check', async () => {
  const place = new Place();
  const requestedSchema = { type: 'object', properties: { name: { type: 'string', pattern: '^((a+))+$' } } };
  const params = { sessionId: 's1', mode: 'form', message: 'Who?', requestedSchema };
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params });
  const response = { jsonrpc: '2.0', id: 1, result: { action: 'accept', content: { name: `${'a'.repeat(40)}!` } } };
  const asking = script(
    `console.log(process.argv[1]); process.stdin.resume().on('end', () => process.exit(3))`,
    request,
  );
  const tap = place.tap(asking, { options: ['--check'] });
  await tap.says('elicitation/create');
  tap.endInput(`${JSON.stringify(response)}\n`);
  const { code, stderr } = await tap.ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(/check: .*pattern/);
  expect(stderr).toMatch(/check: 2 frames: /);
  expect(stderr).not.toMatch(/not finished/);
});

test('where the recording stays in its journal, the tap says how to get what was asked for', async () => {
  const place = new Place();
  const rubbish = Buffer.alloc(8192, 'this is no database ');
  writeFileSync(place.db, rubbish);
  const file = join(place.folder, 'x.acp');
  const { code, stderr } = await place.record(agent('exit', 4), { options: ['--check', '--fixture', file] });
  expect(code).toBe(4);
  const [, id = ''] = /turntable: recording (\w+) is still in its journal/.exec(stderr) ?? [];
  expect(stderr).toContain(`to write the fixture, run: turntable export ${id} -o FILE`);
  expect(stderr).toContain(`to finish the check, run: turntable check ${id}`);
  expect(existsSync(file)).toBe(false);
  writeFileSync(place.db, '');
  expect((await place.export(id)).startsWith('#acp-fixture')).toBe(true);
});

test('a file that is no fixture is refused at the start, and again if it comes meanwhile; the agent runs all the same', async () => {
  const place = new Place();
  const file = join(place.folder, 'o.txt');
  writeFileSync(file, 'keep');
  const refusal = `turntable: ${file} exists and is not a fixture, so it was not replaced. Name another file for --fixture, or remove this one`;
  const { code, stdout, stderr } = await place.record(agent('exit', 4), { options: ['--fixture', file] });
  expect({ code, stderr, stdout: stdout.toString() }).toEqual({ code: 4, stderr: `${refusal}\n`, stdout: '' });

  const later = join(place.folder, 'later.txt');
  const waiting = script(`process.stdin.resume().on('end', () => process.exit(3)); console.log('{"ready":1}')`);
  const tap = place.tap(waiting, { options: ['--fixture', later] });
  await tap.says('ready');
  writeFileSync(later, 'keep');
  tap.endInput('');
  const ended = await tap.ended;
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain(`${later} exists and is not a fixture`);
  expect([file, later].map((path) => readFileSync(path, 'utf8'))).toEqual(['keep', 'keep']);
  expect(await place.list()).toHaveLength(2);
});
