import type { Worker } from '../../model/state/span.js';
import { formatDuration } from '../quantities.js';

/** The wait of a live recording that matters most, in short. */
export interface Waiting {
  /** How long it has made no progress, in ms; null if nothing is owed. */
  readonly waitingMs: number | null;
  readonly waitingFor: Worker | null;
  /** Whether it takes longer than usual. */
  readonly stuck: boolean;
}

/** For a recording that waits for nothing, or has ended. */
export const NO_WAITING: Waiting = { waitingMs: null, waitingFor: null, stuck: false };

const CALLED: Readonly<Record<Worker, string>> = { agent: 'agent', client: 'client', user: 'user', other: 'command' };

/** Who has to act, as a person calls it: `agent`, `command`; empty if nothing is owed. */
export function waitingFor({ waitingFor: worker }: Waiting): string {
  return worker === null ? '' : CALLED[worker];
}

/** `waiting for client 41 s`, `waiting for agent 3 min 12 s, stuck?`; empty if nothing is owed. */
export function waitingText(waiting: Waiting): string {
  const { waitingMs, stuck } = waiting;
  if (waitingMs === null) return '';
  return `waiting for ${waitingFor(waiting)} ${formatDuration(waitingMs * 1e6)}${stuck ? ', stuck?' : ''}`;
}

/** The part of a wait that says how long it has made no progress, and whether that is longer than usual. */
interface Lasting {
  readonly silentMs: number | null;
  readonly stuck: boolean;
}

/** The wait that matters most: one that may be stuck before others, then the longest without progress. */
export function mainWait<Wait extends Lasting>(waits: readonly Wait[]): Wait | undefined {
  const stuck = waits.filter((wait) => wait.stuck);
  const longest = (most: Wait, wait: Wait): Wait => ((wait.silentMs ?? 0) > (most.silentMs ?? 0) ? wait : most);
  const [first, ...others] = stuck.length > 0 ? stuck : waits;
  return first && others.reduce(longest, first);
}
