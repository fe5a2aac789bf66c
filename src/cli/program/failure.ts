import { reasonOf, TurntableError } from '../../errors.js';
import type { CliIo } from './io.js';

/** Says what ended a command; returns its exit code. */
export function explainFailure(thrown: unknown, io: CliIo): number {
  if (thrown instanceof TurntableError) {
    io.say(`turntable: ${setIn(thrown.message)}`);
    if (thrown.hint !== undefined) io.say(setIn(thrown.hint));
    return thrown.exitCode;
  }
  io.say(`turntable: internal error: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown)}`);
  io.say('This is a bug of turntable. No recording is harmed: they are only read here.');
  return 70;
}

/** Lines after the first are set in: what an error quotes cannot begin a line of ours. */
function setIn(text: string): string {
  return text.replaceAll(/\n(?=\S)/g, '\n  ');
}
