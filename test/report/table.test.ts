import { describe, expect, test } from 'vitest';
import { lineOf, Table, type Column } from '../../src/report/table.js';

interface Row {
  readonly n: string;
  readonly name: string;
  readonly text: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'n', text: ({ n }) => n, align: 'right', width: [3, 5] },
  { title: 'name', text: ({ name }) => name, align: 'left', width: [2, 6] },
  { title: 'text', text: ({ text }) => text, align: 'left', width: [0, 0] },
];

function row(n: string, name: string, text: string): Row {
  return { n, name, text };
}

describe('Table', () => {
  test('aligns columns to their least width, their titles and what they hold', () => {
    const table = new Table(COLUMNS, 40);
    table.measure([row('1', 'a', 'x'), row('1000', 'abc', 'y')]);
    expect([table.titles(), table.row(row('1', 'a', 'x')), table.row(row('1000', 'abc', 'y'))].map(lineOf)).toEqual([
      '   n  name  text',
      '   1  a     x',
      '1000  abc   y',
    ]);
  });

  test('cuts what is wider than its column may be, and says so', () => {
    const table = new Table(COLUMNS, 40);
    expect(lineOf(table.row(row('1234567', 'abcdefgh', 'x')))).toBe('1234…  abcde…  x');
  });

  test('cuts the last column to what is left of the line', () => {
    const table = new Table(COLUMNS, 16);
    const set = lineOf(table.row(row('1', 'ab', 'abcdefghijk')));
    expect(set).toBe('  1  ab  abcdef…');
    expect(set).toHaveLength(16);
    expect(lineOf(new Table(COLUMNS, 9).row(row('1', 'ab', 'abc')))).toBe('  1  ab');
    expect(lineOf(new Table(COLUMNS, 0).row(row('1', 'ab', 'abc')))).toBe('  1  ab');
    expect(lineOf(new Table(COLUMNS, 10).row(row('1', 'ab', 'abc')))).toBe('  1  ab  a');
  });

  test('widens for rows as they come, and never narrows again', () => {
    const table = new Table(COLUMNS, 40);
    expect(lineOf(table.row(row('1', 'a', 'x')))).toBe('  1  a   x');
    expect(lineOf(table.row(row('1', 'abcd', 'x')))).toBe('  1  abcd  x');
    expect(lineOf(table.row(row('1', 'a', 'x')))).toBe('  1  a     x');
  });

  test('tells of each cell which column it stands in', () => {
    expect(new Table(COLUMNS, 40).row(row('1', 'a', 'x')).map(({ title }) => title)).toEqual(['n', 'name', 'text']);
  });

  test('pads nothing after the last column', () => {
    expect(new Table(COLUMNS, 40).row(row('1', 'a', 'x')).at(-1)).toEqual({ title: 'text', text: 'x' });
  });
});
