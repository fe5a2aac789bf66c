import { describe, expect, test } from 'vitest';
import { keyOfCharacter, keyOfSequence, mouseOfSequence } from '../../../src/tui/terminal/key-sequences.js';
import { BINDINGS } from '../../../src/screen/keys/key-bindings.js';

test.each([
  ['j', { name: 'j', text: 'j' }],
  ['G', { name: 'S-g', text: 'G' }],
  [' ', { name: 'space', text: ' ' }],
  ['?', { name: '?', text: '?' }],
  ['é', { name: 'é', text: 'é' }],
  ['👍', { name: '👍', text: '👍' }],
  ['\r', { name: 'enter' }],
  ['\n', { name: 'enter' }],
  ['\t', { name: 'tab' }],
  ['\u007f', { name: 'backspace' }],
  ['\b', { name: 'backspace' }],
  ['\u0004', { name: 'C-d' }],
  ['\u001a', { name: 'C-z' }],
  ['\u0000', undefined],
  ['\u001d', undefined],
  ['\u009b', undefined],
])('%j is %j', (character, key) => {
  expect(keyOfCharacter(character)).toEqual(key);
});

test.each([
  ['[A', 'up'],
  ['OA', 'up'],
  ['[1;2C', 'S-right'],
  ['[1;5D', 'C-left'],
  ['[1;3B', 'M-down'],
  ['[H', 'home'],
  ['[1~', 'home'],
  ['[7~', 'home'],
  ['OF', 'end'],
  ['[4~', 'end'],
  ['[3~', 'delete'],
  ['[5~', 'pageup'],
  ['[6;2~', 'S-pagedown'],
  ['[Z', 'S-tab'],
  ['OM', 'enter'],
  ['[15~', undefined],
  ['[?1;2c', undefined],
  ['[1;2R', undefined],
])('Esc %s is %s', (sequence, name) => {
  expect(keyOfSequence(`\u001b${sequence}`)?.name).toBe(name);
});

describe('the mouse', () => {
  test.each([
    ['0;1;1M', { action: 'press', x: 0, y: 0 }],
    ['0;300;200m', { action: 'release', x: 299, y: 199 }],
    ['32;4;5M', { action: 'drag', x: 3, y: 4 }],
    ['64;4;5M', { action: 'wheel-up', x: 3, y: 4 }],
    ['65;4;5M', { action: 'wheel-down', x: 3, y: 4 }],
    ['16;4;5M', { action: 'press', x: 3, y: 4 }],
    ['66;4;5M', undefined],
    ['2;4;5M', undefined],
    ['35;4;5M', undefined],
  ])('%s is %j', (report, mouse) => {
    expect(mouseOfSequence(`\u001b[<${report}`)).toEqual(mouse);
  });
});

test('every key of the bindings can be typed', () => {
  const characters = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));
  const finals = Array.from('ABCDFHMZ', (final) => `[${final}`);
  const numbers = ['1', '2', '3', '4', '5', '6'].map((number) => `[${number}~`);
  const shifted = ['2', '5'].flatMap((modifiers) => Array.from('ABCDFH', (final) => `[1;${modifiers}${final}`));
  const names = new Set([
    ...characters.map((character) => keyOfCharacter(character)?.name),
    ...[...finals, ...numbers, ...shifted].map((sequence) => keyOfSequence(`\u001b${sequence}`)?.name),
  ]);
  const bound = BINDINGS.flatMap(({ keys }) => keys.flatMap((key) => key.split(' ')));
  expect(bound.filter((key) => !names.has(key))).toEqual([]);
});
