import { Option, type Command } from 'commander';
import type { PlainOption } from './plain-options.js';

/** Adds options to the help that commander never parses; for such a command, commander only prints the help. */
export function addPlainOptions(command: Command, options: readonly PlainOption[]): void {
  for (const { name, letter, value, help, choices, default: preset, isRepeatable } of options) {
    const flags = `${letter === undefined ? '' : `-${letter}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;
    const option = new Option(flags, isRepeatable === true ? `${help} (repeatable)` : help);
    if (choices !== undefined) option.choices(choices);
    if (preset !== undefined) option.default(preset);
    command.addOption(option);
  }
  // for `--db --help`, where commander takes --help for the file
  command.action(() => command.help());
}
