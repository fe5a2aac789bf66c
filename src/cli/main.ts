import { CommanderError } from 'commander';
import { reasonOf, TurntableError } from '../errors.js';
import { CommandLine } from './command-line.js';
import { addCheckingCommands } from './commands-checking.js';
import { addComparingCommands } from './commands-comparing.js';
import { addFileCommands } from './commands-files.js';
import { addKeepingCommands } from './commands-keeping.js';
import { addReadingCommands } from './commands-reading.js';
import { addReplayCommand } from './commands-replay.js';
import { addRecordHelp } from './commands-record.js';
import { CliIo } from './io.js';

/**
 * Runs one command line; returns its exit code. 0 fine, 1 violations or differences, 2 usage, 3 not readable, 4 agent not started, 70 internal.
 */
export async function main(words: readonly string[]): Promise<number> {
  const io = new CliIo(process.stdout, process.stderr, process.env);
  quitWithReader(io);
  try {
    const cli = new CommandLine(io);
    addRecordHelp(cli);
    addReadingCommands(cli);
    addCheckingCommands(cli);
    addComparingCommands(cli);
    addFileCommands(cli);
    addReplayCommand(cli);
    addKeepingCommands(cli);
    const code = await cli.parse(words);
    await io.flush();
    return code;
  } catch (thrown) {
    return explain(thrown, io);
  }
}

/** Whoever reads us may stop reading (`| head`): that ends us, and is no error. */
function quitWithReader(io: CliIo): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    io.say(`turntable: the output cannot be written: ${error.message}`);
    process.exit(3);
  });
}

function explain(thrown: unknown, io: CliIo): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  if (thrown instanceof TurntableError) {
    io.say(`turntable: ${thrown.message}`);
    if (thrown.hint !== undefined) io.say(thrown.hint);
    return thrown.exitCode;
  }
  io.say(`turntable: internal error: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown)}`);
  io.say('This is a bug of turntable. No recording is harmed: they are only read here.');
  return 70;
}
