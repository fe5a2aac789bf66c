import type { Mutation } from './message-mutations.js';
import { sayAll } from './clients/lock-step.js';
import type { Compiled } from './replaying-here.js';
import { names } from './replaying.js';

/** What is wrong with how a replay takes a mutation; undefined: it is found, and a message that is to blame is named. */
export async function faultOf(compiled: Compiled, { said, blamed }: Mutation): Promise<string | undefined> {
  const run = compiled.start();
  await sayAll(said, run);
  const { exit, report } = await run.finish();
  if (exit !== 5 || report.outcome !== 'diverged') return `exit ${String(exit)}, ${report.outcome}`;
  const isNamed = report.divergences.some((divergence) => blamed.some((entry) => names(divergence, entry)));
  return isNamed ? undefined : `not named: ${report.divergences.map(({ text }) => text.slice(0, 2000)).join(' ')}`;
}
