/** Where a key works: everywhere, in lists, or in one view. */
export type KeyContext =
  | 'global'
  | 'move'
  | 'recordings'
  | 'turns'
  | 'frames'
  | 'panes'
  | 'detail'
  | 'transcript'
  | 'live'
  | 'violations'
  | 'changes'
  | 'statistics'
  | 'why'
  | 'export'
  | 'replay'
  | 'playback'
  | 'typing';

/** One action: its keys, and its texts for the help, the footer and the palette. */
export interface Binding<Name extends string = string> {
  readonly action: Name;
  readonly context: KeyContext;
  /** By their names: `j`, `S-g`, `C-d`, `pagedown`; two in a row if the first is a prefix: `] h`. */
  readonly keys: readonly string[];
  /** What it does, in the words of a person: `next violation`. */
  readonly help: string;
  /** Its text in the footer; without it, the action is not in the footer. */
  readonly footer?: string;
  /** The keys to show in the footer, if this entry stands for several actions. */
  readonly footerKey?: string;
  /** The argument that it takes in the palette: `<0.25..16 | max>`. */
  readonly argument?: string;
  /** Whether to ask for an argument that was not given. */
  readonly asks?: true;
}
