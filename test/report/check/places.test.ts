import { expect, test } from 'vitest';
import { Places } from '../../../src/report/check/places.js';

test('before the first entry there is no place', () => {
  const places = new Places();
  expect(places.of(0)).toBeUndefined();
  places.note(3, { file: 'a.acp', line: 7 });
  expect(places.of(2)).toBeUndefined();
});

test('lines that follow each other are one run; comments and other files begin a new one', () => {
  const places = new Places();
  const noted = [
    [0, 'shared.acp', 2],
    [1, 'shared.acp', 3],
    [2, 'a.acp', 4],
    [3, 'a.acp', 5],
    [4, 'a.acp', 9],
    [6, 'a.acp', 11],
  ] as const;
  for (const [seq, file, line] of noted) places.note(seq, { file, line });
  expect(noted.map(([seq]) => places.of(seq))).toEqual(noted.map(([, file, line]) => ({ file, line })));
  expect(places.of(5)).toEqual({ file: 'a.acp', line: 10 });
});
