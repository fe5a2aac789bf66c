import { describe, expect, test } from 'vitest';
import { placedColumns, type ScreenColumn } from '../../../src/screen/tables/table-painter.js';

function column(title: string, width: number, more: Partial<ScreenColumn<string>> = {}): ScreenColumn<string> {
  return { title, width, dropped: 0, span: (text) => ({ text }), ...more };
}

function widths(columns: readonly ScreenColumn<string>[], width: number): Record<string, number> {
  return Object.fromEntries(placedColumns(columns, width).map((placed) => [placed.column.title, placed.width]));
}

describe('columns', () => {
  test('that are flexible share what is left, up to what they take at most', () => {
    const columns = [
      column('a', 5, { isFlexible: true, most: 8 }),
      column('b', 10),
      column('c', 5, { isFlexible: true }),
    ];
    expect(widths(columns, 26)).toEqual({ a: 7, b: 10, c: 7 });
    expect(widths(columns, 60)).toEqual({ a: 8, b: 10, c: 40 });
    expect(placedColumns(columns, 60).map(({ x }) => x)).toEqual([0, 9, 20]);
  });

  test('are left out by rank where there is no room, and those never that have no rank', () => {
    const columns = [column('a', 10), column('b', 10, { dropped: 1 }), column('c', 10, { dropped: 2 })];
    expect(Object.keys(widths(columns, 32))).toEqual(['a', 'b', 'c']);
    expect(Object.keys(widths(columns, 31))).toEqual(['a', 'b']);
    expect(Object.keys(widths(columns, 5))).toEqual(['a']);
  });
});
