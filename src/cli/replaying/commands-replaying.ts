import { LATEST } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import { addPlainOptions } from '../program/plain-help.js';
import { REPLAY_OPTIONS } from './replay-options.js';

/** Only for the help: replay parses its own options and never comes here. */
export function addReplayHelp(cli: CommandLine): void {
  const replay = cli.command(
    'replay [recording-or-file] [agent...]',
    'be the recorded agent, on stdio: a recording, a fixture (.acp) or a JSONL capture; or, --as client, the recorded client with a real agent (after --)',
    LATEST,
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

Faults, at the frame of a number (turntable show) or at each with a probability: delay[=MS]@12, drop@12, duplicate@12,
truncate[=BYTES]@12, split[=BYTES]@12, noise[=TEXT]@12, close@12, exit[=CODE]@12, stall@12; drop~0.05 --seed 7.

In a fixture, before its frames: # ignore: /params/mcpServers   # match: /params/prompt/0/text ~ /^Today is .*/

Exit code: 0 as recorded (and with --explain), 5 where the client does something else (stderr says what), that of the recorded
agent where it ended by itself; --as client: 1 where the runs differ, 4 where the agent cannot be started. 2, 3: options that
cannot be, a fixture that cannot be read; nothing was sent.

Examples:
  turntable replay chat.acp --explain                    what waits for what
  turntable replay chat.acp                              in the client's configuration, in the agent's place
  turntable replay chat.acp --as client -- gemini --acp  an agent's new build against the conversation
`;
