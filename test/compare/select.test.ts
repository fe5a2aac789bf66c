import { expect, test } from 'vitest';
import { compare } from '../../src/compare/compare.js';
import { selectPart, type Part } from '../../src/compare/select.js';
import { gistOf, outlineOf } from '../support/comparing/outlines.js';
import { chunk, opened, prompt, stopped } from '../support/report/transcript-gists.js';

const turn = (id: number, text: string, said: string, sessionId: string) => [
  prompt(id, text, sessionId),
  chunk('agent', said, undefined, sessionId),
  stopped(id),
];
const outline = outlineOf([
  ...opened(1, 'one', '1'),
  ...turn(1, 'go', 'a', 'one'),
  ...turn(2, 'go', 'b', 'one'),
  ...turn(3, 'go', 'c', '1'),
]);

function differ(a: Part, b: Part): string[] {
  return gistOf(compare(selectPart(outline, a), selectPart(outline, b), { text: true }).differences);
}

test.each<[string, Part, Part, string[]]>([
  [
    'turns of one session',
    { session: 'one', turn: 1 },
    { session: 'one', turn: 2 },
    ['text: message "a": text is "a" in A, "b" in B'],
  ],
  ['sessions by number and by id', { session: '2' }, { session: '1' }, []],
  [
    'the id before the number',
    { session: '1', turn: 1 },
    { session: 'one', turn: 1 },
    ['text: message "c": text is "c" in A, "a" in B'],
  ],
  ['the same turn of all sessions', { turn: 1 }, { turn: 1 }, []],
  ['a turn that only some sessions have', { turn: 2 }, { session: 'one', turn: 2 }, []],
])('%s', (_, a, b, expected) => {
  expect(differ(a, b)).toEqual(expected);
});

test('what there is not is nothing', () => {
  expect(selectPart(outline, { turn: 9 }).sessions).toEqual([]);
  expect(selectPart(outline, { session: 'x' }).sessions).toEqual([]);
});
