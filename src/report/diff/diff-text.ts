import type { Change, Difference, Side, Where } from '../../compare/difference.js';
import type { TextPiece } from '../../compare/text-diff.js';
import { jsonBeginning } from '../../wire/json-beginning.js';
import type { JsonValue } from '../../wire/json-text.js';
import { escapeUnsafe } from '../../wire/plain-text.js';
import { formatCount } from '../quantities.js';
import { countsOf, leftOut, type Compared } from './compared.js';

/** A line of the report, safe to show. */
export interface DiffLine {
  readonly text: string;
  readonly style: 'title' | 'place' | 'summary' | 'removed' | 'added' | 'context' | 'note';
}

/** Longer values are cut, in characters; and long pieces of text after so many lines. */
const VALUE_CHARACTERS = 200;
const PIECE_LINES = 20;
/** The most changes that are shown of one difference. */
const SHOWN_CHANGES = 12;
/** How many common characters are shown around a difference. */
const CONTEXT_CHARACTERS = 40;
/** Texts with more lines are compared line by line. */
const WORDS_LINES = 3;

/** The report for people: `-` shows A, `+` shows B, each with its frames. */
export function* diffLines(compared: Compared): Generator<DiffLine> {
  const { a, b, differences } = compared;
  if (differences.length > 0) {
    yield { text: `--- A  ${escapeUnsafe(a)}`, style: 'removed' };
    yield { text: `+++ B  ${escapeUnsafe(b)}`, style: 'added' };
  }
  let place: string | undefined;
  for (const difference of differences) {
    const own = placeText(difference.where);
    if (own !== place) yield { text: `@@ ${own} @@`, style: 'place' };
    place = own;
    yield* differenceLines(difference);
  }
  yield { text: countText(compared), style: 'title' };
  const kinds = leftOut(compared);
  if (kinds.length > 0) yield { text: `not compared: ${kinds.join(', ')}`, style: 'note' };
}

/** "2 differences: 1 tool-call, 1 permission". */
function countText({ a, b, differences }: Compared): string {
  if (differences.length === 0) return `no differences between ${escapeUnsafe(a)} and ${escapeUnsafe(b)}`;
  const kinds = countsOf(differences).map(([kind, count]) => `${count} ${kind}`);
  return `${formatCount(differences.length, 'difference')}: ${kinds.join(', ')}`;
}

function placeText({ session, turn, part }: Where): string {
  const words = [
    ...(session === undefined ? [] : [`session ${numbersText(session)}`]),
    ...(turn === undefined ? [] : [`turn ${numbersText(turn)}`]),
    ...(part === undefined ? [] : [part === 'history' ? 'history' : 'outside turns']),
  ];
  return words.length === 0 ? 'connection' : words.join(', ');
}

/** One number if it is the same on both sides, or if only one side has it. */
function numbersText({ a, b }: { readonly a: number | undefined; readonly b: number | undefined }): string {
  return a === b || b === undefined || a === undefined ? String(a ?? b ?? '-') : `${a} of A, ${b} of B`;
}

function* differenceLines({ kind, summary, a, b, changes }: Difference): Generator<DiffLine> {
  yield { text: `${kind}: ${escapeUnsafe(summary)}`, style: 'summary' };
  if (changes.length === 0) {
    if (a !== undefined) yield { text: `- ${framesText(a)}  ${escapeUnsafe(a.label)}`, style: 'removed' };
    if (b !== undefined) yield { text: `+ ${framesText(b)}  ${escapeUnsafe(b.label)}`, style: 'added' };
    return;
  }
  for (const change of changes.slice(0, SHOWN_CHANGES)) yield* changeLines(change, a, b);
  const more = changes.length - SHOWN_CHANGES;
  if (more > 0) yield { text: `  ... ${formatCount(more, 'more change')}, see --json`, style: 'note' };
}

/** The frames to look at: `frame 12`, `frames 12..30`. */
function framesText({ seq, endSeq }: Side): string {
  return seq === endSeq ? `frame ${seq}` : `frames ${seq}..${endSeq}`;
}

function* changeLines(change: Change, a: Side | undefined, b: Side | undefined): Generator<DiffLine> {
  const { path, pieces } = change;
  const name = path === '' ? '' : `  ${escapeUnsafe(path)}`;
  const [headA, headB] = [a, b].map((side) => (side === undefined ? '' : `${framesText(side)}${name}`));
  if (pieces !== undefined && isOfManyLines(pieces)) {
    yield { text: `- ${headA}`, style: 'removed' };
    yield { text: `+ ${headB}`, style: 'added' };
    yield* pieceLines(pieces);
    return;
  }
  if (change.a !== undefined) yield { text: `- ${headA}  ${valueText(change.a, pieces, 'a')}`, style: 'removed' };
  if (change.b !== undefined) yield { text: `+ ${headB}  ${valueText(change.b, pieces, 'b')}`, style: 'added' };
}

function isOfManyLines(pieces: readonly TextPiece[]): boolean {
  return (
    pieces
      .map(({ text }) => text)
      .join('')
      .split('\n').length > WORDS_LINES
  );
}

function valueText(value: JsonValue, pieces: readonly TextPiece[] | undefined, side: 'a' | 'b'): string {
  if (pieces === undefined) return escapeUnsafe(shortened(jsonBeginning(value, VALUE_CHARACTERS + 1)));
  const own = pieces.filter(({ only }) => only === undefined || only === side);
  const shown = own.map(({ text, only }, i) => {
    if (only !== undefined) return shortened(text);
    const isFirst = i === 0;
    return aroundText(text, isFirst, i === own.length - 1);
  });
  return escapeUnsafe(JSON.stringify(shown.join('')));
}

/** Shortens a common text to the parts next to the differences. */
function aroundText(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * CONTEXT_CHARACTERS) return text;
  const before = isFirst ? '' : text.slice(0, CONTEXT_CHARACTERS);
  const after = isLast ? '' : text.slice(-CONTEXT_CHARACTERS);
  return `${before}...${after}`;
}

function shortened(text: string): string {
  return text.length <= VALUE_CHARACTERS ? text : `${text.slice(0, VALUE_CHARACTERS - 3)}...`;
}

function* pieceLines(pieces: readonly TextPiece[]): Generator<DiffLine> {
  for (const [i, { text, only }] of pieces.entries()) {
    const lines = text.replace(/\n$/, '').split('\n');
    if (only === undefined) {
      if (i > 0) yield { text: `    ${lineText(lines[0])}`, style: 'context' };
      if (lines.length > 2 && i > 0 && i < pieces.length - 1) yield { text: '    ...', style: 'context' };
      const isNext = i < pieces.length - 1 && (i === 0 || lines.length > 1);
      if (isNext) yield { text: `    ${lineText(lines.at(-1))}`, style: 'context' };
      continue;
    }
    const [sign, style] = only === 'a' ? (['-', 'removed'] as const) : (['+', 'added'] as const);
    for (const line of lines.slice(0, PIECE_LINES)) yield { text: `${sign}   ${lineText(line)}`, style };
    const more = lines.length - PIECE_LINES;
    if (more > 0) yield { text: `${sign}   ... ${formatCount(more, 'more line')}`, style };
  }
}

function lineText(line = ''): string {
  return escapeUnsafe(shortened(line.replaceAll('\t', '    ')));
}
