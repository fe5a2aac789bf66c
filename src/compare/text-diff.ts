import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

/** A piece of two texts: of both, or of only one. */
export interface TextPiece {
  readonly text: string;
  readonly only: 'a' | 'b' | undefined;
}

/** Texts that differ in more words, or lines, than this are shown as wholly different. */
const MOST_EDITS = 1_000;

/** Where two texts differ: word by word or, of texts of many lines, line by line. With the texts swapped it is the same. */
export function textPieces(a: string, b: string): TextPiece[] {
  if (a > b) return inOrder(textPieces(b, a).map(({ text, only }) => ({ text, only: swapped(only) })));
  const bound = { maxEditLength: MOST_EDITS };
  const isLong = lines(a) > 3 || lines(b) > 3;
  const changes = isLong ? diffLines(a, b, bound) : diffWordsWithSpace(a, b, bound);
  return inOrder(changes?.map(pieceOf) ?? wholes(a, b));
}

function pieceOf({ value, added, removed }: ChangeObject<string>): TextPiece {
  return { text: value, only: removed ? 'a' : added ? 'b' : undefined };
}

function wholes(a: string, b: string): TextPiece[] {
  const pieces: TextPiece[] = [
    { text: a, only: 'a' },
    { text: b, only: 'b' },
  ];
  return pieces.filter(({ text }) => text !== '');
}

function lines(text: string): number {
  return text.split('\n', 5).length;
}

function swapped(only: TextPiece['only']): TextPiece['only'] {
  if (only === undefined) return undefined;
  return only === 'a' ? 'b' : 'a';
}

/** Between two pieces of both, what only A has stands first. */
function inOrder(pieces: readonly TextPiece[]): TextPiece[] {
  const ordered: TextPiece[] = [];
  for (const piece of pieces) {
    const last = ordered.at(-1);
    if (piece.only === 'a' && last?.only === 'b') ordered.splice(-1, 0, piece);
    else ordered.push(piece);
  }
  return ordered;
}
