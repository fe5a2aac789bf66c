import type { Binding } from './keymap.js';

/**
 * Every action with its keys: dispatch, footer, help, palette and the documentation are made of this table. Within a
 * context, and between it and those that hold beside it, no key stands twice (a test).
 */
export const BINDINGS = [
  { action: 'help', context: 'global', keys: ['?'], help: 'this help', footer: 'help' },
  { action: 'palette', context: 'global', keys: [':'], help: 'all commands' },
  { action: 'back', context: 'global', keys: ['q', 'escape'], help: 'back one level', footer: 'back' },
  { action: 'quit', context: 'global', keys: ['S-q', 'C-c'], help: 'quit' },
  { action: 'suspend', context: 'global', keys: ['C-z'], help: 'suspend' },
  { action: 'redraw', context: 'global', keys: ['C-l'], help: 'draw again' },
  {
    action: 'show-recordings',
    context: 'global',
    keys: ['1'],
    help: 'recordings',
    footer: 'views',
    footerKey: '1-6',
  },
  { action: 'show-turns', context: 'global', keys: ['2'], help: 'turns' },
  { action: 'show-frames', context: 'global', keys: ['3'], help: 'frames' },
  { action: 'show-violations', context: 'global', keys: ['4'], help: 'violations' },
  { action: 'show-transcript', context: 'global', keys: ['5'], help: 'transcript' },
  { action: 'show-statistics', context: 'global', keys: ['6'], help: 'statistics' },
  { action: 'next-pane', context: 'panes', keys: ['tab'], help: 'next pane' },
  { action: 'previous-pane', context: 'panes', keys: ['S-tab'], help: 'previous pane' },
  { action: 'zoom', context: 'panes', keys: ['z'], help: 'zoom the pane' },
  {
    action: 'search',
    context: 'global',
    keys: ['/'],
    help: 'search',
    footer: 'search',
    argument: '<text>',
    asks: true,
  },
  { action: 'next-hit', context: 'global', keys: ['n'], help: 'next hit' },
  { action: 'previous-hit', context: 'global', keys: ['S-n'], help: 'previous hit' },
  {
    action: 'filter',
    context: 'global',
    keys: ['f'],
    help: 'filter',
    footer: 'filter',
    argument: '<expression>',
    asks: true,
  },
  { action: 'clear-filter', context: 'global', keys: ['backspace'], help: 'clear the filter' },
  { action: 'copy', context: 'global', keys: ['y'], help: 'copy what is selected' },
  { action: 'export', context: 'global', keys: ['x'], help: 'take away: fixture, transcript, report' },
  { action: 'pager', context: 'global', keys: ['e'], help: 'open in $PAGER' },
  { action: 'time-column', context: 'frames', keys: ['t'], help: 'time: since start, since the last, clock' },
  { action: 'replay', context: 'global', keys: ['S-r'], help: 'replay to a client' },
  { action: 'delete', context: 'recordings', keys: ['S-d', 'delete'], help: 'delete the recording' },
  { action: 'prune', context: 'recordings', keys: [], help: 'delete old recordings', argument: '<days>d', asks: true },

  { action: 'down', context: 'move', keys: ['j', 'down'], help: 'down' },
  { action: 'up', context: 'move', keys: ['k', 'up'], help: 'up' },
  { action: 'half-page-down', context: 'move', keys: ['C-d'], help: 'half a page down' },
  { action: 'half-page-up', context: 'move', keys: ['C-u'], help: 'half a page up' },
  { action: 'page-down', context: 'move', keys: ['pagedown', 'C-f'], help: 'page down' },
  { action: 'page-up', context: 'move', keys: ['pageup', 'C-b'], help: 'page up' },
  { action: 'first', context: 'move', keys: ['g', 'home'], help: 'first' },
  { action: 'last', context: 'move', keys: ['S-g', 'end'], help: 'last' },
  { action: 'open', context: 'move', keys: ['enter'], help: 'open', footer: 'open' },

  { action: 'sort', context: 'recordings', keys: ['s'], help: 'sort by the next column', footer: 'sort' },
  { action: 'mark', context: 'recordings', keys: ['*'], help: 'mark, to compare with another' },
  { action: 'compare', context: 'recordings', keys: ['='], help: 'compare with the marked one' },

  { action: 'mark', context: 'turns', keys: ['*'], help: 'mark, to compare with another' },
  { action: 'compare', context: 'turns', keys: ['='], help: 'compare with the marked one' },
  { action: 'transcript', context: 'turns', keys: ['o'], help: 'transcript of the turn', footer: 'transcript' },
  { action: 'play', context: 'turns', keys: ['p'], help: 'play the turn', footer: 'play' },
  {
    action: 'next-violation',
    context: 'turns',
    keys: ['v'],
    help: 'next turn with a violation',
    footer: 'next violation',
  },
  { action: 'previous-violation', context: 'turns', keys: ['S-v'], help: 'the one before' },

  { action: 'pair', context: 'frames', keys: ['%'], help: 'between request and response', footer: 'pair' },
  { action: 'isolate', context: 'frames', keys: ['i'], help: 'only this id or tool call' },
  { action: 'next-violation', context: 'frames', keys: ['v'], help: 'next violation', footer: 'next violation' },
  { action: 'previous-violation', context: 'frames', keys: ['S-v'], help: 'previous violation' },
  { action: 'next-turn', context: 'frames', keys: ['>'], help: 'next turn' },
  { action: 'previous-turn', context: 'frames', keys: ['<'], help: 'previous turn' },
  { action: 'collapse', context: 'frames', keys: ['c'], help: 'collapse runs of chunks, or not' },
  { action: 'mark', context: 'frames', keys: ['*'], help: 'mark, and first of a selection' },
  { action: 'to-mark', context: 'frames', keys: ["'"], help: 'to the mark' },
  { action: 'transcript', context: 'frames', keys: ['o'], help: 'transcript of the turn' },

  {
    action: 'next-mode',
    context: 'detail',
    keys: ['m'],
    help: 'JSON, raw, meaning, change, rules',
    footer: 'raw, meaning...',
  },
  { action: 'unfold', context: 'detail', keys: ['l'], help: 'unfold', footer: 'unfold' },
  { action: 'fold', context: 'detail', keys: ['h'], help: 'fold', footer: 'fold' },
  { action: 'unfold-all', context: 'detail', keys: ['S-l'], help: 'unfold all' },
  { action: 'fold-all', context: 'detail', keys: ['S-h'], help: 'fold all' },
  { action: 'next-frame', context: 'detail', keys: ['S-j'], help: 'next frame', footer: 'next frame' },
  { action: 'previous-frame', context: 'detail', keys: ['S-k'], help: 'previous frame' },
  { action: 'pair', context: 'detail', keys: ['%'], help: 'between request and response' },
  { action: 'wrap', context: 'detail', keys: ['w'], help: 'wrap long lines' },
  { action: 'page-down', context: 'detail', keys: ['space'], help: 'page down' },

  { action: 'next-item', context: 'transcript', keys: ['S-j'], help: 'next item', footer: 'next item' },
  { action: 'previous-item', context: 'transcript', keys: ['S-k'], help: 'previous item' },
  { action: 'next-violation', context: 'transcript', keys: ['v'], help: 'next violation', footer: 'next violation' },
  { action: 'previous-violation', context: 'transcript', keys: ['S-v'], help: 'previous violation' },
  { action: 'next-turn', context: 'transcript', keys: ['>'], help: 'next turn' },
  { action: 'previous-turn', context: 'transcript', keys: ['<'], help: 'previous turn' },
  { action: 'fold', context: 'transcript', keys: ['h'], help: 'fold the item' },
  { action: 'unfold', context: 'transcript', keys: ['l'], help: 'unfold the item' },
  { action: 'mark', context: 'transcript', keys: ['*'], help: 'mark the item, and first of a selection' },
  { action: 'to-mark', context: 'transcript', keys: ["'"], help: 'to the mark' },

  { action: 'follow', context: 'live', keys: ['S-f'], help: 'follow what is recorded', footer: 'follow' },

  { action: 'group', context: 'violations', keys: ['s'], help: 'by rule, by place, by severity', footer: 'group' },
  { action: 'unfold', context: 'violations', keys: ['l'], help: 'unfold' },
  { action: 'fold', context: 'violations', keys: ['h'], help: 'fold' },
  { action: 'mute', context: 'violations', keys: ['m'], help: 'hide this rule, or show it again' },

  { action: 'next-hunk', context: 'changes', keys: ['] h'], help: 'next hunk' },
  { action: 'previous-hunk', context: 'changes', keys: ['[ h'], help: 'previous hunk' },
  { action: 'next-file', context: 'changes', keys: ['}'], help: 'next file' },
  { action: 'previous-file', context: 'changes', keys: ['{'], help: 'previous file' },
  { action: 'side-by-side', context: 'changes', keys: ['s'], help: 'side by side, or not', footer: 'side by side' },
  { action: 'whitespace', context: 'changes', keys: ['S-w'], help: 'whitespace counts, or not' },

  {
    action: 'name-file',
    context: 'export',
    keys: ['r'],
    help: 'another name',
    footer: 'name',
    argument: '<file>',
    asks: true,
  },

  { action: 'copy-command', context: 'replay', keys: ['c'], help: 'copy the command', footer: 'command' },
  { action: 'copy-settings', context: 'replay', keys: ['S-c'], help: 'copy the command as JSON', footer: 'as JSON' },
  { action: 'copy-snippet', context: 'replay', keys: ['s'], help: 'copy the snippet for a test', footer: 'for a test' },
  { action: 'follow', context: 'replay', keys: ['S-f'], help: 'follow the run' },

  { action: 'play', context: 'playback', keys: ['p', 'space'], help: 'play, pause', footer: 'play' },
  { action: 'stop', context: 'playback', keys: ['s'], help: 'stop playing: show all' },
  { action: 'step', context: 'playback', keys: ['.'], help: 'one frame on' },
  { action: 'step-back', context: 'playback', keys: [','], help: 'one frame back' },
  { action: 'forward', context: 'playback', keys: ['right'], help: '5 s on' },
  { action: 'backward', context: 'playback', keys: ['left'], help: '5 s back' },
  { action: 'far-forward', context: 'playback', keys: ['S-right'], help: '30 s on' },
  { action: 'far-backward', context: 'playback', keys: ['S-left'], help: '30 s back' },
  { action: 'slower', context: 'playback', keys: ['['], help: 'slower' },
  { action: 'faster', context: 'playback', keys: [']'], help: 'faster' },
  { action: 'speed', context: 'playback', keys: ['='], help: 'as fast as recorded', argument: '<0.25..16 | max>' },
  { action: 'gaps', context: 'playback', keys: ['S-i'], help: 'cap idle gaps, or not' },
  {
    action: 'seek',
    context: 'playback',
    keys: [],
    help: 'move the play head',
    argument: '<1:23.5 | #5118 | +5s | turn 3>',
    asks: true,
  },
] as const satisfies readonly Binding[];

export type ActionName = (typeof BINDINGS)[number]['action'];

/** What a key or the palette asks a view to do. */
export interface Action {
  readonly name: ActionName;
  /** What was typed behind it in the palette or a prompt. */
  readonly argument?: string | undefined;
}
