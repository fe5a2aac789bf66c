import { textOf } from '../../model/json-access.js';
import { saidItem, type ToldItem } from './told-items.js';

/**
 * A text as several, if the other side has it so: agents join in a replay what was two messages with a tool call between
 * them, or the other way around.
 *
 * @returns the item itself if it is no such text
 */
export function splitLike(item: ToldItem, others: readonly ToldItem[]): readonly ToldItem[] {
  const text = textOf(item.facts['text']);
  if (text === undefined || item.facts['others'] !== undefined) return [item];
  const texts = others.flatMap(({ kind, facts }) => (kind === item.kind ? (textOf(facts['text']) ?? []) : []));
  if (texts.includes(text)) return [item];
  const pieces = piecesOf(text, texts);
  if (pieces.length < 2) return [item];
  const { kind, seq, endSeq } = item;
  return pieces.flatMap((piece) => saidItem(kind, { seq, endSeq, text: piece, others: [] }) ?? []);
}

/** Texts that follow each other and together are the whole, white space aside; none if there are no such. */
function piecesOf(whole: string, texts: readonly string[]): string[] {
  for (const [first, text] of texts.entries()) {
    if (!whole.startsWith(text)) continue;
    const pieces: string[] = [];
    let rest = whole;
    for (const next of texts.slice(first)) {
      if (rest === '' || !rest.startsWith(next)) break;
      pieces.push(next);
      rest = rest.slice(next.length).trimStart();
    }
    if (rest === '') return pieces;
  }
  return [];
}
