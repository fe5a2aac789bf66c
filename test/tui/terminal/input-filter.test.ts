import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputFilter } from '../../../src/tui/terminal/input-filter.js';
import type { Key, Mouse } from '../../../src/tui/terminal/key-sequences.js';
import { fc } from '../../support/values/property.js';

const ESC = '\u001b';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function listening() {
  const heard: string[] = [];
  const filter = new InputFilter({
    key: ({ name }: Key) => heard.push(name),
    paste: (text) => heard.push(`paste ${JSON.stringify(text)}`),
    mouse: ({ action, x, y }: Mouse) => heard.push(`${action} ${x},${y}`),
  });
  return { filter, heard };
}

/** What is heard of pieces that come one after the other; `wait`: after a long silence. */
function heardOf(...pieces: readonly string[]): string[] {
  const { filter, heard } = listening();
  for (const piece of pieces) {
    if (piece === 'wait') vi.advanceTimersByTime(10_000);
    else filter.feed(Buffer.from(piece));
  }
  return heard;
}

describe('escape sequences', () => {
  test.each([
    ['in one piece', [`${ESC}[A${ESC}[1;2C${ESC}[6~`], ['up', 'S-right', 'pagedown']],
    ['split after Esc', [ESC, '[A'], ['up']],
    ['split within', [`${ESC}[1;`, '2', 'C'], ['S-right']],
    ['behind and before letters', [`j${ESC}[Bk`], ['j', 'down', 'k']],
  ])('are keys: %s', (_, pieces, keys) => {
    expect(heardOf(...pieces)).toEqual(keys);
  });

  test.each([
    ['device attributes', `${ESC}[?62;22;52c`],
    ['a cursor report', `${ESC}[12;40R`],
    ['a colour', `${ESC}]11;rgb:1e1e/1e1e/1e1e${ESC}\\`],
    ['a colour, ended by BEL', `${ESC}]11;rgb:0/0/0\u0007`],
    ['a version', `${ESC}P>|term 1.2${ESC}\\`],
    ['a key in a coding that was not asked for', `${ESC}[113;5u`],
    ['focus', `${ESC}[I${ESC}[O`],
    ['a function key of the Linux console', `${ESC}[[A`],
    ['a click in the coding of old', `${ESC}[M !!`],
    ['a middle click', `${ESC}[<1;2;3M`],
    ['motion', `${ESC}[<35;2;3M`],
  ])('that are none of ours are no keys: %s', (_, reply) => {
    expect(heardOf(`a${reply}b`, 'wait')).toEqual(['a', 'b']);
    expect(heardOf('a', ...Array.from(reply), 'b', 'wait')).toEqual(['a', 'b']);
  });

  test('that are torn are dropped', () => {
    expect(heardOf(`${ESC}[1;2`, 'wait', 'j')).toEqual(['j']);
  });

  test('split anywhere are heard as in one piece', () => {
    const pieces = [
      'j',
      ESC + '[A',
      ESC + '[<0;5;6M',
      ESC + '[<65;5;6M',
      ESC + '[200~qd' + ESC + '[201~',
      ESC + 'OB',
      'é',
      '👍',
      '\r',
      ESC + '[?1;2c',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), fc.array(fc.nat(60)), (typed, cuts) => {
        const bytes = Buffer.from(typed.join(''));
        const { filter, heard } = listening();
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        for (const [number, place] of places.entries()) filter.feed(bytes.subarray(places[number - 1] ?? 0, place));
        expect(heard).toEqual(heardOf(typed.join('')));
      }),
    );
  });
});

describe('Esc', () => {
  test('alone is a key, once nothing follows it', () => {
    const { filter, heard } = listening();
    filter.feed(Buffer.from(ESC));
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(heard).toEqual(['escape']);
  });

  test.each([
    ['a letter', [`${ESC}j`], ['escape', 'j']],
    ['another', [`${ESC}${ESC}`, 'wait'], ['escape', 'escape']],
    ['an arrow', [`${ESC}${ESC}[A`], ['escape', 'up']],
    ['a bracket', [`${ESC}]`, 'wait'], ['escape', ']']],
  ])('before %s is both', (_, pieces, keys) => {
    expect(heardOf(...pieces)).toEqual(keys);
  });
});

describe('what is pasted', () => {
  test('is no keys, whatever it holds', () => {
    expect(heardOf(`${ESC}[200~qQ${ESC}[A\r\nD\r${ESC}[201~j`)).toEqual([`paste "qQ\\u001b[A\\nD\\n"`, 'j']);
  });

  test('may come in pieces', () => {
    expect(heardOf(`${ESC}[20`, '0~one ', `two${ESC}[2`, '01~', 'j')).toEqual(['paste "one two"', 'j']);
  });

  test('is cut where it is too much', () => {
    const { filter, heard } = listening();
    filter.feed(Buffer.from(`${ESC}[200~${'x'.repeat(3_000_000)}${ESC}[201~j`));
    expect(heard.map(({ length }) => length)).toEqual([(1 << 20) + 'paste ""'.length, 1]);
  });

  test('ends where its end does not come', () => {
    expect(heardOf(`${ESC}[200~lost`, 'wait', 'j')).toEqual(['paste "lost"', 'j']);
  });
});

test('nothing is heard of what had begun when it stops', () => {
  const { filter, heard } = listening();
  filter.feed(Buffer.from(ESC));
  filter.stop();
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('nothing runs while nothing is typed', () => {
  const { filter } = listening();
  filter.feed(Buffer.from('jjj\u001b[A'));
  expect(vi.getTimerCount()).toBe(0);
});

test('any bytes are survived, and give names that are plain', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 5 }), (chunks) => {
      const { filter, heard } = listening();
      for (const chunk of chunks) filter.feed(chunk);
      vi.advanceTimersByTime(10_000);
      // eslint-disable-next-line no-control-regex
      expect(heard.filter((name) => /[\u0000-\u001f\u007f-\u009f]/.test(name))).toEqual([]);
    }),
  );
});
