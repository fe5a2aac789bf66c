import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellLine } from '../../src/report/shell-line.js';
import { isPlain } from '../../src/wire/plain-text.js';
import { fc } from '../support/values/property.js';

/** What bash makes of a line: its words. */
function wordsOf(line: string): string[] {
  const words = execFileSync('bash', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' }).split('\0');
  return words.slice(0, -1);
}

const RISKY = [
  '\x1b',
  '\x03',
  '\r',
  '\n',
  '\x7f',
  '\u009b',
  '\u202e',
  "'",
  '"',
  '\\',
  '$',
  '`',
  ';',
  ' ',
  '!',
  '#',
  '-',
  'a',
  '7',
  '😀',
];
const word = fc.string({ unit: fc.constantFrom(...RISKY), maxLength: 8 });

describe('shellLine', () => {
  test('gives a shell the same words again, and holds nothing that acts on a terminal', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const line = shellLine(words);
        expect(isPlain(line)).toBe(true);
        expect(wordsOf(line)).toEqual(words);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    [['turntable', 'show', '3', '--frames', '1..9'], 'turntable show 3 --frames 1..9'],
    [['a b', "it's", ''], `'a b' 'it'\\''s' ''`],
    [["x\u0003rm -rf '~'\n"], String.raw`$'x\003rm -rf \'~\'\012'`],
  ])('%j becomes %s', (words, line) => {
    expect(shellLine(words)).toBe(line);
  });
});
