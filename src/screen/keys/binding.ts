/** Where a key means something: everywhere, in lists, or in one view. */
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

/** One action: its keys, and what the help, the footer and the palette say of it. */
export interface Binding<Name extends string = string> {
  readonly action: Name;
  readonly context: KeyContext;
  /** As the terminal names them: `j`, `S-g`, `C-d`, `pagedown`; two in a row where one is a prefix: `] h`. */
  readonly keys: readonly string[];
  /** What it does, in the words of a person: `next violation`. */
  readonly help: string;
  /** How the footer calls it; not in the footer without. */
  readonly footer?: string;
  /** What the footer writes as its key, where it speaks for several actions. */
  readonly footerKey?: string;
  /** What it takes in the palette: `<0.25..16 | max>`. */
  readonly argument?: string;
  /** Without an argument, a person is asked for one. */
  readonly asks?: true;
}
