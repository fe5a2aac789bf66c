import { reasonOf, TurntableError } from '../../errors.js';
import type { CliIo } from './io.js';

/** Says what ended a command; returns its exit code. */
export function explainFailure(thrown: unknown, io: CliIo): number {
  if (thrown instanceof TurntableError) {
    io.say(`turntable: ${thrown.message}`);
    if (thrown.hint !== undefined) io.say(thrown.hint);
    return thrown.exitCode;
  }
  io.say(`turntable: internal error: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : reasonOf(thrown)}`);
  io.say('This is a bug of turntable. No recording is harmed: they are only read here.');
  return 70;
}
