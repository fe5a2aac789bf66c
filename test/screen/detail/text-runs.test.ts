import { expect, test } from 'vitest';
import { textRuns } from '../../../src/screen/detail/text-runs.js';
import { fromLatin1, utf8 } from '../../support/values/bytes.js';

function shown(text: string | Uint8Array, isString = true): string {
  const bytes = typeof text === 'string' ? utf8(text) : text;
  return [...textRuns({ bytes, from: 0, to: bytes.length, isString })]
    .map(({ kind, text: own }) => (kind === 'plain' ? own : `[${kind} ${own}]`))
    .join('');
}

test.each([
  ['what can be seen is what it means', 'a\\u00e9\\"\\/\\ud83d\\ude00', 'aé"/😀'],
  [
    'what cannot be seen is as it is spelled',
    '\\u001b\\u202e\\u0301\\b',
    '[escape \\u001b][escape \\u202e][escape \\u0301][escape \\b]',
  ],
  ['half of a pair, and a backslash', '\\ud83dx\\udc00\\\\n', '[escape \\ud83d]x[escape \\udc00][escape \\\\]n'],
  ['ends of lines, and tabs', 'a\\nb\\t', 'a[newline \\n]b[tab \\t]'],
  ['no escape at all', '\\é\\u12\\', '[escape \\]é[escape \\u]12[escape \\\\0]'.replace('\\0', '')],
])('%s', (_, text, expected) => {
  expect(shown(text).replaceAll('\0', '')).toBe(expected);
});

test('backslashes outside of strings are backslashes', () => {
  expect(shown('a\\n"', false)).toBe('a\\n"');
});

test('bytes that are no UTF-8 stand one by one between what is', () => {
  expect(shown(fromLatin1('a\xff\xc3\xa9\xe2\x82b\xf0\x9f'))).toBe(
    'a[broken <ff>]é[broken <e2>][broken <82>]b[broken <f0>][broken <9f>]',
  );
});

test('what is long comes in pieces, none of which cuts a sign', () => {
  const bytes = utf8('€'.repeat(2000));
  const runs = [...textRuns({ bytes, from: 0, to: bytes.length, isString: true })];
  expect(runs.length).toBeGreaterThan(2);
  expect(runs.every(({ kind }) => kind === 'plain')).toBe(true);
  expect(runs.map(({ text }) => text).join('')).toBe('€'.repeat(2000));
});
