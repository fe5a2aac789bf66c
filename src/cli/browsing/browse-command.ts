import { browse } from './browse.js';
import { parseBrowseArguments } from './browse-options.js';
import { explainFailure, quitWithReader } from '../program/failure.js';
import { CliIo } from '../program/io.js';

/**
 * Runs `turntable browse`, and `turntable` alone: a person waits for the screen, so that no other command is loaded with it.
 *
 * @param line what follows `browse`
 * @returns the exit code
 */
export async function browseCommand(line: readonly string[]): Promise<number> {
  const io = new CliIo(process.stdout, process.stderr, process.env);
  quitWithReader(io);
  try {
    const { named, options } = parseBrowseArguments(line);
    const code = await browse(named, options, io);
    await io.flush();
    return code;
  } catch (thrown) {
    return explainFailure(thrown, io);
  }
}
