/** One thing that `doctor` looked at. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly detail: string;
  /** How to mend it. */
  readonly fix?: string;
}
