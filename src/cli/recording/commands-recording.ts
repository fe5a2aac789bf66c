import type { CommandLine } from '../program/command-line.js';
import { addPlainOptions } from '../program/plain-help.js';
import { RECORD_OPTIONS } from './record-options.js';

/** Only for the help: the record path parses its own options and never comes here. */
export function addRecordHelp(cli: CommandLine): void {
  const record = cli.program
    .command('record')
    .description('run an agent and record what it and its client say; exits as the agent does')
    .usage('[options] -- AGENT [ARG...]');
  addPlainOptions(record, RECORD_OPTIONS);
  record.addHelpText('after', RECORD_NOTES);
}

const RECORD_NOTES = `
The agent begins after --, or at the first word that is no option. stdout belongs to the agent: nothing else is printed there.

Environment:
  TURNTABLE_DB        the database
  TURNTABLE_HOME      else the folder of turntable.db (default: turntable in $XDG_DATA_HOME or ~/.local/share)
  TURNTABLE_OFF=1     pass through, record nothing
  TURNTABLE_VERBOSE=1 say on stderr what is recorded where, also off a terminal
  TURNTABLE_IGNORE_MODES=1
                      use files that others may write by their mode, where modes mean nothing (WSL)

Exit code: that of the agent, or death by the same signal; 127 and 126 where it cannot be started.
`;
