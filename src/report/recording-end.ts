import type { Stream } from '../wire/frame.js';

/** What is known of the end of a recording. */
export interface EndFacts {
  readonly state: 'live' | 'ended' | 'killed' | 'unknown';
  readonly source: 'tap' | 'import';
  readonly exitCode: number | undefined;
  readonly exitSignal: string | undefined;
  readonly streams: Readonly<Record<Stream, { readonly lost: number }>>;
}

/** How a recording stands: live, how it ended, and whether all of it is there. */
export function endText({ state, source, exitCode, exitSignal, streams }: EndFacts): string {
  const lost = streams.client.lost + streams.agent.lost + streams.stderr.lost;
  return `${stateText()}${lost > 0 ? ', incomplete' : ''}`;

  function stateText(): string {
    if (state === 'live') return 'live';
    if (state === 'killed') return 'tap killed';
    if (state === 'unknown') return 'tap out of sight';
    if (exitSignal !== undefined) return exitSignal;
    if (exitCode !== undefined) return `exit ${exitCode}`;
    return source === 'import' ? 'imported' : 'ended';
  }
}
