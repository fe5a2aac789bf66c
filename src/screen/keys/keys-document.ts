import { inCode } from '../../report/markdown.js';
import { BINDINGS } from './key-bindings.js';
import { CONTEXT_TITLES, keyName } from './keymap.js';
import type { Binding, KeyContext } from './binding.js';

/** docs/keys.md: every key of the screen, by where it holds. */
export function keysDocument(): string {
  const contexts = (Object.keys(CONTEXT_TITLES) as KeyContext[]).filter((context) => bindingsOf(context).length > 0);
  return `${HEAD}${contexts.map(sectionOf).join('\n')}`;
}

const HEAD = `# Keys of the screen

<!-- made by \`npm run generate\` from src/screen/keys/key-bindings.ts; do not edit -->

\`?\` on the [screen](screen.md) shows those that hold where you are. \`:\` lists the same as commands, to be found by a part of
their name or of what they do; what stands in angle brackets may be typed behind the name. \`^D\` is Ctrl with D, \`S-Tab\` Shift
with Tab; capital letters are another key than small ones.

`;

function sectionOf(context: KeyContext): string {
  const lines = bindingsOf(context).map((binding) => row([keysOf(binding), binding.help, commandOf(binding)]));
  return [
    `## ${CONTEXT_TITLES[context]}\n`,
    row(['key', 'what it does', 'as a command']),
    row(['---', '---', '---']),
    ...lines,
    '',
  ].join('\n');
}

function bindingsOf(context: KeyContext): readonly Binding[] {
  return BINDINGS.filter((binding) => binding.context === context);
}

function keysOf({ keys }: Binding): string {
  return keys.map((key) => inCode(keyName(key))).join(' ');
}

function commandOf({ action, argument, context }: Binding): string {
  if (context === 'typing') return '';
  return inCode(argument === undefined ? `:${action}` : `:${action} ${argument}`);
}

/** A row of a table: there a stroke ends a cell, also in code. */
function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
