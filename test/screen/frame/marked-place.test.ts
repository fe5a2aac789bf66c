import { expect, test } from 'vitest';
import { MarkedPlace } from '../../../src/screen/frame/marked-place.js';

const at = (from: number, to = from) => ({ from, to });
const text = (marked: MarkedPlace, from: number) =>
  marked
    .status(at(from))
    .map((span) => span.text)
    .join('');

test('from the mark to the cursor all is selected, wherever the cursor is', () => {
  const marked = new MarkedPlace();
  expect(marked.spanTo(at(3))).toBeUndefined();
  expect(marked.toggle(at(14))).toMatchObject([{ type: 'say', text: expect.stringContaining('frame 14') as string }]);
  expect(marked.seq).toBe(14);
  expect(marked.spanTo(at(25))).toEqual(at(14, 25));
  expect(marked.spanTo(at(3))).toEqual(at(3, 14));
  expect(marked.spanTo(at(14))).toEqual(at(14));
  expect(marked.spanTo(undefined)).toBeUndefined();
});

test('what stands for several frames is selected with all of them', () => {
  const marked = new MarkedPlace();
  marked.toggle(at(19, 21));
  expect(marked.spanTo(at(30, 34))).toEqual(at(19, 34));
  expect(marked.spanTo(at(10, 12))).toEqual(at(10, 21));
});

test('it is told once the cursor has left the mark', () => {
  const marked = new MarkedPlace();
  expect(text(marked, 3)).toBe('');
  marked.toggle(at(14));
  expect(text(marked, 14)).toBe('');
  expect(text(marked, 25)).toBe('[frames 14 to 25] x exports them  ');
});

test('a second time takes the mark away, also from a line that holds it', () => {
  const marked = new MarkedPlace();
  marked.toggle(at(14));
  expect(marked.isIn(at(13, 15))).toBe(true);
  expect(marked.toggle(at(13, 15))).toEqual([]);
  expect(marked.seq).toBeUndefined();
});
