import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INVERSE, styleOf, UNDERLINE } from '../../../src/report/style.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { CELL_HEIGHT, CELL_WIDTH, cellsSvg, MARGIN } from '../../../src/screen/cells/cells-svg.js';
import { DARK, LIGHT } from '../../../src/screen/cells/terminal-colours.js';

const WIDTH = 20;
const HEIGHT = 3;

function buffer(...rows: readonly { text: string; style?: number }[]): CellBuffer {
  const cells = new CellBuffer(WIDTH, HEIGHT);
  for (const [y, { text, style = 0 }] of rows.entries()) cells.text({ x: 0, y, width: WIDTH }, text, style);
  return cells;
}

function svgOf(cells: CellBuffer, title = 'a screen'): string {
  return cellsSvg(cells, { title, background: DARK });
}

/** The rows of a picture, put together from where its texts and boxes stand. */
function rowsIn(svg: string): string[] {
  const rows = Array.from({ length: HEIGHT }, () => new Array<string>(WIDTH).fill(' '));
  const columnOf = (x: string): number => Math.round((Number(x) - MARGIN) / CELL_WIDTH);
  for (const [, x = '', y = '', length = '', words = ''] of svg.matchAll(
    /<text x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)</g,
  )) {
    const row = rows[Math.floor((Number(y) - MARGIN) / CELL_HEIGHT)] ?? [];
    const text = unescaped(words);
    row.fill('', columnOf(x), columnOf(x) + Math.round(Number(length) / CELL_WIDTH));
    row[columnOf(x)] = text;
  }
  const signs = new Map([
    ['', '█'],
    [' fill-opacity="0.75"', '▓'],
    [' fill-opacity="0.5"', '▒'],
    [' fill-opacity="0.25"', '░'],
  ]);
  for (const [, x = '', y = '', width = '', opacity = ''] of svg.matchAll(
    /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="[\d.]+" fill="#\w+"( fill-opacity="[\d.]+")?\/>/g,
  )) {
    const row = rows[Math.round((Number(y) - MARGIN) / CELL_HEIGHT)] ?? [];
    row.fill(signs.get(opacity) ?? '?', columnOf(x), columnOf(x) + Math.round(Number(width) / CELL_WIDTH));
  }
  return rows.map((row) => row.join('').trimEnd());
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

test('every sign stands in its cell, whatever is on the screen', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '<', '&', '"', '>', '█', '▓', '▒', '░', '│', '漢', 'é', 'e\u0301', ' ', '  '),
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: HEIGHT, maxLength: HEIGHT }), (texts) => {
      const cells = buffer(...texts.map((line) => ({ text: line })));
      expect(rowsIn(svgOf(cells))).toEqual(cells.toString().split('\n'));
    }),
  );
});

test('what a screen holds never becomes markup', () => {
  const svg = svgOf(buffer({ text: '<script>x()</script>' }, { text: `"><a href='b'>` }), '</title><script>');
  expect(svg.match(/<[a-z]+/g)?.filter((tag) => !['<svg', '<title', '<rect', '<g', '<text'].includes(tag))).toEqual([]);
});

test('colours, bold, inverse and underlined cells are seen', () => {
  const svg = svgOf(
    buffer(
      { text: 'error', style: styleOf('error') },
      { text: 'here', style: styleOf('client', INVERSE) },
      { text: 'link', style: styleOf('plain', UNDERLINE) },
    ),
  );
  expect(svg).toMatch(/<text [^>]*fill="#ff5f5f" font-weight="bold">error</);
  expect(svg).toMatch(/<rect [^>]*width="33.6" [^>]*fill="#00afff"\/>\n<text [^>]*fill="#0d1117">here</);
  expect(svg).toMatch(/<path [^>]*h33.6" stroke="#e6edf3"\/>\n<text [^>]*>link</);
});

test('the light picture differs only in its colours', () => {
  const cells = buffer({ text: 'a', style: styleOf('agent') });
  const colourless = (svg: string): string => svg.replaceAll(/#[0-9a-f]{6}/g, '#');
  const light = cellsSvg(cells, { title: 'a', background: LIGHT });
  const dark = cellsSvg(cells, { title: 'a', background: DARK });
  expect(light).not.toBe(dark);
  expect(colourless(light)).toBe(colourless(dark));
});
