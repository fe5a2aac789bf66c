import { TurntableError } from '../../errors.js';
import { parseDuration } from '../../replay/engine/pace.js';
import { STDIN } from '../../tasks/conversations/conversation-file.js';
import { runAsClient, type ClientRunOptions } from '../../tasks/replaying/run-as-client.js';
import { diff } from '../comparing/diff.js';
import type { CliIo } from '../program/io.js';

export interface AsClientOptions extends Omit<ClientRunOptions, 'waitMs'> {
  readonly wait: string;
  /** Also compares free text. */
  readonly text: boolean;
  readonly json: boolean;
}

/**
 * `turntable replay --as client -- agent...`: plays the recorded client to a real agent. Exit 1 if the runs differ.
 *
 * @throws {TurntableError} `USAGE`, `FILE_UNWRITABLE` before anything is started; `AGENT_NOT_STARTED`
 */
export async function replayAsClient(
  named: string,
  agent: readonly string[],
  options: AsClientOptions,
  io: CliIo,
): Promise<number> {
  if (agent.length === 0) {
    throw new TurntableError('USAGE', '--as client needs the command of an agent', {
      hint: 'turntable replay FIXTURE --as client -- AGENT [ARG...]',
    });
  }
  if (named === STDIN) {
    throw new TurntableError('USAGE', '--as client reads the recording twice: it cannot be standard input', {
      hint: 'Write it to a file.',
    });
  }
  const waitMs = parseDuration(options.wait, '--wait');
  const { subject, id, run, replaced } = await runAsClient(named, agent, { ...options, waitMs }, io);
  for (const note of run.notes) io.say(`turntable: ${note}`);
  for (const seq of replaced)
    io.say(`turntable: frame ${seq}: a new session was created instead of loading one; its history is not compared`);
  const { db, text, json, process } = options;
  const asked = {
    ...(db !== undefined && { db }),
    ...(process !== undefined && { process }),
    ...(text && { text }),
    ...(json && { json }),
  };
  // its end is not compared, because we end the agent
  const differs = await diff([subject, id], { ...asked, replaced, ignore: ['end'] }, io);
  return run.notes.length > 0 || !run.isComplete ? 1 : differs;
}
