import { describe, expect, test } from 'vitest';
import { writeInto } from '../../support/turntable/capture.js';
import { nasty } from '../../support/turntable/nasty.js';
import { agent, Place, sumOf } from '../../support/turntable/turntable.js';

describe('export', () => {
  test.each([
    ['garbage', agent('garbage', 3, 20_000)],
    ['a frame that was cut', agent('exit-mid-frame')],
    ['an agent that a signal ended', agent('die', 'SIGTERM')],
    ['characters of every length', agent('split-utf8', 0)],
  ])('of %s, imported and exported again, is the same file', async (_, command) => {
    const place = new Place();
    await place.record(command, { stdin: 'ignore' });
    const first = await place.export('1');
    await place.output('import', writeInto(place, 'first.acp', first));
    expect(await place.export('2')).toBe(first);
  });

  test('keeps every byte of both sides', async () => {
    const place = new Place();
    const bytes = await nasty(5, 20_000);
    await place.record(agent('echo'), { input: bytes });
    await place.output('import', writeInto(place, 'x.acp', await place.export('1')));
    expect((await place.proof('2')).streams).toMatchObject({ client: sumOf(bytes), agent: sumOf(bytes) });
  });
});
