import { describe, expect, test } from 'vitest';
import { Clusters, widthOf } from '../../../src/screen/cells/clusters.js';
import type { Charset } from '../../../src/screen/cells/sanitise.js';

function cellsOf(text: string, charset: Charset = 'utf-8'): string[] {
  const clusters = new Clusters(text, charset);
  const cells: string[] = [];
  while (clusters.next()) cells.push(`${clusters.text}${clusters.width}`);
  return cells;
}

test.each([
  ['ASCII', 'a b', ['a1', ' 1', 'b1']],
  ['what is wide', '日本x', ['日2', '本2', 'x1']],
  ['marks with what they mark, composed', 'e\u0301x\u0323\u0307', ['é1', 'ẋ̣1']],
  ['a mark with nothing before it', '\u0301a', ['◌́1', 'a1']],
  ['marks behind what is spelled out', '\u001b\u0301', ['␛1', '◌́1']],
  ['more than four marks', `a${'\u0323'.repeat(6)}`, ['ạ̣̣̣1', '◌̣̣1']],
  ['Hangul in parts', '\u1112\u1161\u11ab\u1100\u1161', ['한2', '가2']],
  ['a vowel of Hangul alone', '\u1161', Array.from('<1161>', (sign) => `${sign}1`)],
  ['a flag', '🇩🇪', ['D1', 'E1']],
  ['a family', '👨‍👩‍👧', ['👨2', '👩2', '👧2']],
  ['a skin tone', '👍🏽!', ['👍2', '!1']],
  ['a skin tone alone', 'a🏽', ['a1', '🏽2']],
  ['a keycap', '1\ufe0f\u20e3', ['1⃣1']],
  ['a sign as an emoji', '❤\ufe0f', ['❤1']],
])('%s', (_, text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

describe('what is invisible is left out only where it can say nothing', () => {
  test.each([
    ['between letters', 'a\u200db', 'a<200D>b'],
    ['twice', '👨\u200d\u200d👩', '👨<200D><200D>👩'],
    ['at the end', '👨\u200d', '👨<200D>'],
    ['behind a letter', 'a\ufe0f', 'a<FE0F>'],
    ['a second selector', '❤\ufe0f\ufe0f', '❤<FE0F>'],
    ['tags', '🏴\u{e0067}', '🏴<E0067>'],
  ])('%s', (_, text, shown) => {
    expect(
      cellsOf(text)
        .map((cell) => cell.slice(0, -1))
        .join(''),
    ).toBe(shown);
  });
});

test('in ASCII every other sign is one question mark', () => {
  expect(
    cellsOf('é日👨‍👩e\u0301\u001b🇩🇪', 'ascii')
      .map((cell) => cell.slice(0, -1))
      .join(''),
  ).toBe('?????^[DE');
});

describe('width', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['日本', 4],
    ['\u001b[31m', 5],
    ['👨‍👩', 4],
  ])('of %j is %i', (text, width) => {
    expect(widthOf(text, 'utf-8')).toBe(width);
  });

  test('is counted no further than asked for', () => {
    expect(widthOf('日本語', 'utf-8', 3)).toBe(4);
    expect(widthOf('abcdef', 'utf-8', 3)).toBe(3);
  });
});

test('what was read stands in whole cells: a text can be cut there', () => {
  const source = 'ae\u0301日\u202eb';
  const clusters = new Clusters(source, 'utf-8');
  const cuts: number[] = [];
  while (clusters.next()) if (!clusters.isSpelling) cuts.push(clusters.at);
  expect(cuts).toEqual([1, 3, 4, 5, 6]);
});
