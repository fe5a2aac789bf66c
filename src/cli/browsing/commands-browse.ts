import { BROWSE_OPTIONS } from './browse-options.js';
import type { CommandLine } from '../program/command-line.js';
import { addPlainOptions } from '../program/plain-help.js';

/** Only for the help: browse parses its own options and never comes here. */
export function addBrowseHelp(cli: CommandLine): void {
  const browse = cli.command(
    'browse [recording]',
    'open the screen: recordings, turns, frames, violations. The same as turntable alone',
  );
  // every command that works on the database has --db already
  addPlainOptions(
    browse,
    BROWSE_OPTIONS.filter(({ name }) => name !== 'db'),
  );
}
