import type { Streams } from './io.js';

/** The streams of this process. */
export function ownStreams(): Streams {
  const { stdout, stderr, env } = process;
  return { stdin: 0, stdout, stderr, env, now: Date.now, exit: (code) => process.exit(code) };
}
