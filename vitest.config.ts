import { defineConfig } from 'vitest/config';

// One limit for every test: it ends what hangs. No test is near it, also where the machine has other work to do.
const HANGS_MS = 300_000;

// `quick` is npm test; `long` holds the 50 kills, the gigabytes and the like (npm run test:long).
export default defineConfig({
  test: {
    // most tests wait for child processes: one worker a core is not too many, even on two
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts', 'docs/examples/vitest/*.test.ts'],
          exclude: ['test/long/**'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      { test: { name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 600_000, fileParallelism: false } },
    ],
  },
});
