import { CommanderError } from 'commander';
import { CommandLine } from './command-line.js';
import { addBrowseHelp } from '../browsing/commands-browse.js';
import { addCheckingCommands } from '../checking/commands-checking.js';
import { addComparingCommands } from '../comparing/commands-comparing.js';
import { addFileCommands } from '../files/commands-files.js';
import { addKeepingCommands } from '../keeping/commands-keeping.js';
import { addReadingCommands } from '../reading/commands-reading.js';
import { addReplayHelp } from '../replaying/commands-replaying.js';
import { addRecordHelp } from '../recording/commands-recording.js';
import { explainFailure } from './failure.js';
import { CliIo, type Streams } from './io.js';
import { ownStreams } from './own-streams.js';

/**
 * Runs one command line; returns its exit code. 0 fine, 1 violations or differences, 2 usage, 3 not readable, 4 agent not started, 70 internal.
 */
export async function main(words: readonly string[], streams: Streams = ownStreams()): Promise<number> {
  const io = new CliIo(streams);
  try {
    const cli = new CommandLine(io);
    addRecordHelp(cli);
    addBrowseHelp(cli);
    addReadingCommands(cli);
    addCheckingCommands(cli);
    addComparingCommands(cli);
    addFileCommands(cli);
    addReplayHelp(cli);
    addKeepingCommands(cli);
    const code = await cli.parse(words);
    await io.flush();
    return code;
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) return explainFailure(thrown, io);
    // it has printed the help, or said what is wrong
    await io.flush();
    return thrown.exitCode === 0 ? 0 : 2;
  }
}
