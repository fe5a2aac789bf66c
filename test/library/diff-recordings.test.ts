import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diffRecordings } from '../../src/index.js';
import { fixtureBytes } from '../support/fixtures/fixture-bytes.js';
import { temporaryFolder } from '../support/processes/folders.js';
import { opened, prompt, stopped } from '../support/conversations/opened.js';
import { chunk, type Conversation } from '../support/conversations/scripted.js';
import { PlaceHere } from '../support/turntable/place-here.js';

function turns(sessionId: string, ...stopReasons: readonly string[]): Conversation {
  return [
    ...opened(sessionId),
    ...stopReasons.flatMap((stopReason, i): Conversation => [
      ['client', prompt(i + 2, sessionId, `prompt ${i}`)],
      ['agent', chunk(sessionId, 'hello')],
      ['agent', stopped(i + 2, stopReason)],
    ]),
  ];
}

const A = fixtureBytes(turns('one', 'end_turn', 'end_turn'));
const B = fixtureBytes(turns('two', 'end_turn', 'max_tokens'));

describe('diffRecordings', () => {
  test('finds nothing where only ids differ', async () => {
    const other = fixtureBytes(turns('other', 'end_turn', 'end_turn'));
    expect(await diffRecordings(A, other)).toMatchObject({ equal: true, differences: [], counts: {} });
  });

  test('says what diff says', async () => {
    const [a, b] = ['a.acp', 'b.acp'].map((name) => join(temporaryFolder(), name)) as [string, string];
    writeFileSync(a, A);
    writeFileSync(b, B);
    const { code, stdout } = await new PlaceHere().run(['diff', '--json', a, b]);
    const diff = await diffRecordings(a, b);
    expect(diff.differences).toMatchObject([{ kind: 'stop-reason', turn: { a: 2, b: 2 } }]);
    expect(JSON.parse(stdout.toString())).toMatchObject(JSON.parse(JSON.stringify(diff)) as object);
    expect(code).toBe(1);
  });

  test('takes the options of diff', async () => {
    expect(await diffRecordings(A, B, { ignore: ['stop-reason'] })).toMatchObject({ equal: true });
    expect(await diffRecordings(A, B, { turn: 1 })).toMatchObject({ equal: true });
    expect(await diffRecordings(A, B, { turn: [1, 2], session: ['one', '1'], only: ['stop-reason'] })).toMatchObject({
      counts: { 'stop-reason': 1 },
    });
    await expect(diffRecordings(A, B, { turn: 9 })).rejects.toMatchObject({ code: 'USAGE' });
    await expect(diffRecordings(A, B, { only: ['latency'] })).rejects.toMatchObject({ code: 'USAGE' });
  });
});
