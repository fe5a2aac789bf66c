import type { CommandLine } from '../program/command-line.js';
import { addPlainOptions } from '../program/plain-help.js';
import { RECORD_OPTIONS } from './record-options.js';

/** Only for the help: the record path parses its own options and never comes here. */
export function addRecordHelp(cli: CommandLine): void {
  const record = cli.program
    .command('record')
    .description("run an agent and record everything that it and its client say; exit with the agent's exit code")
    .usage('[options] -- AGENT [ARG...]');
  addPlainOptions(record, RECORD_OPTIONS);
  record.addHelpText('after', RECORD_NOTES);
}

const RECORD_NOTES = `
The agent's command begins after --, or at the first word that is not an option. Only the agent's output goes to stdout.

Environment:
  TURNTABLE_DB        the database
  TURNTABLE_HOME      the folder of turntable.db (default: turntable in $XDG_DATA_HOME or ~/.local/share)
  TURNTABLE_OFF=1     pass everything through and record nothing
  TURNTABLE_VERBOSE=1 print the recording's id and the database on stderr, even if that is not a terminal
  TURNTABLE_IGNORE_MODES=1
                      do not check file modes where they mean nothing (a Windows drive in WSL); owners are still checked

Exit code: that of the agent; if a signal ended the agent, record ends by the same signal. 127: the agent was not found.
126: it cannot be started. 2: wrong options.
`;
