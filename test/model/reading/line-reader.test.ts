import { describe, expect, test } from 'vitest';
import { Observer } from '../../../src/model/observer.js';
import { fromLatin1, utf8 } from '../../support/values/bytes.js';
import { tell, type Observed } from '../../support/conversations/observing.js';
import { fc } from '../../support/values/property.js';

/** What the agent's lines turned out to be: runs of lines that are no JSON, and messages, in the order in which it was clear. */
function readings(lines: readonly (string | Uint8Array | undefined)[], { isCut = false } = {}): string[] {
  const told: string[] = [];
  const observer = new Observer([
    {
      unread: (_, { lines: run, isOneValue }) =>
        told.push(`${isOneValue ? 'value' : 'noise'} ${run.map(({ seq }) => seq).join()}`),
      message: ({ message, seq }) =>
        told.push(`${seq} ${message.kind === 'malformed' ? message.reason : message.kind}`),
    },
  ]);
  const entries = lines.map((said, i): Observed => {
    const bytes = typeof said === 'string' ? utf8(said) : said;
    return { type: 'frame', sender: 'agent', bytes, terminated: !isCut || i < lines.length - 1, atNs: undefined };
  });
  tell(observer, entries);
  observer.end();
  return told;
}

const MESSAGE = '{"jsonrpc":"2.0","method":"_m","params":{"a":[1,{"b":"}"}],"e":[],"o":{},"q":"\\""}}';

function printed(text: string, indent: number | string = 2): string[] {
  return JSON.stringify(JSON.parse(text), null, indent).split('\n');
}

describe('a message printed over several lines', () => {
  test.each([2, '\t', 1])('is put together, indented with %j', (indent) => {
    const lines = printed(MESSAGE, indent);
    expect(readings(lines)).toEqual([`value ${lines.map((_, i) => i).join()}`, `${lines.length - 1} notification`]);
  });

  test('is put together among others, before and after', () => {
    expect(readings([MESSAGE, '{', '"method": "x"', '}', MESSAGE])).toEqual([
      '0 notification',
      'value 1,2,3',
      '3 notification',
      '4 notification',
    ]);
  });

  test('is put together where a text in it holds raw newlines', () => {
    expect(readings(['{"method":"x","params":{"t":"a', 'b {', '', 'c"}}', MESSAGE])).toEqual([
      'value 0,1,2,3',
      '3 notification',
      '4 notification',
    ]);
  });

  test('is put together where its last line is the last there is, without a newline', () => {
    expect(readings(['{', '"method": "x"', '}'], { isCut: true })).toEqual(['value 0,1,2', '2 notification']);
  });

  test('is put together with blank lines in between', () => {
    expect(readings(['{', '', '"method": "x"', ' ', '}'])).toEqual(['value 0,1,2,3,4', '4 notification']);
  });

  test('is put together wherever it is broken between words, if what follows is indented', () => {
    const tokens = MESSAGE.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/g) ?? [];
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: tokens.length, maxLength: tokens.length }), (breaks) => {
        const text = tokens
          .map((token, i) => token + (breaks[i] === true && i < tokens.length - 1 ? '\n ' : ''))
          .join('');
        const lines = text.split('\n');
        const last = `${lines.length - 1} notification`;
        expect(readings(lines)).toEqual(lines.length === 1 ? [last] : [`value ${lines.map((_, i) => i).join()}`, last]);
      }),
    );
  });
});

describe('lines that are no JSON', () => {
  test('are told at once where they can be no piece of a value', () => {
    expect(readings(['INFO started', '{oops}', '[INFO] started', MESSAGE])).toEqual([
      'noise 0',
      'noise 1',
      'noise 2',
      '3 notification',
    ]);
  });

  test('are told when a message comes that shows what they are', () => {
    expect(readings(['{', '"a": 1', MESSAGE])).toEqual(['noise 0,1', '2 notification']);
  });

  test('are told when all is closed and it is no value', () => {
    expect(readings(['{', "'a': 1", '}', '{', '"method": "x"', '}'])).toEqual([
      'noise 0,1,2',
      'value 3,4,5',
      '5 notification',
    ]);
  });

  test('are told at the end', () => {
    expect(readings(['{', '"a":'])).toEqual(['noise 0,1']);
  });

  test('are told when there are too many to be one value', () => {
    const lines = ['{', ...Array.from({ length: 5000 }, (_, i) => `"${i}": [`)];
    const runs = readings(lines).map((run) => run.split(/[ ,]/).slice(1).map(Number));
    expect(runs[0]).toHaveLength(2_001);
    expect(runs.flat()).toEqual(lines.map((_, i) => i));
  });

  test('are told when they are too large to be one value, and the next ones are read again', () => {
    expect(readings(['{', `"a": "${'x'.repeat(1024 * 1024)}",`, MESSAGE, '{', '"method": "x"', '}'])).toEqual([
      'noise 0,1',
      '2 notification',
      'value 3,4,5',
      '5 notification',
    ]);
  });

  test('do not pile up where each of them is closed', () => {
    let most = 0;
    const observer = new Observer([
      { piece: () => (most = Math.max(most, observer.connection.wires.agent.unread.length)) },
    ]);
    const bytes = utf8("{'a': [1, 2]}");
    tell(
      observer,
      Array.from({ length: 10_000 }, () => ({
        type: 'frame',
        sender: 'agent',
        bytes,
        terminated: true,
        atNs: undefined,
      })),
    );
    expect(most).toBe(0);
    expect(observer.connection.wires.agent.unreadable).toBe(10_000);
  });

  test('of one side say nothing of the other', () => {
    const told: string[] = [];
    const observer = new Observer([
      { unread: (line) => told.push(line.sender), message: ({ sender }) => told.push(`${sender} said`) },
    ]);
    const frame = (sender: 'client' | 'agent', text: string): Observed => ({
      ...{ type: 'frame', sender, bytes: utf8(text), terminated: true, atNs: undefined },
    });
    tell(observer, [
      frame('agent', '{'),
      frame('client', MESSAGE),
      frame('agent', '"method": "x"'),
      frame('agent', '}'),
    ]);
    expect(told).toEqual(['client said', 'agent', 'agent said']);
  });
});

describe('a line', () => {
  test.each([
    ['', 'blank'],
    ['"a"', 'not-an-object'],
    ['{}', 'unclassifiable'],
    [fromLatin1('{"method":"\xff"}'), 'invalid-utf8'],
    [undefined, 'too-long'],
  ])('that is %j is told with its reason', (said, reason) => {
    expect(readings([said])).toEqual([`0 ${reason}`]);
  });

  test('of the deepest nesting is told as that, and waits for nothing', () => {
    const deep = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000);
    expect(readings([deep, MESSAGE])).toEqual(['0 too-deep', '1 notification']);
    expect(readings(['{', deep, MESSAGE])).toEqual(['noise 0', '1 too-deep', '2 notification']);
    expect(readings([deep], { isCut: true })).toEqual(['0 too-deep']);
  });

  test('that ends the stream in its midst is told as it is', () => {
    expect(readings(['{"method":'], { isCut: true })).toEqual(['0 not-json']);
    expect(readings(['{', '"a":'], { isCut: true })).toEqual(['noise 0', '1 not-json']);
  });
});
