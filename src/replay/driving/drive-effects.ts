import type { FixtureHeader } from '../../fixture/format/format.js';
import type { RequestMessage } from '../../wire/message.js';

/** What happens to a driven agent. Times are ms of any clock. */
export type DriveInput =
  /** A line of the agent, without its newline. */
  | { readonly type: 'line'; readonly bytes: Uint8Array; readonly atMs: number }
  | { readonly type: 'time'; readonly atMs: number };

export type DriveEffect =
  /** A line to the agent, without its newline. */
  | { readonly type: 'send'; readonly bytes: Uint8Array }
  /** Something that a comparison of the two runs does not tell: one sentence. */
  | { readonly type: 'note'; readonly text: string }
  /** A request about files that is to be answered from the folder itself. */
  | { readonly type: 'file'; readonly request: RequestMessage };

export interface DriveOptions {
  /** Of what is played. */
  readonly headers: readonly FixtureHeader[];
  /** Where a root of the recording is now: an absolute path to another. */
  readonly rootOf: (recorded: string) => string;
  /** Files are read and written in the real folder. */
  readonly usesRealFiles: boolean;
  /** A session that the agent has never seen is made anew. */
  readonly makesNewSessions: boolean;
}
