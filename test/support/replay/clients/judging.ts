import type { Finished, Run } from '../replaying.js';
import { lockStep } from './lock-step.js';
import { isOneStream, orderFaults, type Came } from './order-checks.js';
import type { Reading } from './reading.js';
import type { Entry } from './recorded.js';

/** What is wrong with a replay; nothing is. */
export interface Verdict {
  readonly faults: readonly string[];
  readonly exit: number | null;
  readonly outcome: string;
  readonly divergences: readonly string[];
}

export const FLAWLESS: Verdict = { faults: [], exit: 0, outcome: 'matched', divergences: [] };

/** Ends a run and judges it. */
export async function verdictOf(run: Run, faults: readonly string[]): Promise<Verdict> {
  const { exit, report }: Finished = await run.finish();
  // the first few tell what the others follow from
  return {
    faults: faults.slice(0, 5),
    exit,
    outcome: report.outcome,
    divergences: report.divergences.map(({ text }) => text),
  };
}

/** Takes a run through the recorded order and judges all of it: the frames, their order, and how it ends. */
export async function judgeLockStep(reading: Reading, run: Run): Promise<Verdict> {
  const { recorded } = reading;
  const { heard, missing } = await lockStep(recorded, run);
  const left = new Map<string, Entry[]>();
  for (const frame of recorded.agent) left.set(frame.line, [...(left.get(frame.line) ?? []), frame]);
  const came: Came[] = [];
  const faults: string[] = missing === undefined ? [] : [`in vain for ${missing.line.slice(0, 200)}`];
  for (const { line, sentBefore } of heard) {
    const frame = left.get(line)?.shift();
    if (frame === undefined) faults.push(`nobody recorded ${line.slice(0, 200)}`);
    else came.push({ frame, sent: new Set(recorded.client.slice(0, sentBefore)) });
  }
  faults.push(...orderFaults(reading, came));
  const isWhole = came.every(({ frame }, index) => frame === recorded.agent[index]);
  if (isOneStream(reading) && !isWhole) faults.push('the stream is not the recorded one');
  return verdictOf(run, faults);
}
