import { describe, expect, test } from 'vitest';
import type { FileChange } from '../../../src/report/changes/file-change.js';
import { fileDiffs } from '../../../src/report/changes/file-diff.js';
import type { FileDiff } from '../../../src/report/changes/diff-rows.js';
import { fc } from '../../support/values/property.js';

const STRICT = { ignoresWhitespace: false };

function texts(oldText: string | undefined, newText: string): FileChange {
  return { type: 'texts', path: '/w/a', oldText, newText };
}

function diffOf(oldText: string | undefined, newText: string, options = STRICT): FileDiff {
  const [diff] = fileDiffs(texts(oldText, newText), options);
  if (diff === undefined) throw new Error('no diff');
  return diff;
}

/** The lines after, made of the lines before and the hunks. */
function applied(before: readonly string[], { hunks }: FileDiff): string[] {
  const after: string[] = [];
  let at = 0;
  for (const { kind, oldNumber, newNumber, text } of hunks.flatMap(({ rows }) => rows)) {
    if (oldNumber !== undefined) {
      after.push(...before.slice(at, oldNumber - 1));
      at = oldNumber;
    }
    if (kind === 'removed') continue;
    while (newNumber !== undefined && after.length < newNumber - 1) after.push(before[at++] ?? '');
    after.push(text);
  }
  return [...after, ...before.slice(at)];
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', 'a b'), { maxLength: 30 });

describe('a file before and after', () => {
  test('differs in just what leads from the one to the other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [oldText, newText] = [before, after].map((all) => all.map((line) => `${line}\n`).join(''));
        const diff = diffOf(oldText, newText ?? '');
        expect(applied(before, diff)).toEqual(after);
        const rows = diff.hunks.flatMap((hunk) => hunk.rows);
        expect(rows.filter(({ kind }) => kind === 'added')).toHaveLength(diff.added);
        expect(before.length + diff.added - diff.removed).toBe(after.length);
      }),
    );
  });

  test('shows some lines around what changed, near changes together', () => {
    const before = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
    const after = before.with(4, 'five').with(9, 'ten').with(30, 'thirty-one');
    const { hunks } = diffOf(before.join('\n'), after.join('\n'));
    expect(hunks.map(({ title }) => title)).toEqual(['@@ 2,12 2,12 @@', '@@ 28,7 28,7 @@']);
    expect(hunks[1]?.rows.map(({ kind, oldNumber, newNumber }) => [kind, oldNumber, newNumber])).toEqual([
      ['same', 28, 28],
      ['same', 29, 29],
      ['same', 30, 30],
      ['removed', 31, undefined],
      ['added', undefined, 31],
      ['same', 32, 32],
      ['same', 33, 33],
      ['same', 34, 34],
    ]);
  });

  test('is a new file where there was none', () => {
    expect(diffOf(undefined, 'a\nb\n')).toMatchObject({ note: 'a new file', added: 2, removed: 0 });
    expect(diffOf('', 'a\n')).toMatchObject({ note: undefined, added: 1 });
  });

  test('says what lines do not show', () => {
    expect(diffOf('a\n', 'a\n').note).toBe('no change');
    expect(diffOf('a\n', 'a').note).toBe('the newline at the end was removed');
    expect(diffOf('a', 'a\nb\n').note).toBe('a newline at the end was added');
  });

  test('is the same where white space does not count', () => {
    const options = { ignoresWhitespace: true };
    expect(diffOf('if (a) {\n  b\n}\n', 'if(a){\n\tb\n}\n', options)).toMatchObject({
      added: 0,
      removed: 0,
      hunks: [],
    });
    expect(diffOf('a\n', ' a\n', options).note).toBe('only whitespace changes');
    expect(diffOf('a\n  b\n', 'a\n b2\n', options)).toMatchObject({ added: 1, removed: 1 });
  });

  test('is not compared for ever', () => {
    const many = (word: string, count: number): string =>
      Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join('');
    const different = diffOf(many('a', 3_000), many('b', 3_000));
    expect(different.note).toBe('too different to compare line by line: 3000 lines before, 3000 after');
    expect([different.removed, different.added]).toEqual([500, 500]);
    const large = diffOf(many('a', 300_000), `${many('a', 300_000)}b\n`);
    expect(large.note).toMatch(/^too large to compare line by line: \d MB; showing the first 500 and 500 lines/);
    const moved = diffOf(`x\n${many('a', 150_000)}y\n`, `x\n${many('a', 150_000)}z\n`);
    expect(moved).toMatchObject({ added: 1, removed: 1, note: undefined });
  });
});

test('a change of which no text was sent is named', () => {
  expect(fileDiffs({ type: 'named', path: '/w/a', operation: 'delete' }, STRICT)).toMatchObject([
    { path: '/w/a', hunks: [], note: 'delete; no text was sent' },
  ]);
});
