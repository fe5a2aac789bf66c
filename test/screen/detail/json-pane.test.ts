import { describe, expect, test } from 'vitest';
import { BOLD, emphasisOf, UNDERLINE } from '../../../src/report/style.js';
import { JsonPane } from '../../../src/screen/detail/json-pane.js';
import type { Action } from '../../../src/screen/keys/key-bindings.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { utf8 } from '../../support/values/bytes.js';
import { painted } from '../../support/screen/painted.js';
import { asView } from '../../support/screen/panes.js';
import { fc } from '../../support/values/property.js';

function paneOf(value: JsonValue | Uint8Array): JsonPane {
  return new JsonPane(value instanceof Uint8Array ? value : utf8(JSON.stringify(value)));
}

function screen(pane: JsonPane, width = 59, height = 12): string[] {
  do painted(asView(pane), width, height);
  while (pane.work());
  const text = painted(asView(pane), width, height).toString();
  return text.trimEnd().split('\n');
}

function press(pane: JsonPane, ...actions: (Action | Action['name'])[]): void {
  for (const action of actions) pane.act(typeof action === 'string' ? { name: action } : action);
}

const VALUE = { a: { b: [1, 2], c: {} }, d: 'text' };

describe('folding', () => {
  test('hides what an array or object holds, and says how much that is', () => {
    const pane = paneOf(VALUE);
    screen(pane);
    press(pane, 'down', 'down', 'fold');
    expect(screen(pane)).toEqual([
      ' ▾ {',
      '   ▾ "a": {',
      '▸    ▸ "b": [ 2 items, 5 B ],',
      '       "c": {}',
      '     },',
      '     "d": "text"',
      '   }',
    ]);
    press(pane, 'unfold', 'fold', 'fold');
    expect(screen(pane)).toEqual([' ▾ {', '▸  ▸ "a": { 2 members, 18 B },', '     "d": "text"', '   }']);
    press(pane, 'open');
    expect(screen(pane)).toHaveLength(7);
  });

  test('of a value folds what holds it', () => {
    const pane = paneOf(VALUE);
    screen(pane);
    press(pane, 'down', 'down', 'down', 'fold');
    expect(screen(pane)[2]).toBe('▸    ▸ "b": [ 2 items, 5 B ],');
  });

  test('of all leaves the outermost open, and can be undone', () => {
    const pane = paneOf(VALUE);
    const before = screen(pane);
    press(pane, 'last', 'fold-all');
    expect(screen(pane)).toHaveLength(4);
    press(pane, 'first', 'unfold-all');
    expect(screen(pane)).toEqual(before);
  });

  test('never loses the cursor, whatever is pressed', () => {
    const actions = fc.array(
      fc.constantFrom<Action['name']>(
        'down',
        'up',
        'fold',
        'unfold',
        'fold-all',
        'unfold-all',
        'wrap',
        'open',
        'last',
        'page-down',
        'page-up',
        'first',
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), actions, (value, names) => {
        const pane = paneOf([value as JsonValue, 'word '.repeat(60)]);
        for (const name of names) {
          press(pane, name);
          expect(screen(pane, 40, 9).filter((row) => row.startsWith('▸'))).toHaveLength(1);
        }
      }),
    );
  });
});

describe('a long text', () => {
  const pane = (): JsonPane => {
    const made = paneOf({ long: 'one two '.repeat(30), next: 1 });
    screen(made);
    press(made, 'down');
    return made;
  };

  test('is cut, and its size told', () => {
    expect(screen(pane())[1]).toMatch(/^▸ {4}"long": "one two one two .*… 240 B",$/);
  });

  test('is shown whole when it is opened, and the cursor goes through it', () => {
    const opened = pane();
    press(opened, 'unfold');
    const rows = screen(opened);
    expect(rows[1]).toMatch(/^▸ {4}"long": "one two/);
    expect(
      rows
        .slice(1, -2)
        .join('')
        .match(/one two/g)?.length,
    ).toBeGreaterThan(25);
    press(opened, 'down', 'down');
    expect(screen(opened)[3]).toMatch(/^▸/);
    press(opened, 'fold');
    expect(screen(opened)).toHaveLength(4);
  });

  test('has its new lines when it is opened', () => {
    const made = paneOf({ code: 'a\n  b\n\tc' });
    screen(made);
    press(made, 'wrap');
    expect(screen(made)).toEqual(['▸▾ {', '     "code": "a', '       b', '         c"', '   }']);
  });
});

describe('a search', () => {
  test('goes from hit to hit, and makes them stand out', () => {
    const pane = paneOf({ one: 'needle', two: [{ three: 'a needle' }] });
    screen(pane);
    press(pane, { name: 'search', argument: 'needle' });
    expect(screen(pane)[1]).toMatch(/^▸/);
    expect(pane.status()).toEqual([{ text: '[search: needle  1 of 2]  ' }]);
    press(pane, 'fold-all', 'next-hit');
    expect(screen(pane)[4]).toMatch(/^▸ +"three": "a needle"/);
    const buffer = painted(asView(pane), 59, 12);
    const x = buffer.row(4).indexOf('needle');
    expect(emphasisOf(buffer.styleAt(x, 4)) & (BOLD | UNDERLINE)).toBe(BOLD | UNDERLINE);
    press(pane, 'next-hit');
    expect(screen(pane)[1]).toMatch(/^▸/);
  });

  test('that finds nothing says so', () => {
    const pane = paneOf({ a: 1 });
    screen(pane);
    expect(pane.act({ name: 'search', argument: 'no' })).toEqual([
      { type: 'say', text: '"no" not found here', isError: true },
    ]);
  });

  test('opens the text in which a hit would be cut off', () => {
    const pane = paneOf({ long: `${'x'.repeat(500)}needle` });
    screen(pane);
    press(pane, { name: 'search', argument: 'needle' });
    expect(screen(pane).join('\n')).toMatch(/▸ .*needle/);
  });
});

describe('a frame that would do harm', () => {
  test('of 10 MB of numbers is painted at once, and read a little with each step', () => {
    const bytes = new Uint8Array(10_000_001).fill(0x31);
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = 0x2c;
    bytes[0] = 0x5b;
    bytes[bytes.length - 1] = 0x5d;
    const pane = new JsonPane(bytes);
    expect(painted(asView(pane), 80, 5).row(2)).toMatch(/^ +3 +1,/);
    expect(pane.counters()[0]?.text).toMatch(/\(1 %\)$/);
    let steps = 0;
    let before = pane.index.readBytes;
    for (; pane.work(); steps += 1) {
      expect(pane.index.readBytes - before).toBeLessThan(200_000);
      before = pane.index.readBytes;
    }
    expect(steps).toBeGreaterThan(70);
    press(pane, 'last');
    expect(painted(asView(pane), 80, 5).row(3)).toMatch(/^ 5000001 +1/);
    expect(pane.counters()[0]?.text).toBe('line 5000002/5000002');
  });

  test('of a million emoji in one string is cut, and opened step by step', () => {
    const pane = paneOf(['😀'.repeat(1_000_000), 1]);
    expect(screen(pane)[1]).toMatch(/^ {5}"😀+… 4\.0 MB",$/u);
    press(pane, 'down', 'unfold');
    painted(asView(pane), 59, 12);
    let steps = 0;
    while (pane.work()) steps += 1;
    expect(steps).toBeGreaterThan(10);
    press(pane, 'last', 'up', 'up');
    expect(screen(pane).at(-3)).toMatch(/^▸ +😀+"?,?/u);
  });

  test('of ten thousand levels can be gone through from end to end', () => {
    const pane = paneOf(utf8(`${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`));
    expect(screen(pane)[3]).toBe('       ▾ {');
    press(pane, 'last', 'page-up', 'fold', 'page-up', 'unfold');
    expect(screen(pane).filter((row) => row.startsWith('▸'))).toHaveLength(1);
    pane.goTo(Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? 0 : 'a')));
    expect(pane.path).toHaveLength(10_000);
    expect(screen(pane).join('\n')).toMatch(/▸ +"a": 1/);
  });

  test('never gets a control, a bidi mark or half a pair into a cell', () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\u202e\u2066\u009b\ud800';
    const raw = new Uint8Array([
      ...utf8(`{"${evil.toWellFormed()}":"${evil.toWellFormed()}`),
      0xff,
      0xc3,
      ...utf8('","a":1,"a":"\\ud800\\u202e"}'),
    ]);
    const rows = screen(paneOf(raw), 120);
    expect(rows.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(rows.join('\n')).toContain('<ff><c3>');
    expect(rows.filter((row) => row.includes('"a": '))).toHaveLength(2);
    expect(rows.join('\n')).toContain('"\\ud800\\u202e"');
  });

  test('that breaks off is shown as far as it goes', () => {
    const pane = paneOf(utf8('{"a":1,"b":"cut of'));
    expect(screen(pane)).toEqual(['▸▾ {', '     "a": 1,', '     "b":"cut of']);
    expect(pane.status()[0]).toEqual({ text: 'no JSON: a string does not end  ', role: 'error' });
  });
});
