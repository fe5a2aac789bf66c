import type { FixtureHeader } from '../../fixture/format/format.js';
import type { RequestMessage } from '../../wire/message.js';

/** An input of the driver. Times are ms of any clock. */
export type DriveInput =
  /** A line of the agent, without its newline. */
  | { readonly type: 'line'; readonly bytes: Uint8Array; readonly atMs: number }
  | { readonly type: 'time'; readonly atMs: number };

export type DriveEffect =
  /** A line to the agent, without its newline. */
  | { readonly type: 'send'; readonly bytes: Uint8Array }
  /** A problem that a comparison of the two runs does not show, as one sentence. */
  | { readonly type: 'note'; readonly text: string }
  /** A request about files, to be answered from the real folder. */
  | { readonly type: 'file'; readonly request: RequestMessage };

export interface DriveOptions {
  /** The headers of the fixture. */
  readonly headers: readonly FixtureHeader[];
  /** The live folder for a recorded one, as absolute paths. */
  readonly rootOf: (recorded: string) => string;
  /** Whether files are read and written in the real folder. */
  readonly usesRealFiles: boolean;
  /** Whether to create a new session instead of loading one that the agent does not know. */
  readonly makesNewSessions: boolean;
}
