import { expect, test } from 'vitest';
import { charsetOf, coloursOf } from '../../../src/tui/terminal/terminal-capabilities.js';

test.each([
  [{ TERM: 'xterm-256color' }, 256],
  [{ TERM: 'tmux-256color' }, 256],
  [{ TERM: 'xterm-kitty' }, 256],
  [{ TERM: 'xterm-ghostty' }, 256],
  [{ TERM: 'foot' }, 256],
  [{ TERM: 'xterm', COLORTERM: 'truecolor' }, 256],
  [{ TERM: 'screen', TMUX: '/tmp/tmux-0/default,1,0' }, 256],
  [{ TERM: 'xterm' }, 16],
  [{ TERM: 'linux' }, 16],
  [{ TERM: 'screen' }, 16],
  [{ TERM: 'vt220' }, 0],
  [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 0],
  [{ TERM: 'xterm-256color', NO_COLOR: '' }, 256],
] as const)('%j shows %i colours', (env, colours) => {
  expect(coloursOf(env)).toBe(colours);
});

test.each([
  [{ LANG: 'C.UTF-8' }, 'utf-8'],
  [{ LANG: 'de_DE.utf8' }, 'utf-8'],
  [{ LC_CTYPE: 'UTF-8' }, 'utf-8'],
  [{ LC_ALL: 'C', LANG: 'en_GB.UTF-8' }, 'ascii'],
  [{ LC_ALL: '', LANG: 'en_GB.UTF-8' }, 'utf-8'],
  [{ LANG: 'de_DE.ISO-8859-1' }, 'ascii'],
  [{}, 'ascii'],
])('%j is %s', (env, charset) => {
  expect(charsetOf(env)).toBe(charset);
});
