import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../processes/program.js';
import { agent, type Place, type TapOptions } from './turntable.js';
import { untilTrue } from '../processes/until.js';

const LINES_A_WRITE = 16;

/** A tap with traffic in both directions, as fast as it goes, and a witness beside the agent. */
export interface BothWays {
  readonly tap: Program;
  /** Waits until the client has read this many frames. */
  readonly untilFrames: (count: number) => Promise<void>;
  /** Ends the traffic in order: the client has no more to say. */
  readonly finish: () => void;
  /** What the agent has received, to be asked when all is over. */
  readonly agentReceived: () => Buffer;
}

export interface BothWaysOptions extends TapOptions {
  /** Slow enough that all of it is soon in the database: the agent echoes what comes, a few lines a millisecond. */
  readonly gentle?: boolean;
}

/** Starts `pinger.js` or `echo.js` under the tap; `tee` before it keeps what it is given. */
export function startBothWays(
  place: Place,
  name: string,
  { gentle = false, ...options }: BothWaysOptions = {},
): BothWays {
  const log = join(place.folder, `${name}.received`);
  const witness = 'log=$1; shift; tee -p "$log" | "$@"';
  const tap = place.tap(['sh', '-c', witness, 'sh', log, ...agent(gentle ? 'echo' : 'pinger')], options);
  let over = false;
  void tap.exited.then(() => (over = true));
  void writeLines(tap, gentle ? 8 : 0, () => over);
  return {
    tap,
    untilFrames: (count) => untilTrue(`${count} frames`, () => tap.stdoutLines >= count),
    finish: () => {
      over = true;
      tap.endInput();
    },
    agentReceived: () => readFileSync(log),
  };
}

async function writeLines({ stdin, exited }: Program, pauseMs: number, isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver();) {
    const lines = Array.from(
      { length: LINES_A_WRITE },
      () => `{"jsonrpc":"2.0","method":"_line","params":{"n":${(n += 1)}}}\n`,
    );
    if (!stdin.write(lines.join(''))) await Promise.race([once(stdin, 'drain').catch(() => undefined), exited]);
    else await new Promise((resolve) => (pauseMs > 0 ? setTimeout(resolve, pauseMs) : setImmediate(resolve)));
  }
}
