import { diffWordsWithSpace } from 'diff';
import { UNDERLINE, type Role } from '../../report/style.js';
import type { Span } from '../../report/styled-line.js';
import type { DiffRow, FileDiff } from '../../report/changes/diff-rows.js';

/** A line of the view of file changes. */
export type ChangeLine =
  | { readonly type: 'file'; readonly file: FileDiff }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'hunk'; readonly title: string }
  /** A line of the old or of the new text, or of both. Side by side: an old line and the new line that replaced it. */
  | { readonly type: 'rows'; readonly old: DiffRow | undefined; readonly now: DiffRow | undefined };

/** Longer lines are not compared word by word, in characters; nor lines that differ in more words. */
const WORDS_CHARACTERS = 2_000;
const MOST_WORDS = 200;

/** All lines of the files: with old and new lines side by side, or one below the other. */
export function changeLines(files: readonly FileDiff[], isSideBySide: boolean): ChangeLine[] {
  return files.flatMap((file): ChangeLine[] => [
    { type: 'file', file },
    ...(file.note === undefined ? [] : [{ type: 'note', text: file.note } as const]),
    ...file.hunks.flatMap(({ title, rows }): ChangeLine[] => [
      ...(title === '' ? [] : [{ type: 'hunk', title } as const]),
      ...(isSideBySide ? besideLines(rows) : rows.map(lineOf)),
    ]),
  ]);
}

function lineOf(row: DiffRow): ChangeLine {
  if (row.kind === 'note') return { type: 'note', text: row.text };
  if (row.kind === 'same') return { type: 'rows', old: row, now: row };
  return { type: 'rows', old: row.kind === 'removed' ? row : undefined, now: row.kind === 'added' ? row : undefined };
}

function besideLines(rows: readonly DiffRow[]): ChangeLine[] {
  return blocksOf(rows).flatMap(({ old, now, others }): ChangeLine[] => {
    const height = Math.max(old.length, now.length);
    const pairs = Array.from({ length: height }, (_, i): ChangeLine => ({ type: 'rows', old: old[i], now: now[i] }));
    return [...pairs, ...others.map(lineOf)];
  });
}

/** A run of removed and added lines that belong together. */
interface Block {
  readonly old: DiffRow[];
  readonly now: DiffRow[];
  readonly others: DiffRow[];
}

function blocksOf(rows: readonly DiffRow[]): Block[] {
  const blocks: Block[] = [{ old: [], now: [], others: [] }];
  for (const row of rows) {
    const isChange = row.kind === 'removed' || row.kind === 'added';
    if (isChange && (blocks.at(-1)?.others.length ?? 0) > 0) blocks.push({ old: [], now: [], others: [] });
    const block = blocks.at(-1);
    if (row.kind === 'removed') block?.old.push(row);
    else if (row.kind === 'added') block?.now.push(row);
    else block?.others.push(row);
  }
  return blocks;
}

/** Pairs each removed line with the added line that replaced it, in their order. */
export function partnersOf(files: readonly FileDiff[]): ReadonlyMap<DiffRow, DiffRow> {
  const partners = new Map<DiffRow, DiffRow>();
  for (const { hunks } of files) {
    for (const { old, now } of hunks.flatMap(({ rows }) => blocksOf(rows))) {
      for (const [i, row] of old.entries()) {
        const other = now[i];
        if (other === undefined) break;
        partners.set(row, other);
        partners.set(other, row);
      }
    }
  }
  return partners;
}

/** The text of a line; words that its partner does not have are emphasised. */
export function rowSpans(row: DiffRow, partner: DiffRow | undefined): Span[] {
  const role: Role = row.kind === 'removed' ? 'removed' : row.kind === 'added' ? 'added' : 'plain';
  const isLong = Math.max(row.text.length, partner?.text.length ?? 0) > WORDS_CHARACTERS;
  if (partner === undefined || isLong) return [{ text: shown(row.text), role }];
  const [old, now] = row.kind === 'removed' ? [row, partner] : [partner, row];
  const parts = diffWordsWithSpace(old.text, now.text, { maxEditLength: MOST_WORDS });
  if (parts === undefined) return [{ text: shown(row.text), role }];
  return parts
    .filter((part) => (row.kind === 'removed' ? !part.added : !part.removed))
    .map(({ value, added, removed }) =>
      added || removed ? { text: shown(value), role, emphasis: UNDERLINE } : { text: shown(value), role },
    );
}

function shown(text: string): string {
  return text.replaceAll('\t', '    ');
}
