import { LATEST } from '../../store/query/latest.js';
import type { CommandLine } from '../program/command-line.js';
import { addPlainOptions } from '../program/plain-help.js';
import { REPLAY_OPTIONS } from './replay-options.js';

/** Only for the help: replay parses its own options and never comes here. */
export function addReplayHelp(cli: CommandLine): void {
  const replay = cli.command(
    'replay [recording-or-file] [agent...]',
    'play the recorded agent on stdio, from a recording, a fixture (.acp) or a JSONL capture; with --as client, play the recorded client to a real agent',
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
With --as client, the agent (after --) runs under the tap, and the new recording is compared with the old one (turntable diff).

A fault applies to one frame, by its number in turntable show (@12), or to each frame with a probability (~0.05):
  delay[=MS]@12  drop@12  duplicate@12  truncate[=BYTES]@12  split[=BYTES]@12  noise[=TEXT]@12  close@12  exit[=CODE]@12
  stall@12  drop~0.05 --seed 7

Headers of a fixture allow differences:
  # ignore: /params/mcpServers
  # match: /params/prompt/0/text ~ /^Today is .*/

Exit codes:
  0  the client did what was recorded (or --explain). If the recorded agent ended by itself: its exit code instead
  1  --as client: the runs differ
  2  wrong usage; nothing was sent
  3  the recording or file cannot be read; nothing was sent
  4  --as client: the agent cannot be started
  5  the client did something else; stderr says what

Examples:
  turntable replay chat.acp --explain                    show what each frame waits for
  turntable replay chat.acp                              put this into the client's configuration, instead of the agent
  turntable replay chat.acp --as client -- gemini --acp  play the conversation to a new build of the agent
`;
