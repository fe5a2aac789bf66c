import { explainFailure } from '../program/failure.js';
import { CliIo, type Streams } from '../program/io.js';
import { ownStreams } from '../program/own-streams.js';
import { ownStdio } from '../../stdio/own-stdio.js';
import { replay } from './replay-as-agent.js';
import { parseReplayArguments, type ReplayArguments } from './replay-options.js';

/**
 * Runs `turntable replay`: a client starts it in place of its agent and waits, so only the code that every replay needs is loaded with it.
 *
 * @param line the words after `replay`
 * @returns the exit code
 */
export async function replayCommand(line: readonly string[], streams: Streams = wireStreams()): Promise<number> {
  const io = new CliIo(streams);
  try {
    const code = await run(parseReplayArguments(line), io);
    await io.flush();
    return code;
  } catch (thrown) {
    return explainFailure(thrown, io, { command: 'replay' });
  }
}

/** The streams of a process that runs in place of the agent; the client shares them. */
function wireStreams(): Streams {
  ownStdio.takeOver();
  return ownStreams(ownStdio);
}

async function run({ named, as, agent, options }: ReplayArguments, io: CliIo): Promise<number> {
  if (as === 'agent') return replay(named, options, io);
  const { replayAsClient } = await import('./replay-as-client.js');
  return replayAsClient(named, agent, options, io);
}
