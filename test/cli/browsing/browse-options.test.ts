import { describe, expect, test } from 'vitest';
import { BROWSE_OPTIONS, parseBrowseArguments } from '../../../src/cli/browsing/browse-options.js';

describe('the arguments of browse', () => {
  test('none: all recordings, with the mouse', () => {
    expect(parseBrowseArguments([])).toEqual({ named: undefined, options: { db: undefined, mouse: true } });
  });

  test.each([
    [['@last', '--db', 'chat.db', '--no-mouse']],
    [['--no-mouse', '--db=chat.db', '@last']],
    [['--no-mouse', '--db=chat.db', '--', '@last']],
  ])('a recording and options in any order: %j', (line) => {
    expect(parseBrowseArguments(line)).toEqual({ named: '@last', options: { db: 'chat.db', mouse: false } });
  });

  test('a name that begins like an option stands behind --', () => {
    expect(parseBrowseArguments(['--', '--no-mouse'])).toMatchObject({ named: '--no-mouse', options: { mouse: true } });
  });

  test('every option of the list says something', () => {
    const plain = parseBrowseArguments([]);
    for (const { name, value } of BROWSE_OPTIONS) {
      const line = value === undefined ? [`--${name}`] : [`--${name}`, '7'];
      expect({ line, ...parseBrowseArguments(line) }).not.toEqual({ line, ...plain });
    }
  });

  test.each([
    ['too many arguments: browse takes one recording, but also got 2 3', ['1', '2', '3']],
    ['too many arguments: browse takes one recording, but also got 2', ['1', '--', '2']],
    ['unknown option "--jsno"', ['--jsno']],
    ['--db needs a value: file', ['--db']],
    ['--no-mouse takes no value', ['--no-mouse=yes']],
  ])('%s: %j', (message, line) => {
    expect(() => parseBrowseArguments(line)).toThrow(expect.objectContaining({ code: 'USAGE', exitCode: 2, message }));
  });
});
