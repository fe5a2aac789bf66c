/** A line of a file before or after, or both. */
export interface DiffRow {
  readonly kind: 'same' | 'removed' | 'added' | 'note';
  /** Its numbers, from 1. */
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  readonly text: string;
}

/** A change at one place, with some lines around it. */
export interface Hunk {
  /** `@@ 41,7 41,9 @@`. */
  readonly title: string;
  readonly rows: readonly DiffRow[];
}

/** How one file changes. */
export interface FileDiff {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Why the diff is not complete or not as expected. */
  readonly note: string | undefined;
}
