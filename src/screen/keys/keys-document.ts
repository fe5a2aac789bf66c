import { inCode } from '../../report/markdown.js';
import { BINDINGS } from './key-bindings.js';
import { CONTEXT_TITLES, keyName } from './keymap.js';
import type { Binding, KeyContext } from './binding.js';

/** docs/keys.md: every key of the screen, by the place where it works. */
export function keysDocument(): string {
  const contexts = (Object.keys(CONTEXT_TITLES) as KeyContext[]).filter((context) => bindingsOf(context).length > 0);
  return `${HEAD}${contexts.map(sectionOf).join('\n')}`;
}

const HEAD = `# Keys of the screen

<!-- made by \`npm run generate\` from src/screen/keys/key-bindings.ts; do not edit -->

\`?\` on the [screen](screen.md) shows the keys that work where you are. \`:\` lists the same actions as commands. Type part of a
command's name or description to find it; after the name, you can type the value in angle brackets. \`^D\` is Ctrl with D,
\`S-Tab\` is Shift with Tab. Upper-case and lower-case letters are different keys.

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

/** A row of a table. A `|` ends a cell even within code, so it is escaped. */
function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
