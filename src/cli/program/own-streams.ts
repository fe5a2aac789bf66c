import type { Streams } from './io.js';

/** The streams of this process. @param stdio stdout and stderr, if they are not those of Node */
export function ownStreams({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'> = process): Streams {
  const { env } = process;
  return { stdin: 0, stdout, stderr, env, now: Date.now, exit: (code) => process.exit(code) };
}
