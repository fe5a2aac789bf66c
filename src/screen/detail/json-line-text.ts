import { Clusters, widthOf } from '../cells/clusters.js';
import type { Glyphs } from '../../report/glyphs.js';
import type { Role } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatBytes, formatCount } from '../../report/quantities.js';
import type { JsonLine, JsonLineKind } from '../../wire/json/json-reader.js';
import type { JsonRows } from './json-rows.js';
import { textRuns } from './text-runs.js';
import { spanOf } from './text-rows.js';

/** The most bytes that are read per cell: an escape has six bytes and shows one character. */
const BYTES_PER_CELL = 8;

const ROLES: Readonly<Record<JsonLineKind, Role>> = {
  object: 'punctuation',
  array: 'punctuation',
  close: 'punctuation',
  'empty-object': 'punctuation',
  'empty-array': 'punctuation',
  string: 'string',
  number: 'number',
  literal: 'literal',
  broken: 'error',
};

const QUOTE: Span = { text: '"', role: 'string' };
const COMMA: Span = { text: ',', role: 'punctuation' };

/** The surroundings of a line. */
export interface LineContext {
  readonly bytes: Uint8Array;
  readonly rows: JsonRows;
  readonly glyphs: Glyphs;
  /** The number of cells after the indentation. */
  readonly room: number;
}

/** A line in one row. A value that is too long is cut, and its size is shown. */
export function jsonLineText(line: JsonLine, context: LineContext): StyledLine {
  const key = keySpans(line, context);
  const room = context.room - cellsOf(key);
  const comma = line.hasComma ? [COMMA] : [];
  switch (line.kind) {
    case 'object':
    case 'array':
      return [...key, ...openSpans(line, context)];
    case 'string':
      return [...key, ...stringSpans(line, context, room), ...comma];
    case 'number':
    case 'literal':
    case 'broken':
      return [...key, ...cutSpans(line.valueFrom, line.valueTo, context, { room, role: ROLES[line.kind] }), ...comma];
    default:
      return [...key, { text: bracketText(line, context.bytes), role: 'punctuation' }, ...comma];
  }
}

/** One of the rows of a text that goes over several. */
export function jsonTextRow(line: JsonLine, part: number, context: LineContext): StyledLine {
  const rows = context.rows.textOf(line.number);
  if (rows === undefined) return jsonLineText(line, context);
  const role = ROLES[line.kind];
  const text = rows.row(part).map((span) => (span.role === undefined ? { ...span, role } : span));
  const quote = line.kind === 'string' ? [QUOTE] : [];
  const isLast = rows.isDone && part === rows.count - 1;
  return [
    ...(part === 0 ? [...keySpans(line, context), ...quote] : []),
    ...text,
    ...(isLast ? [...quote, ...(line.hasComma ? [COMMA] : [])] : []),
  ];
}

function keySpans({ from, keyTo }: JsonLine, context: LineContext): Span[] {
  if (keyTo === undefined) return [];
  const room = Math.max(2, context.room >> 1);
  const inside = cutSpans(from + 1, keyTo - 1, context, { room, role: 'key', isString: true });
  return [{ text: '"', role: 'key' }, ...inside, { text: '"', role: 'key' }, { text: ': ', role: 'punctuation' }];
}

function openSpans({ number, kind }: JsonLine, { rows }: LineContext): Span[] {
  const [open, close] = kind === 'object' ? ['{', '}'] : ['[', ']'];
  const fold = rows.foldOf(number);
  if (fold === undefined) return [{ text: open, role: 'punctuation' }];
  const what = formatCount(fold.items, kind === 'object' ? 'member' : 'item');
  return [
    { text: `${open} `, role: 'punctuation' },
    { text: `${what}, ${formatBytes(fold.sizeBytes)}`, role: 'dim' },
    { text: ` ${close}`, role: 'punctuation' },
    ...(fold.hasComma ? [COMMA] : []),
  ];
}

function stringSpans({ valueFrom, valueTo }: JsonLine, context: LineContext, room: number): Span[] {
  const text = cutSpans(valueFrom + 1, valueTo - 1, context, { room: room - 3, role: 'string', isString: true });
  return [QUOTE, ...text, QUOTE];
}

interface Cut {
  readonly room: number;
  readonly role: Role;
  readonly isString?: boolean;
}

/** Text cut to a number of cells; if something is left out, the length of the whole text follows. */
function cutSpans(from: number, to: number, context: LineContext, { room, role, isString = false }: Cut): Span[] {
  const { bytes, glyphs } = context;
  const end = Math.min(to, from + Math.max(1, room) * BYTES_PER_CELL);
  const size = formatBytes(to - from);
  const sizeText = `${glyphs.cut} ${size}`;
  const spans: Span[] = [];
  let left = Math.max(1, room);
  for (const run of textRuns({ bytes, from, to: end, isString })) {
    const own = spanOf(run);
    const span: Span = own.role === undefined ? { ...own, role } : own;
    const cells = widthOf(span.text, charsetOf(glyphs), left + 1);
    spans.push(span);
    left -= cells;
    if (left < 0) break;
  }
  if (left >= 0 && end === to) return spans;
  return [...spansWithin(spans, room - sizeText.length, glyphs), { text: sizeText, role: 'dim' }];
}

function spansWithin(spans: readonly Span[], room: number, glyphs: Glyphs): Span[] {
  const kept: Span[] = [];
  let left = room;
  for (const span of spans) {
    const text = beginningOf(span.text, left, glyphs);
    left -= widthOf(text, charsetOf(glyphs));
    kept.push({ ...span, text });
    if (text.length < span.text.length) break;
  }
  return kept;
}

function beginningOf(text: string, room: number, glyphs: Glyphs): string {
  const clusters = new Clusters(text, charsetOf(glyphs));
  let cells = 0;
  let end = 0;
  while (clusters.next()) {
    cells += clusters.width;
    if (cells > room) return text.slice(0, end);
    if (!clusters.isSpelling) end = clusters.at;
  }
  return text;
}

function bracketText({ kind, valueFrom }: JsonLine, bytes: Uint8Array): string {
  if (kind === 'empty-object') return '{}';
  if (kind === 'empty-array') return '[]';
  return String.fromCharCode(bytes[valueFrom] ?? 0);
}

function cellsOf(spans: StyledLine): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text, 'utf-8'), 0);
}

function charsetOf({ isAscii }: Glyphs): 'ascii' | 'utf-8' {
  return isAscii ? 'ascii' : 'utf-8';
}
