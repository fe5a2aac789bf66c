import { describe, expect, test } from 'vitest';
import { StableText } from '../../src/compare/stable-text.js';

const ROOTS = [
  ['/work/app', '<cwd>'],
  ['/work/app/lib', '<dir 1>'],
  ['/w', '<dir 2>'],
  ['/', '<dir 3>'],
  ['C:\\Users\\me\\app', '<dir 4>'],
  ['/my work/a', '<dir 5>'],
] as const;

function stable(text: string): string {
  return new StableText(ROOTS, new Map([['sess_0123456789', '<session id>']])).of(text);
}

describe('a folder is found', () => {
  test.each([
    ['whole', '/work/app', '<cwd>'],
    ['before more of a path', 'see /work/app/x.ts', 'see <cwd>/x.ts'],
    ['the longest first', '/work/app/lib/y', '<dir 1>/y'],
    ['in quotes and at the end of a sentence', 'in "/work/app".', 'in "<cwd>".'],
    ['in an address', 'file:///work/app/a%20b', 'file://<cwd>/a%20b'],
    ['in an address that spells it otherwise', 'file:///my%20work/a/b', 'file://<dir 5>/b'],
    ['after a newline within JSON', '{"x":"a\\n/work/app"}', '{"x":"a\\n<cwd>"}'],
    ['as git names it', 'diff --git a/work/app/x b/work/app/x', 'diff --git a/<cwd>/x b/<cwd>/x'],
    ['as seen from the root', 'work/app/x', '<cwd>/x'],
    ['with backslashes', 'C:\\Users\\me\\app\\x', '<dir 4>\\x'],
    ['with backslashes within JSON', '"C:\\\\Users\\\\me\\\\app\\\\x"', '"<dir 4>\\\\x"'],
    ['right below the root only before more', '/w/x', '<dir 2>/x'],
    ['the root only whole', '/', '<dir 3>'],
  ])('%s', (_, text, expected) => {
    expect(stable(text)).toBe(expected);
  });

  test.each(['/work/apple', '/other/work/app', '/work/app.old', 'x/work/app', '/work/app-2/x', 'a / b', 'say /w.'])(
    'but not in %s',
    (text) => {
      expect(stable(text)).toBe(text);
    },
  );
});

test.each([
  ['homes', 'in /home/joe/x and /Users/jane.doe', 'in <home>/x and <home>'],
  ['times', 'at 2026-11-21T08:00:01.5Z.', 'at <time>.'],
  ['uuids', 'run 6b3f2c1e-0000-4000-8000-0123456789ab-x', 'run <uuid>-x'],
  ['ids that were seen', 'of sess_0123456789!', 'of <session id>!'],
])('%s stand for themselves no more', (_, text, expected) => {
  expect(stable(text)).toBe(expected);
});

test('of a long text the beginning is kept, and that it differs', () => {
  const long = 'a '.repeat(100_000);
  expect(stable(long).length).toBeLessThan(70_000);
  expect(stable(`${long}x`)).not.toBe(stable(`${long}y`));
});

test('a text of megabytes without a space is gone through as well', () => {
  const text = new StableText([['/home/ann/p', '<cwd>']], new Map());
  const long = 'y'.repeat(30_000_000);
  expect(text.of(long)).toMatch(/^y{65536}\.\.\. \(30000000 characters, hash /);
  expect(text.of(long) === text.of(`${long.slice(1)}z`)).toBe(false);
});
