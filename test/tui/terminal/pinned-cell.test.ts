import { expect, test } from 'vitest';
import { isAgreedUpon, isPinnedWide, pinned } from '../../../src/tui/terminal/pinned-cell.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/report/glyphs.js';

test.each(['a', ' ', 'é', 'я', 'λ', '─', '█', '␛', '日', '한', 'カ', '！'])('%s needs no pin', (text) => {
  expect(isAgreedUpon(text)).toBe(true);
});

test.each(['👍', '❤', '⛄', '▶', '◼', 'e\u0323', 'नि', '\ue0b0', '\u{1fae8}', '䷀', '⏸'])('%s is pinned', (text) => {
  expect(isAgreedUpon(text)).toBe(false);
});

test('none of our own signs is an emoji in any terminal', () => {
  for (const glyphs of [UNICODE_GLYPHS, ASCII_GLYPHS]) {
    const signs = Object.values(glyphs).filter((glyph): glyph is string => typeof glyph === 'string');
    expect(signs.filter((glyph) => Array.from(glyph).some((sign) => !isAgreedUpon(sign)))).toEqual([]);
  }
});

test('the cursor is set behind the cell, however wide the terminal takes it for', () => {
  expect(pinned('❤', 1, 4)).toBe('❤\u001b[6G');
  expect(pinned('👍', 2, 4)).toBe('  \u001b[5G👍\u001b[7G');
  expect([pinned('👍', 2, 4), pinned('❤', 1, 4), '日', ' '].map(isPinnedWide)).toEqual([true, false, false, false]);
});
