import type { Worker } from '../../model/state/span.js';
import { formatDuration } from '../quantities.js';

/** How a live recording waits, in short: of the wait that matters most. */
export interface Waiting {
  /** Without progress for so long, in ms; null if nothing is owed. */
  readonly waitingMs: number | null;
  readonly waitingFor: Worker | null;
  /** It takes longer than is usual there. */
  readonly stuck: boolean;
}

/** Of a recording that waits for nothing, or has ended. */
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

/** What says how long it goes without progress, and whether that is longer than is usual. */
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
