/** Signs with a meaning, in UTF-8 and for terminals that only know ASCII; all of them one cell wide. */
export interface Glyphs {
  readonly isAscii: boolean;
  readonly error: string;
  readonly warning: string;
  readonly info: string;
  readonly ok: string;
  readonly live: string;
  readonly selected: string;
  readonly folded: string;
  readonly unfolded: string;
  readonly into: string;
  readonly times: string;
  readonly cut: string;
  readonly vertical: string;
  readonly horizontal: string;
  readonly barFull: string;
  readonly barPart: string;
  readonly barEmpty: string;
  readonly playing: string;
  readonly paused: string;
  readonly head: string;
  readonly thumb: string;
  readonly client: string;
  readonly agent: string;
  readonly fastest: string;
  readonly trackLeft: string;
  readonly trackRight: string;
  /** The start of a turn, on the line of playback. */
  readonly turn: string;
  readonly barMost: string;
  readonly asked: string;
  readonly arrow: string;
  readonly dot: string;
  readonly atMost: string;
}

export const UNICODE_GLYPHS: Glyphs = {
  isAscii: false,
  error: '✗',
  warning: '▲',
  info: '·',
  ok: '✓',
  live: '●',
  selected: '▸',
  folded: '▸',
  unfolded: '▾',
  into: '▸',
  times: '×',
  cut: '…',
  vertical: '│',
  horizontal: '─',
  barFull: '█',
  barPart: '▒',
  barEmpty: '░',
  playing: '►',
  paused: '‖',
  head: '●',
  thumb: '█',
  client: 'C→A',
  agent: 'A→C',
  fastest: '»',
  trackLeft: '├',
  trackRight: '┤',
  turn: '┆',
  barMost: '▓',
  asked: '?',
  arrow: '→',
  dot: '·',
  atMost: '≤',
};

export const ASCII_GLYPHS: Glyphs = {
  isAscii: true,
  error: 'X',
  warning: '!',
  info: '.',
  ok: '+',
  live: '*',
  selected: '>',
  folded: '+',
  unfolded: '-',
  into: '>',
  times: 'x',
  cut: '~',
  vertical: '|',
  horizontal: '-',
  barFull: '#',
  barPart: '=',
  barEmpty: '.',
  playing: '>',
  paused: '=',
  head: 'o',
  thumb: '#',
  client: 'C>A',
  agent: 'A>C',
  fastest: '>',
  trackLeft: '|',
  trackRight: '|',
  turn: ':',
  barMost: '%',
  asked: '?',
  arrow: '>',
  dot: '-',
  atMost: '<',
};
