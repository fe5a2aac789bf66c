import { describe, expect, test } from 'vitest';
import { isSameNumber, spellingsOf } from '../../../src/replay/engine/spellings.js';
import { request } from '../../support/conversations/conversation.js';
import { HELLO, opened, ROOT } from '../../support/conversations/opened.js';
import { play, type Conversation, type Line } from '../../support/conversations/scripted.js';
import { fc } from '../../support/values/property.js';

const MADE = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });

describe('what a parser loses', () => {
  const conversation: Conversation = [
    ...opened('s'),
    ['client', '{"jsonrpc":"2.0","method":"_n","params":{"n":9007199254740993,"sessionId":"s","small":0.1}}'],
  ];
  const says = (params: string): Line => `{"jsonrpc":"2.0","method":"_n","params":{${params}}}`;
  test.each([
    ['"n":9007199254740993,"sessionId":"s","small":0.1', undefined],
    ['"n":9007199254740993.0,"sessionId":"s","small":1.0e-1', undefined],
    ['"n":9007199254740992,"sessionId":"s","small":0.1', '9007199254740993 9007199254740992'],
    ['"n":9007199254740994,"sessionId":"s","small":0.1', '9007199254740993 9007199254740994'],
    ['"n":9007199254740993,"sessionId":"s","small":0.10000000000000000001', '0.1 0.10000000000000000001'],
    ['"n":1,"n":9007199254740993,"sessionId":"s","small":0.1', '1, then 9007199254740993 (the member is repeated)'],
    ['"n":9007199254740993,"sessionId":"t","sessionId":"s","small":0.1', '"t", then "s" (the member is repeated)'],
  ])('%s', (params, told) => {
    const playing = play(conversation);
    for (const line of [HELLO, MADE, says(params)]) playing.send(line);
    const { divergence } = playing.engine;
    if (told === undefined) expect(divergence).toBeUndefined();
    else {
      const [{ spelled } = {}] = divergence?.differences ?? [];
      expect(`${spelled?.recorded} ${spelled?.received}`).toContain(told);
    }
  });
});

test('nothing is lost of what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { numbers, repeated } = spellingsOf(JSON.stringify(value));
      expect([numbers.size, repeated.size]).toEqual([0, 0]);
    }),
  );
});

test('a number is the same however it is spelled, and any other is not', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 5 }), (number, zeros) => {
      const spelled = `${number}${'0'.repeat(zeros)}e-${zeros}`;
      expect(isSameNumber(String(number), spelled)).toBe(true);
      expect(isSameNumber(String(number), `${number}.${'0'.repeat(zeros + 1)}`)).toBe(true);
      expect(isSameNumber(String(number), String(number + 1n))).toBe(false);
    }),
  );
});
