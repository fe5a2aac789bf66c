import type { Effect } from '../../replay/engine/effects.js';
import type { PlayStep } from '../../replay/engine/faults.js';
import type { Lane } from '../../replay/script/script.js';
import { joinBytes } from '../../wire/line-splitter.js';

const NEWLINE = new Uint8Array([0x0a]);

/** Something to write, after a pause. */
export interface Due {
  readonly pauseMs: number;
  /** The number of the recorded agent's frame in the fixture; -1 for anything else. */
  readonly seq: number;
  readonly lane: Lane | undefined;
  /** Whether it only accepts a prompt: it is then sent even if the turn is cancelled. */
  readonly isAcceptance: boolean;
  readonly steps: readonly PlayStep[];
  readonly stderr?: Uint8Array;
  readonly finish?: Effect & { type: 'finish' };
}

export const NO_FRAME: Due = { pauseMs: 0, seq: -1, lane: undefined, isAcceptance: false, steps: [] };

export function write(bytes: Uint8Array): PlayStep {
  return { type: 'write', bytes };
}

/** A line with its newline. */
export function lineOf(bytes: Uint8Array): Uint8Array {
  return joinBytes([bytes, NEWLINE]);
}
