import { browse } from './browse.js';
import { parseBrowseArguments } from './browse-options.js';
import { explainFailure } from '../program/failure.js';
import { CliIo, type Streams } from '../program/io.js';
import { ownStreams } from '../program/own-streams.js';

/**
 * Runs `turntable browse`, and `turntable` alone: a person waits for the screen, so nothing of the other commands is loaded.
 *
 * @param line the words after `browse`
 * @returns the exit code
 */
export async function browseCommand(line: readonly string[], streams: Streams = ownStreams()): Promise<number> {
  const io = new CliIo(streams);
  try {
    const { named, options } = parseBrowseArguments(line);
    const code = await browse(named, options, io);
    await io.flush();
    return code;
  } catch (thrown) {
    return explainFailure(thrown, io, { command: 'browse' });
  }
}
