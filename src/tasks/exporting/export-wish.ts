import type { CutWish } from '../../fixture/cut/cut.js';

/** What a conversation can be written as. */
export const EXPORT_FORMATS = ['acp', 'jsonl', 'markdown'] as const;

/** How a conversation is written. */
export interface ExportWish {
  readonly format: (typeof EXPORT_FORMATS)[number];
  /** Undefined: all of it. */
  readonly part: CutWish | undefined;
  readonly isNormalised: boolean;
  readonly isRedacted: boolean;
}
