import { Option, type Command } from 'commander';
import type { PlainOption } from './plain-options.js';

/** Lets the help list options that commander never parses; help is all that such a command has here. */
export function addPlainOptions(command: Command, options: readonly PlainOption[]): void {
  for (const { name, letter, value, help, choices, default: preset, isRepeatable } of options) {
    const flags = `${letter === undefined ? '' : `-${letter}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;
    const option = new Option(flags, isRepeatable === true ? `${help} (repeatable)` : help);
    if (choices !== undefined) option.choices(choices);
    if (preset !== undefined) option.default(preset);
    command.addOption(option);
  }
  // as with `--db --help`, where commander takes it for the file
  command.action(() => command.help());
}
