import { describe, expect, test } from 'vitest';
import { readGitPatch } from '../../../../src/check/rules/v2/git-patch.js';
import { fc } from '../../../support/values/property.js';

const HUNK = '@@ -1 +1 @@\n-x\n+y\n';

/** A name as git quotes it, where it has to. */
function quoted(name: string): string {
  const bytes = [...new TextEncoder().encode(name)];
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c)) return name;
  const escaped = bytes.map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${escaped.join('')}"`;
}

function section(name: string): string {
  const shown = quoted(name);
  const line = shown.includes(' ') && !shown.startsWith('"') ? `${shown}\t` : shown;
  return `diff --git ${shown} ${shown}\n--- ${line}\n+++ ${line}\n${HUNK}`;
}

describe('a git patch', () => {
  test('names its files, whatever they are called', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `/p/${text}`);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), (names) => {
        expect(readGitPatch(names.map(section).join(''))).toEqual({
          paths: names,
          sections: names.length,
          envelope: undefined,
        });
      }),
    );
  });

  test('has no path for the missing side of a file', () => {
    const added = 'diff --git /p/a /p/a\nnew file mode 100644\n--- /dev/null\n+++ /p/a\n@@ -0,0 +1 @@\n+x\n';
    expect(readGitPatch(added).paths).toEqual(['/p/a']);
  });

  test('names both files of a rename', () => {
    const moved = 'diff --git /p/a b /p/c d\nsimilarity index 100%\nrename from /p/a b\nrename to /p/c d\n';
    expect(readGitPatch(moved).paths).toEqual(['/p/a b', '/p/c d']);
  });

  test.each(['a/p/x y', 'a/x'])('shows the prefix of %s', (name) => {
    const text = `diff --git ${name} ${name.replace('a/', 'b/')}\nBinary files differ\n`;
    expect(readGitPatch(text).paths[0]).toMatch(/^a\//);
  });

  test('may come with the headers of a mail', () => {
    const mail = `From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n\n${section('/p/a')}`;
    expect(readGitPatch(mail).envelope).toMatch(/^From 0123/);
    expect(readGitPatch(section('/p/a').replace('-x', '-From 0123456789')).envelope).toBeUndefined();
  });
});
