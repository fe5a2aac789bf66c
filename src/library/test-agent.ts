import type { Waiting } from './types.js';

/**
 * An agent for a client under test, whether a recording speaks or a real one.
 *
 * @typeParam Report what {@link TestAgent.finished} tells
 */
export interface TestAgent<Report> {
  /** Who: a recording, or the real agent. */
  readonly speaks: 'recording' | 'agent';
  /** Takes what the client says: bytes, one JSON-RPC message a line. */
  readonly stdin: WritableStream<Uint8Array>;
  /** Gives what the agent says. */
  readonly stdout: ReadableStream<Uint8Array>;
  /** What the agent writes to stderr. It need not be read. */
  readonly stderr: ReadableStream<Uint8Array>;
  /**
   * The words of a command that is the same agent as a process, for clients that start their agent themselves, in any language. It is
   * to be started once, and instead of the streams: {@link TestAgent.finished} tells of the one that was used.
   */
  readonly command: readonly [string, ...string[]];
  /**
   * How it went; to be asked when the client has done its part.
   *
   * A client that still holds its streams is taken to say no more.
   */
  finished(): Promise<Report>;
  /**
   * Who waits for whom, now: for a test that times out. Knows what passed through the streams; of an agent that was started
   * by {@link TestAgent.command} ask {@link whyWaiting} instead.
   */
  why(): Promise<Waiting>;
  /** Ends the agent, however far it is. Asks nothing, and may be called at any time. */
  close(): Promise<void>;
  /** {@link TestAgent.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
