import { describe, expect, test } from 'vitest';
import { emphasisOf, roleOf, UNDERLINE } from '../../../src/report/style.js';
import { ChangesPane } from '../../../src/screen/changes/changes-pane.js';
import type { FileChange } from '../../../src/report/changes/file-change.js';
import { FileTexts } from '../../../src/screen/changes/file-texts.js';
import type { ActionName } from '../../../src/screen/keys/key-bindings.js';
import type { Search } from '../../../src/screen/frame/conversation.js';
import type { Intent } from '../../../src/screen/frame/view.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';
import { asView } from '../../support/screen/panes.js';

const BEFORE = [
  ...Array.from({ length: 40 }, (_, i) => `// ${i + 1}`),
  '  const out: Node[] = [];',
  '  for (const tok of tokens) {',
  '    const n = node(tok);',
  '    out.push(n);',
  '  }',
  ...Array.from({ length: 20 }, (_, i) => `// more ${i}`),
  '  return out;',
  '',
];
const AFTER = BEFORE.toSpliced(41, 1, '  for await (const tok of tokens) {')
  .toSpliced(43, 1, '    if (!n) continue;', '\tyield n; // \u001b[31m日本')
  .toSpliced(-2, 1, '  return;');

/** A search in a conversation without frames. */
const NOTHING: Search = {
  step: () => true,
  next: () => undefined,
  placeOf: () => ({ number: undefined, count: 0, isCounted: true }),
};

const CHANGES: readonly FileChange[] = [
  { type: 'texts', path: '/w/src/parser.ts', oldText: BEFORE.join('\n'), newText: AFTER.join('\n') },
  { type: 'texts', path: '/w/src/parser.test.ts', oldText: undefined, newText: "test('a', async () => {\n});\n" },
  { type: 'named', path: '/w/old.ts', operation: 'delete' },
];

function paneOf(changes: readonly FileChange[]): ChangesPane {
  return new ChangesPane(
    changes,
    (wanted) => new FileTexts(fakeConversation({}, { search: () => NOTHING }), 9, wanted),
  );
}

function press(pane: ChangesPane, ...names: ActionName[]): readonly Intent[] | undefined {
  return names.map((name) => pane.act({ name })).at(-1);
}

describe('file changes', () => {
  test('are shown one below the other', async () => {
    const screens = goldenScreens(() => asView(paneOf(CHANGES)));
    await expect(screens).toMatchFileSnapshot('../../golden/screen/changes.txt');
  });

  test('are shown side by side where there is room', async () => {
    const screens = goldenScreens(() => {
      const pane = paneOf(CHANGES);
      press(pane, 'side-by-side');
      return asView(pane);
    });
    await expect(screens).toMatchFileSnapshot('../../golden/screen/changes-side-by-side.txt');
  });

  test('have their words that changed underlined', () => {
    const buffer = painted(asView(paneOf(CHANGES)), 80, 24);
    const y = Array.from({ length: 24 }, (_, row) => row).find((row) => buffer.row(row).includes('for await')) ?? 0;
    const cells = Array.from({ length: 80 }, (_, x) => x).filter(
      (x) => (emphasisOf(buffer.styleAt(x, y)) & UNDERLINE) > 0,
    );
    expect(
      cells
        .map((x) => buffer.textAt(x, y))
        .join('')
        .trim(),
    ).toBe('await');
    expect(cells.every((x) => roleOf(buffer.styleAt(x, y)) === 'added')).toBe(true);
  });

  test('are gone through hunk by hunk and file by file', () => {
    const pane = paneOf(CHANGES);
    painted(asView(pane), 80, 24);
    const hunk = (): string => pane.counters().at(-1)?.text ?? '';
    press(pane, 'next-hunk');
    expect(hunk()).toBe('hunk 1/3');
    press(pane, 'next-hunk', 'next-hunk');
    expect(hunk()).toBe('hunk 3/3');
    expect(press(pane, 'next-hunk')).toEqual([{ type: 'say', text: 'no hunk below' }]);
    press(pane, 'previous-file', 'previous-file');
    expect(hunk()).toBe('hunk 0/3');
    expect(pane.counters().map(({ text }) => text)).toEqual(['3 files  ', '+6 ', '-3  ', 'hunk 0/3']);
  });

  test('are given away hunk by hunk', () => {
    const pane = paneOf(CHANGES);
    painted(asView(pane), 80, 24);
    expect(press(pane, 'copy')?.[0]).toMatchObject({ type: 'say', isError: true });
    const [intent] = press(pane, 'next-hunk', 'next-hunk', 'copy') ?? [];
    expect(intent?.type === 'copy' ? intent.text : '').toMatch(
      /^@@ 63,4 64,4 @@\n {1}[^]*- {2}return out;\n\+ {2}return;\n$/,
    );
  });

  test('may leave white space out of account', () => {
    const pane = paneOf([{ type: 'texts', path: '/a', oldText: 'a b\n', newText: 'ab\n' }]);
    expect(pane.counters()[1]?.text).toBe('+1 ');
    press(pane, 'whitespace');
    expect(pane.counters()[1]?.text).toBe('+0 ');
    expect(painted(asView(pane), 40, 5).toString()).toContain('only whitespace changes');
  });

  test('are searched', () => {
    const pane = paneOf(CHANGES);
    painted(asView(pane), 80, 24);
    pane.act({ name: 'search', argument: 'RETURN' });
    expect(pane.status().map(({ text }) => text)).toEqual(['[search: RETURN  1 of 2]  ']);
  });
});
