import { describe, expect, test } from 'vitest';
import { DECODED_BYTES_LIMIT, NESTING_LIMIT, readLossily, readMessage, type Message } from '../../src/wire/message.js';
import { fromLatin1, utf8, wireBytes } from '../support/values/bytes.js';
import {
  idToken,
  jsonSource,
  printArray,
  printObject,
  stringToken,
  type PrintedMember,
} from '../support/values/json-source.js';
import { fc } from '../support/values/property.js';

function read(text: string): Message {
  return readMessage(utf8(text));
}

/** What a message is, in a word or two. */
function gist(message: Message): string {
  switch (message.kind) {
    case 'request':
      return `request ${message.id} ${message.method}`;
    case 'notification':
      return `notification ${message.method}`;
    case 'response':
      return `${message.outcome.ok ? 'result' : 'error'} ${message.id ?? 'without id'}`;
    case 'batch':
      return `batch [${message.messages.map(gist).join('; ')}]`;
    case 'malformed':
      return `malformed ${message.reason}`;
  }
}

describe('readMessage', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}', 'request 1 initialize'],
    ['{"jsonrpc":"2.0","id":null,"method":"a"}', 'request null a'],
    ['{"jsonrpc":"2.0","method":"session/update","params":{}}', 'notification session/update'],
    ['{"method":""}', 'notification '],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 'result 1'],
    ['{"jsonrpc":"2.0","id":1,"result":null}', 'result 1'],
    ['{"jsonrpc":"2.0","id":1,"result":false}', 'result 1'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"m"}}', 'error 1'],
    ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}', 'error without id'],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}', 'error null'],
    ['{"id":1,"error":"e","result":1}', 'error 1'],
    ['{"id":1,"error":null,"result":1}', 'result 1'],
    ['{"id":1,"error":null}', 'error 1'],
    ['{"id":1,"method":"m","result":1}', 'request 1 m'],
    ['\ufeff{"id":1,"method":"m"}', 'request 1 m'],
    ['  {"id":1,"method":"m"}\r', 'request 1 m'],
  ])('%s is: %s', (text, is) => {
    expect(gist(read(text))).toBe(is);
  });

  test.each([
    ['', 'blank'],
    [' \t\r', 'blank'],
    ['\ufeff', 'blank'],
    ['{', 'not-json'],
    ['hello', 'not-json'],
    ['{"id":1}\0', 'not-json'],
    ["{'id':1}", 'not-json'],
    ['{"id":1} {"id":2}', 'not-json'],
    ['1', 'not-an-object'],
    ['"text"', 'not-an-object'],
    ['null', 'not-an-object'],
    ['{}', 'unclassifiable'],
    ['{"id":1}', 'unclassifiable'],
    ['{"jsonrpc":"2.0","params":{}}', 'unclassifiable'],
    ['{"id":1,"method":7}', 'method-not-string'],
    ['{"method":null}', 'method-not-string'],
    ['{"id":{},"method":"m"}', 'invalid-id-type'],
    ['{"id":[1],"result":1}', 'invalid-id-type'],
    ['{"id":true,"method":"m"}', 'invalid-id-type'],
  ])('%j is malformed: %s', (text, reason) => {
    expect(read(text)).toMatchObject({ kind: 'malformed', reason });
  });

  test.each(['\xff', '{"a":"\xc3"}', '{"method":"\xed\xa0\x80"}', '\xc0\x80'])('%j is invalid UTF-8', (bytes) => {
    expect(readMessage(fromLatin1(bytes))).toMatchObject({ kind: 'malformed', reason: 'invalid-utf8' });
  });

  test('a line above the limit is too long, and is not even decoded', () => {
    const line = new Uint8Array(DECODED_BYTES_LIMIT + 1).fill(0xff);
    expect(readMessage(line)).toMatchObject({ kind: 'malformed', reason: 'too-long' });
    expect(readMessage(line.subarray(1))).toMatchObject({ kind: 'malformed', reason: 'invalid-utf8' });
  });

  test('half a surrogate pair may be escaped: that is JSON', () => {
    expect(read('{"method":"\\ud800"}')).toMatchObject({ kind: 'notification', method: '\ud800' });
  });

  test('what is malformed and JSON all the same is kept as JSON', () => {
    expect(read('{"id":[1],"method":"m"}')).toMatchObject({ json: { id: [1], method: 'm' } });
    expect(read('7')).toMatchObject({ json: 7 });
    expect(read('{')).toMatchObject({ json: undefined, detail: expect.stringMatching(/JSON/) as string });
  });

  test('params that are null or positional are there as they are, absent ones are undefined', () => {
    expect(read('{"method":"m","params":null}')).toMatchObject({ params: null });
    expect(read('{"method":"m","params":[1]}')).toMatchObject({ params: [1] });
    expect(read('{"method":"m"}')).toMatchObject({ params: undefined });
  });
});

describe('the id', () => {
  test.each(['1', '1.0', '1e2', '-0', '0', '9007199254740993', '123456789012345678901234567890', '1e400', 'null'])(
    '%s is kept as that token, in the usual place and elsewhere',
    (token) => {
      for (const text of spellingsWith(token)) expect(read(text)).toMatchObject({ kind: 'request', id: token });
    },
  );

  test.each(['"1"', '"\\u0031"', '""', '"a\\"b"', '"\\\\"', '"é"', '"id"', '"\\"id\\":2"', '"}"', '" "'])(
    '%s is kept as that token, quotes and escapes included',
    (token) => {
      for (const text of spellingsWith(token)) expect(read(text)).toMatchObject({ kind: 'request', id: token });
    },
  );

  test.each([
    ['the last of two', '{"jsonrpc":"2.0","id":1,"method":"m","id":2}', '2'],
    ['the first of two that are read as the same', '{"jsonrpc":"2.0","id":1,"method":"m","id":1.0}', '1'],
    [
      'the last of two of which the digits differ',
      '{"jsonrpc":"2.0","id":9007199254740993,"method":"m","id":9007199254740992}',
      '9007199254740992',
    ],
    ['the last of two, one in an escaped spelling', '{"jsonrpc":"2.0","id":1,"method":"m","\\u0069d":2}', '2'],
    ['not one in params', '{"jsonrpc":"2.0","id":1,"method":"m","params":{"id":2}}', '1'],
    ['not one in params before it', '{"params":{"id":2},"method":"m","id":1}', '1'],
    ['not one in a text', '{"method":"m","params":"\\"id\\":2","id":1}', '1'],
    ['one in an escaped spelling alone', '{"method":"m","\\u0069\\u0064":"x"}', '"x"'],
    ['one after large params', `{"method":"m","params":[${'[{"id":3}],'.repeat(1000)}0],"id":1}`, '1'],
    ['one among white space', '{ "method" : "m" ,\t"id" :  7 }', '7'],
  ])('is %s', (_, text, id) => {
    expect(read(text)).toMatchObject({ kind: 'request', id });
  });

  test('has to be the last one that is of a valid type', () => {
    expect(gist(read('{"id":1,"method":"m","id":{}}'))).toBe('malformed invalid-id-type');
    expect(gist(read('{"id":{},"method":"m","id":1}'))).toBe('request 1 m');
  });

  function spellingsWith(token: string): string[] {
    return [
      `{"jsonrpc":"2.0","id":${token},"method":"m","params":{}}`,
      `{"jsonrpc":"2.0","id":${token},"method":"m","params":{"id":"other","é":"\\u0041"}}`,
      `{"jsonrpc":"2.0","method":"m","params":{},"id":${token}}`,
      `{"id":${token},"jsonrpc":"2.0","method":"m"}`,
    ];
  }
});

describe('a batch', () => {
  test.each([
    ['[]', 'batch []'],
    ['[{"id":1,"method":"a"},{"method":"b"}]', 'batch [request 1 a; notification b]'],
    [' [ {"id":1.0,"result":0} , {"id":"x","error":{}} ] ', 'batch [result 1.0; error "x"]'],
    ['[1,[],{}]', 'batch [malformed not-an-object; malformed not-an-object; malformed unclassifiable]'],
    ['[[{"id":1,"method":"a"}]]', 'batch [malformed not-an-object]'],
    ['\ufeff[{"method":"a"}]', 'batch [notification a]'],
  ])('%s is: %s', (text, is) => {
    expect(gist(read(text))).toBe(is);
  });
});

describe('readMessage, for anything', () => {
  test('never throws for any bytes', () => {
    fc.assert(fc.property(wireBytes(), (bytes) => void readMessage(bytes)));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void readMessage(bytes)));
  });

  test('never throws for any JSON value, and calls none of them not-json', () => {
    fc.assert(
      fc.property(jsonSource, (text) => {
        const message = read(text);
        expect(message.kind === 'malformed' && message.reason === 'not-json').toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('never throws for values nested deeper than any stack', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(gist(read(deep))).toBe('malformed too-deep');
    expect(gist(read(`{"id":1,"method":"m","params":${deep}}`))).toBe('malformed too-deep');
    expect(gist(read('['.repeat(200_000)))).toBe('malformed too-deep');
  });

  test('reads values that are nested as deep as anyone reads, and texts full of brackets', () => {
    const deep = (levels: number) => `{"id":1,"method":"m","params":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(gist(read(deep(NESTING_LIMIT - 1)))).toBe('request 1 m');
    expect(gist(read(deep(NESTING_LIMIT)))).toBe('malformed too-deep');
    expect(gist(read(`{"id":1,"method":"m","params":${JSON.stringify('[{"'.repeat(5_000))}}`))).toBe('request 1 m');
    expect(gist(read(`{"id":1,"method":"m","params":[${'[],'.repeat(5_000)}{}]}`))).toBe('request 1 m');
  });

  /** A message of any kind, and the token that its last id was printed as. */
  const printed = fc
    .record({
      id: fc.option(idToken, { nil: undefined }),
      earlierId: fc.option(idToken, { nil: undefined }),
      body: fc.constantFrom<PrintedMember>(['"method"', '"m"'], ['"result"', '{"id":9}'], ['"error"', '{}']),
      others: fc.array(fc.tuple(fc.constantFrom('"params"', '"x"', '"jsonrpc"'), jsonSource), { maxLength: 3 }),
      place: fc.nat(),
      spelling: stringToken('id'),
    })
    .chain(({ id, earlierId, body, others, place, spelling }) => {
      const members: PrintedMember[] = [...others, body];
      if (id !== undefined) members.splice(place % (members.length + 1), 0, [spelling, id]);
      if (id !== undefined && earlierId !== undefined) members.unshift(['"id"', earlierId]);
      return fc.tuple(fc.constant({ id, body: body[0] }), printObject(members));
    });

  test('an id is the very text that was printed, wherever it stood', () => {
    fc.assert(
      fc.property(printed, ([{ id, body }, text]) => {
        const message = read(text);
        const kinds = { '"method"': id === undefined ? 'notification' : 'request' } as Record<string, string>;
        expect(message.kind).toBe(kinds[body] ?? 'response');
        expect('id' in message ? message.id : undefined).toBe(id);
      }),
      { numRuns: 400 },
    );
  });

  test('the messages of a batch are what each would be alone', () => {
    const batch = fc.array(printed, { maxLength: 4 }).chain((all) => {
      const texts = all.map(([, text]) => text);
      return fc.tuple(fc.constant(texts), printArray(texts));
    });
    fc.assert(
      fc.property(batch, ([texts, text]) => {
        const message = read(text);
        expect(message.kind === 'batch' ? message.messages : message).toEqual(texts.map(read));
      }),
    );
  });
});

describe('readLossily', () => {
  test('reads a message around what is no UTF-8', () => {
    const line = fromLatin1('{"id":1,"result":"a\xc3("}');
    expect(readMessage(line)).toMatchObject({ kind: 'malformed', reason: 'invalid-utf8' });
    expect(readLossily(line)).toMatchObject({ kind: 'response', id: '1', outcome: { ok: true, result: 'a\ufffd(' } });
  });
});
