import { expect, test } from 'vitest';
import { clipboardSequence } from '../../../src/tui/terminal/clipboard.js';

const HOSTILE = 'a\u0007\u001b\\\u001b]0;title\u0007é';

test('whatever is copied, the terminal gets nothing of it but base64', () => {
  // eslint-disable-next-line no-control-regex
  const [, base64 = ''] = /^\u001b\]52;c;([A-Za-z0-9+/=]+)\u0007$/.exec(clipboardSequence(HOSTILE, false) ?? '') ?? [];
  expect(Buffer.from(base64, 'base64').toString()).toBe(HOSTILE);
});

test('tmux is asked for its own clipboard and for that of the terminal around it', () => {
  const plain = clipboardSequence('x', false) ?? '';
  expect(clipboardSequence('x', true)).toBe(`${plain}\u001bPtmux;\u001b${plain}\u001b\\`);
});

test('what is too long for terminals is not sent', () => {
  expect(clipboardSequence('x'.repeat(74_994), false)).toBeDefined();
  expect(clipboardSequence('x'.repeat(74_995), false)).toBeUndefined();
  expect(clipboardSequence('é'.repeat(40_000), false)).toBeUndefined();
});
