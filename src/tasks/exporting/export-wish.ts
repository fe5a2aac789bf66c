import type { CutWish } from '../../fixture/cut/cut.js';
import type { RedactionRules } from '../../fixture/redact/redaction-rules.js';

/** The formats of an export. */
export const EXPORT_FORMATS = ['acp', 'jsonl', 'markdown'] as const;

/** How a conversation is written. */
export interface ExportWish {
  readonly format: (typeof EXPORT_FORMATS)[number];
  /** Undefined: the whole conversation. */
  readonly part: CutWish | undefined;
  readonly isNormalised: boolean;
  /** Undefined: nothing is redacted. */
  readonly redaction: RedactionRules | undefined;
}
