import type { Streams } from './io.js';

/** The streams of this process. @param stdio where stdout and stderr are, unless they are Node's own */
export function ownStreams({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'> = process): Streams {
  const { env } = process;
  return { stdin: 0, stdout, stderr, env, now: Date.now, exit: (code) => process.exit(code) };
}
