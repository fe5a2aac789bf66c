import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { modelDigest } from './bundling/model-digest.js';

// One limit for every test: it ends what hangs. No test is near it, also where the machine has other work to do.
const HANGS_MS = 300_000;
const LIMITS = { testTimeout: HANGS_MS, hookTimeout: HANGS_MS };
const MODEL_DIGEST = JSON.stringify(modelDigest('src'));

/** What the bundler writes into the program. Each project takes an object of its own: vitest empties it. */
function defined(): Record<string, string> {
  return { MODEL_DIGEST };
}

// `quick` runs in this process (npm test); `e2e` runs bin/ as people do (npm run test:e2e); `long` holds the 50 kills, the gigabytes
// and the like (npm run test:long).
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        define: defined(),
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{e2e,long}/**'],
          // what a file of tests has loaded serves the next one too: loading took half of the time
          isolate: false,
          ...LIMITS,
        },
      },
      {
        define: defined(),
        test: { name: 'e2e', include: ['test/e2e/**/*.test.ts', 'docs/examples/vitest/*.test.ts'], ...LIMITS },
      },
      {
        define: defined(),
        test: { name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 600_000, fileParallelism: false },
      },
    ],
  },
});
