import { describe, expect, test } from 'vitest';
import {
  storedArgv,
  storedDamage,
  storedFields,
  storedHeaders,
  storedProcess,
} from '../../../src/store/schema/stored-json.js';
import { DEAD } from '../../support/store/journals.js';

describe('JSON in a column', () => {
  test('is read as what it says', () => {
    expect(storedArgv('["a","b"]')).toEqual(['a', 'b']);
    expect(storedHeaders('[["title","t"]]')).toEqual([['title', 't']]);
    expect(storedFields('{"code":"3"}')).toEqual({ code: '3' });
    expect(storedDamage('{"skippedBytes":7}')).toMatchObject({ skippedBytes: 7, cutBytes: 0 });
    expect(storedProcess(JSON.stringify(DEAD))).toEqual(DEAD);
    expect(storedProcess(JSON.stringify({ ...DEAD, pid: -1 }))).toBeUndefined();
    expect([storedArgv(null), storedHeaders(null), storedDamage(null)]).toEqual([undefined, undefined, undefined]);
  });

  test.each(['', '{', '5', 'null', '[1]', '[["a",1]]', '{"a":{"b":1}}', '"x"'])(
    'never throws, whatever it is: %s',
    (text) => {
      expect(storedArgv(text)).toBeUndefined();
      expect(storedProcess(text)).toBeUndefined();
      expect(storedHeaders(text) ?? []).toEqual([]);
      for (const value of Object.values(storedFields(text))) expect(value).toBeTypeOf('string');
      for (const count of Object.values(storedDamage(text) ?? {})) expect(count).toBeTypeOf('number');
    },
  );
});
