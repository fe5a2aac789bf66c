import type { DatabaseOption } from '../../tasks/recordings/open-up-to-date.js';

/** What a conversation can be written as. */
export const EXPORT_FORMATS = ['acp', 'jsonl', 'markdown'] as const;

/** Of `turntable export`. */
export interface ExportOptions extends DatabaseOption {
  /** The file to write; stdout without it. */
  readonly output?: string;
  readonly format: (typeof EXPORT_FORMATS)[number];
  /** A turn, by its number in its session. */
  readonly turn?: number;
  /** A session, by its id or its number. */
  readonly session?: string;
  /** `a..b`, both included and either left out; or one number. */
  readonly frames?: string;
  readonly normalise?: boolean;
  /** False with `--no-redact`. */
  readonly redact: boolean;
}
