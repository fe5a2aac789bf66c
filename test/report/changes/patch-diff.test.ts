import { expect, test } from 'vitest';
import { patchDiffs } from '../../../src/report/changes/patch-diff.js';

const PATCH = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ export function a() {
 one
--- two
++++ 2
 three
@@ -10 +10,0 @@
-ten
\\ No newline at end of file
diff --git a/old.ts b/new.ts
similarity index 100%
rename from old.ts
rename to new.ts
`;

test('a patch is read file by file, hunk by hunk', () => {
  const [first, second] = patchDiffs(PATCH, '/w/a.ts');
  expect(first).toMatchObject({ path: 'src/a.ts', added: 1, removed: 2 });
  const titles = first?.hunks.map(({ title }) => title).filter((title) => title !== '');
  expect(titles).toEqual(['@@ 1,3 1,3 @@ export function a() {', '@@ 10,1 10,0 @@']);
  const rows = first?.hunks.flatMap((hunk) => hunk.rows) ?? [];
  expect(rows.filter(({ kind }) => kind !== 'note').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same one',
    'removed -- two',
    'added +++ 2',
    'same three',
    'removed ten',
  ]);
  expect(rows.at(-1)).toMatchObject({ kind: 'note', text: '\\ No newline at end of file' });
  expect(second).toMatchObject({ path: 'new.ts', added: 0, removed: 0 });
  expect(second?.hunks.flatMap((hunk) => hunk.rows).map(({ text }) => text)).toContain('rename to new.ts');
});

test('a patch without names has that of the change; what is no patch is shown as it stands', () => {
  expect(patchDiffs('@@ -1 +1 @@\n-a\n+b\n', '/w/x')).toMatchObject([{ path: '/w/x', added: 1, removed: 1 }]);
  const [odd] = patchDiffs('sorry\nno patch', '/w/x');
  expect(odd?.hunks.flatMap((hunk) => hunk.rows).map(({ text }) => text)).toEqual(['sorry', 'no patch']);
});

test('only so many lines of a patch are shown', () => {
  const [long] = patchDiffs(`@@ -0,0 +1,30000 @@\n${'+a\n'.repeat(30_000)}`, '/w/x');
  expect(long?.note).toContain('20000 lines');
  expect(long?.added).toBe(19_999);
});
