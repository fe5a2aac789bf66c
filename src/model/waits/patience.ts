import type { Wait, WaitKind } from '../state/wait.js';
import type { Rhythm } from '../state/session.js';

/** How long a wait may go without progress before it is worth telling, if nothing is known of the agent, in ms. */
const PATIENCE_MS: Readonly<Record<WaitKind, number>> = {
  initialize: 10_000,
  'sign-in': 60_000,
  'session-setup': 30_000,
  'client-request': 30_000,
  prompt: 120_000,
  'prompt-acceptance': 30_000,
  'queued-prompt': 120_000,
  'tool-call': 120_000,
  permission: 60_000,
  elicitation: 60_000,
  'requires-action': 60_000,
  file: 30_000,
  terminal: 30_000,
  command: 120_000,
  'agent-request': 30_000,
  'withdrawn-request': 10_000,
  'cancelled-turn': 10_000,
  'head-of-line': 30_000,
  'unfinished-line': 5_000,
  'not-reading': 10_000,
};

/** Waits for which the agent's earlier silences show what is usual. */
const BY_RHYTHM: ReadonlySet<WaitKind> = new Set(['prompt', 'tool-call']);
/** From this many turns on there is a usual rhythm. */
const LEAST_TURNS = 3;
/** A silence is unusual if it is this many times the longest one so far. */
const TIMES_LONGEST = 3;
/** A model may think for this long, however lively the agent was before, in ms. */
const LEAST_MS = 30_000;

/** How long a wait may go without progress before it is worth reporting, in ms. It depends on the earlier silences. */
export function patienceOf(kind: WaitKind, { turns, longestMs }: Rhythm): number {
  const usual = PATIENCE_MS[kind];
  if (!BY_RHYTHM.has(kind)) return usual;
  return Math.max(turns < LEAST_TURNS ? usual : LEAST_MS, TIMES_LONGEST * longestMs);
}

/** Waits that may take any time, because a person has to act or a command runs. */
const UNHURRIED: ReadonlySet<WaitKind> = new Set([
  'sign-in',
  'permission',
  'elicitation',
  'requires-action',
  'command',
]);

/** Whether a program has to act and waits for nothing else that is reported: if it does not act, it is stuck. */
export function canBeStuck({ kind, signs }: Pick<Wait, 'kind' | 'signs'>): boolean {
  return !UNHURRIED.has(kind) && !signs.some(({ type }) => type === 'behind');
}
