import { defineConfig } from 'vitest/config';

// `quick` is npm test; `long` holds the 50 kills, the gigabytes and the like (npm run test:long).
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: ['test/long/**'], testTimeout: 20_000 } },
      { test: { name: 'long', include: ['test/long/**/*.test.ts'], testTimeout: 600_000, fileParallelism: false } },
    ],
  },
});
