import type { CommandLine } from './command-line.js';
import { addPlainOptions } from './plain-help.js';
import { REPLAY_OPTIONS } from './replay-options.js';

/** Only for the help: replay parses its own options and never comes here. */
export function addReplayHelp(cli: CommandLine): void {
  const replay = cli.command(
    'replay <recording-or-file> [agent...]',
    'be the recorded agent, on stdio: a recording, a fixture (.acp) or a JSONL capture; or, --as client, the recorded client with a real agent (after --)',
  );
  // every command that works on the database has --db already
  addPlainOptions(
    replay,
    REPLAY_OPTIONS.filter(({ name }) => name !== 'db'),
  );
  replay.addHelpText('after', NOTES);
}

const NOTES = `
With --as client the agent runs under the tap, and what it did is compared with the recording (turntable diff).

Exit code: 0 as recorded (and with --explain), 5 where the client does something else (stderr says what), that of the recorded agent where it
ended by itself; --as client: 1 where the runs differ, 4 where the agent cannot be started.
`;
