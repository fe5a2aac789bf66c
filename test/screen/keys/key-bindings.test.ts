import { describe, expect, test } from 'vitest';
import { BINDINGS } from '../../../src/screen/keys/key-bindings.js';
import { bindingsIn, keyName, KeyResolver } from '../../../src/screen/keys/keymap.js';
import type { KeyContext } from '../../../src/screen/keys/binding.js';

/** What holds at the same time somewhere. */
const TOGETHER: readonly (readonly KeyContext[])[] = [
  ['recordings', 'move'],
  ['turns', 'move'],
  ['frames', 'live', 'panes', 'playback', 'move'],
  ['panes', 'detail', 'move'],
  ['panes', 'detail', 'changes', 'move'],
  ['changes', 'move'],
  ['transcript', 'live', 'move', 'playback'],
  ['violations', 'move'],
  ['statistics', 'move'],
  ['why', 'move'],
  ['export', 'move'],
  ['replay', 'move'],
];

describe('the table of keys', () => {
  test.each(TOGETHER)('no key means two things in %s %s %s %s', (...contexts) => {
    const keys = bindingsIn(contexts).flatMap((binding) => binding.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    const prefixes = keys.flatMap((key) => (key.includes(' ') ? [key.split(' ')[0]] : []));
    expect(
      keys.filter((key) => prefixes.includes(key)),
      'a key alone that begins two',
    ).toEqual([]);
  });

  test('no key means two things where a person types', () => {
    const keys = BINDINGS.filter(({ context }) => context === 'typing').flatMap((binding) => [...binding.keys]);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    // what types something is never taken for a key there
    expect(keys.filter((key) => key.length === 1 || key === 'space')).toEqual([]);
  });

  test('every context is of some view, or where a person types', () => {
    const known = new Set<KeyContext>(['global', 'typing', ...TOGETHER.flat()]);
    expect(BINDINGS.map(({ context }) => context).filter((context) => !known.has(context))).toEqual([]);
  });

  test('what has no key can be typed, and says what it takes', () => {
    for (const binding of BINDINGS) {
      if (binding.keys.length === 0) expect(binding).toMatchObject({ argument: expect.any(String) as string });
    }
  });

  test('no key needs Alt, a function key, or what a terminal keeps for itself', () => {
    const all: readonly string[] = BINDINGS.flatMap(({ keys }) => [...keys]);
    expect(all.filter((key) => /^M-|^f\d+$|^C-[sq]$/.test(key))).toEqual([]);
  });
});

describe('a key', () => {
  test('leads to the action of the view before that of everywhere', () => {
    const resolver = new KeyResolver();
    expect(resolver.take('v', ['frames', 'move'])).toEqual({ type: 'action', name: 'next-violation' });
    expect(resolver.take('?', ['frames', 'move'])).toEqual({ type: 'action', name: 'help' });
    expect(resolver.take('v', ['statistics', 'move'])).toEqual({ type: 'nothing' });
  });

  test('that begins two waits for the second, once', () => {
    const resolver = new KeyResolver();
    expect(resolver.take(']', ['changes', 'move'])).toEqual({ type: 'prefix' });
    expect(resolver.pending).toBe(']');
    expect(resolver.take('h', ['changes', 'move'])).toEqual({ type: 'action', name: 'next-hunk' });
    resolver.take(']', ['changes', 'move']);
    expect(resolver.take('x', ['changes', 'move'])).toEqual({ type: 'nothing' });
    expect(resolver.take('j', ['changes', 'move'])).toEqual({ type: 'action', name: 'down' });
  });

  test.each([
    ['S-g', 'G'],
    ['C-d', '^D'],
    ['] h', ']h'],
    ['pagedown', 'PgDn'],
    ['S-left', 'S-Left'],
    ['?', '?'],
  ])('%s is printed as %s', (key, name) => {
    expect(keyName(key)).toBe(name);
  });
});
