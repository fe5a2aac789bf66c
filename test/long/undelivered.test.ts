import { expect, test } from 'vitest';
import { Place, script } from '../support/turntable/turntable.js';

test('an agent crashes and its client does not read: the tap ends by itself, with the code of the agent', async () => {
  const place = new Place();
  const source = `process.stdout._handle.setBlocking(false);
    for (let n = 0; n < 2_000; n += 1) process.stdout.write('{"n":' + n + ',"p":"' + 'x'.repeat(500) + '"}\\n');
    setTimeout(() => process.exit(3), 500);`;
  const tap = place.tap(script(source), { reads: false });
  await tap.exited;
  const { code, stderr } = await tap.ended;
  expect({ code, stderr }).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^turntable: the client did not read the last/) as unknown,
  });
  expect(await place.events()).toEqual(['spawn', 'agent-eof', 'exit', 'undelivered']);
});
