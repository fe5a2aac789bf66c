import { diffArrays } from 'diff';
import { formatCount } from '../quantities.js';
import type { DiffRow, FileDiff, Hunk } from './diff-rows.js';
import type { FileChange } from './file-change.js';
import { patchDiffs } from './patch-diff.js';

export interface DiffOptions {
  readonly ignoresWhitespace: boolean;
}

/** How many lines are shown around a change. */
const CONTEXT = 3;
/** If texts differ in more lines, they are shown one after the other. */
const MOST_EDITS = 1_000;
/** Longer texts, in characters, are not compared; nor texts with more lines between their common beginning and end. */
const MOST_CHARACTERS = 4_000_000;
const MOST_LINES = 20_000;
/** How many lines are shown of a text that is not compared. */
const SHOWN_LINES = 500;

/** @returns several if a patch has several files */
export function fileDiffs(change: FileChange, options: DiffOptions): FileDiff[] {
  switch (change.type) {
    case 'patch':
      return patchDiffs(change.patch, change.path);
    case 'named':
      return [{ path: change.path, added: 0, removed: 0, hunks: [], note: `${change.operation}; no text was sent` }];
    case 'texts':
      return [textsDiff(change, options)];
    default:
      return change satisfies never;
  }
}

function textsDiff({ path, oldText, newText }: FileChange & { type: 'texts' }, options: DiffOptions): FileDiff {
  if ((oldText?.length ?? 0) + newText.length > MOST_CHARACTERS) return beginnings(path, oldText, newText);
  const [before, after] = [linesOf(oldText ?? ''), linesOf(newText)];
  const changes =
    oldText === undefined ? [{ old: 0, count: 0, by: after.length, now: 0 }] : changesOf(before, after, options);
  const rowsOf = new RowMaker(before, after);
  const hunks = changes === undefined ? [wholly(before, after, rowsOf)] : grouped(changes, rowsOf);
  const note =
    oldText === undefined
      ? 'a new file'
      : changes === undefined
        ? `too different to compare line by line: ${formatCount(before.length, 'line')} before, ${after.length} after`
        : hunks.length === 0
          ? sameNote(oldText, newText)
          : endNote(oldText, newText);
  const count = (kind: DiffRow['kind']): number =>
    hunks.reduce((sum, { rows }) => sum + rows.filter((row) => row.kind === kind).length, 0);
  return { path, added: count('added'), removed: count('removed'), hunks, note };
}

function sameNote(oldText: string, newText: string): string {
  return oldText === newText ? 'no change' : (endNote(oldText, newText) ?? 'only whitespace changes');
}

function endNote(oldText: string, newText: string): string | undefined {
  const [before, after] = [oldText, newText].map((text) => text === '' || text.endsWith('\n'));
  if (before === after) return undefined;
  return after ? 'a newline at the end was added' : 'the newline at the end was removed';
}

/**
 * A replacement: `count` lines of the old text, from line `old`, become `by` lines of the new text, from line `now`. Lines count from 0.
 */
interface LineChange {
  readonly old: number;
  readonly count: number;
  readonly now: number;
  readonly by: number;
}

/** @returns undefined if there are too many changes */
function changesOf(
  before: readonly string[],
  after: readonly string[],
  { ignoresWhitespace }: DiffOptions,
): LineChange[] | undefined {
  const [a, b] = [before, after].map((lines) =>
    ignoresWhitespace ? lines.map((line) => line.replaceAll(/\s+/g, '')) : lines,
  ) as [readonly string[], readonly string[]];
  const start = sameFromStart(a, b);
  const end = sameFromEnd(a, b, start);
  const [oldPart, newPart] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (oldPart.length > MOST_LINES || newPart.length > MOST_LINES) return undefined;
  const parts = diffArrays(oldPart, newPart, { maxEditLength: MOST_EDITS });
  if (parts === undefined) return undefined;
  const changes: LineChange[] = [];
  let [old, now] = [start, start];
  for (const { added, removed, count } of parts) {
    const last = changes.at(-1);
    const follows = last !== undefined && last.old + last.count === old && last.now + last.by === now;
    if (added || removed) {
      const own = { old, count: removed ? count : 0, now, by: added ? count : 0 };
      if (follows) changes.splice(-1, 1, { ...last, count: last.count + own.count, by: last.by + own.by });
      else changes.push(own);
    }
    if (!added) old += count;
    if (!removed) now += count;
  }
  return changes;
}

function sameFromStart(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}

function sameFromEnd(a: readonly string[], b: readonly string[], start: number): number {
  let same = 0;
  const most = Math.min(a.length, b.length) - start;
  while (same < most && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  return same;
}

/** Groups changes that are near each other into hunks. */
function grouped(changes: readonly LineChange[], rows: RowMaker): Hunk[] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.old - (last.old + last.count) <= 2 * CONTEXT) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => rows.hunk(group, CONTEXT));
}

function wholly(before: readonly string[], after: readonly string[], rows: RowMaker): Hunk {
  const [count, by] = [before, after].map((lines) => Math.min(lines.length, SHOWN_LINES)) as [number, number];
  return rows.hunk([{ old: 0, count, now: 0, by }], 0);
}

function beginnings(path: string, oldText: string | undefined, newText: string): FileDiff {
  const [before, after] = [oldText ?? '', newText].map((text) => linesOf(text.slice(0, SHOWN_LINES * 200)));
  const hunk = wholly(before ?? [], after ?? [], new RowMaker(before ?? [], after ?? []));
  const count = (kind: DiffRow['kind']): number => hunk.rows.filter((row) => row.kind === kind).length;
  const [removed, added] = [count('removed'), count('added')];
  const size = Math.round(((oldText?.length ?? 0) + newText.length) / 1e6);
  const note = `too large to compare line by line: ${size} MB; showing the first ${removed} and ${added} lines`;
  return { path, added, removed, hunks: [hunk], note };
}

/** Makes rows of lines. */
class RowMaker {
  readonly #before: readonly string[];
  readonly #after: readonly string[];

  constructor(before: readonly string[], after: readonly string[]) {
    this.#before = before;
    this.#after = after;
  }

  hunk(changes: readonly LineChange[], context: number): Hunk {
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return { title: '', rows: [] };
    const above = Math.min(context, first.old, first.now);
    const [oldEnd, nowEnd] = [last.old + last.count, last.now + last.by];
    const below = Math.min(context, this.#before.length - oldEnd, this.#after.length - nowEnd);
    const rows: DiffRow[] = [];
    let [old, now] = [first.old - above, first.now - above];
    const title = titleOf(old, oldEnd + below - old, now, nowEnd + below - now);
    for (const change of changes) {
      while (old < change.old) rows.push(this.#same(old++, now++));
      for (; old < change.old + change.count; old += 1) rows.push(this.#row('removed', old));
      for (; now < change.now + change.by; now += 1) rows.push(this.#row('added', now));
    }
    for (let i = 0; i < below; i += 1) rows.push(this.#same(old++, now++));
    return { title, rows };
  }

  #same(old: number, now: number): DiffRow {
    return { kind: 'same', oldNumber: old + 1, newNumber: now + 1, text: this.#after[now] ?? '' };
  }

  #row(kind: 'removed' | 'added', at: number): DiffRow {
    const isOld = kind === 'removed';
    return {
      kind,
      oldNumber: isOld ? at + 1 : undefined,
      newNumber: isOld ? undefined : at + 1,
      text: (isOld ? this.#before : this.#after)[at] ?? '',
    };
  }
}

/** The title of a hunk: its first line and number of lines, before and after. */
function titleOf(old: number, oldCount: number, now: number, newCount: number): string {
  return `@@ ${old + 1},${oldCount} ${now + 1},${newCount} @@`;
}

/** The lines of a text; there is no line after a final newline. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
