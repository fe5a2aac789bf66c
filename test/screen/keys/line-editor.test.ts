import { describe, expect, test } from 'vitest';
import { LineEditor } from '../../../src/screen/keys/line-editor.js';

/** The text with `_` where the cursor is, after keys. */
function edited(text: string, keys: readonly string[], history: readonly string[] = []): string {
  const editor = new LineEditor(text, history);
  for (const key of keys) expect([key, editor.key(key)]).toEqual([key, true]);
  return `${editor.before}_${editor.after}`;
}

describe('a line is edited as in a shell', () => {
  test.each([
    ['a bc', ['C-w'], 'a _'],
    ['a bc  ', ['C-w', 'C-w'], '_'],
    ['a bc', ['left', 'C-u'], '_c'],
    ['a bc', ['home', 'C-k'], '_'],
    ['a bc', ['C-a', 'right', 'C-k'], 'a_'],
    ['a bc', ['C-left', 'C-d'], 'a _c'],
    ['a bc', ['home', 'C-right', 'C-right'], 'a bc_'],
    ['a bc', ['home', 'end', 'backspace'], 'a b_'],
    ['a', ['home', 'backspace', 'left'], '_a'],
    ['a', ['delete', 'right'], 'a_'],
  ])('%s after %j', (text, keys, wanted) => {
    expect(edited(text, keys)).toBe(wanted);
  });

  test('a sign that takes two units goes as one', () => {
    expect(edited('a😀', ['backspace'])).toBe('a_');
    expect(edited('😀b', ['home', 'right'])).toBe('😀_b');
    expect(edited('😀b', ['home', 'delete'])).toBe('_b');
    expect(edited('a😀b', ['left', 'left'])).toBe('a_😀b');
  });

  test('other keys edit nothing', () => {
    const editor = new LineEditor('a');
    expect(editor.key('x')).toBe(false);
    expect(editor.key('pageup')).toBe(false);
    expect(editor.text).toBe('a');
  });
});

test('Up and Down go through what was entered before, and back to what was being typed', () => {
  const history = ['one', 'two'];
  expect(edited('dra', ['up'], history)).toBe('two_');
  expect(edited('dra', ['up', 'C-p', 'up'], history)).toBe('one_');
  expect(edited('dra', ['up', 'up', 'C-n'], history)).toBe('two_');
  expect(edited('dra', ['up', 'up', 'down', 'down', 'down'], history)).toBe('dra_');
});
