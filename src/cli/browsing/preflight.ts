import { TurntableError } from '../../errors.js';

/** The surroundings that decide whether the screen can be shown. */
export interface Surroundings {
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Refuses to start if the screen would write its control codes into a file or a pipe, get no keys, or use a terminal that does not support
 * them.
 *
 * @throws {TurntableError} `USAGE`, with the line commands that show the same
 */
export function checkTerminal({ stdinIsTerminal, stdoutIsTerminal, env }: Surroundings): void {
  const { TERM } = env;
  if (!stdoutIsTerminal) throw refusal('stdout is not a terminal');
  if (!stdinIsTerminal) throw refusal('stdin is not a terminal');
  if (!TERM) throw refusal('TERM is not set');
  if (TERM === 'dumb') throw refusal('the terminal is dumb (TERM=dumb)');
}

function refusal(reason: string): TurntableError {
  return new TurntableError('USAGE', `cannot open the screen: ${reason}`, {
    hint: 'Other commands print the same: turntable list, turntable show, turntable check (all with --json).',
  });
}
