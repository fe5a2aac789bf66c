/** Time limits of one test, unless it sets another: mocha's is 2 s, those of vitest and jest are 5 s. In ms, what is left of them. */
const WAIT_MS = { mocha: 1_500, vitest: 3_000, jest: 3_000, other: 5_000 };

/** Where mocha is on the way to its program; it sets nothing in the environment. */
const MOCHA = /[\\/]mocha[\\/]/;

/**
 * How long a client may be silent by default, in ms: less than a test may take, so that it fails with what was waited for
 * and not with "timed out".
 */
export function defaultWaitMs({ env, argv }: Pick<NodeJS.Process, 'env' | 'argv'>): number {
  if (env['VITEST'] !== undefined) return WAIT_MS.vitest;
  if (env['JEST_WORKER_ID'] !== undefined) return WAIT_MS.jest;
  return MOCHA.test(argv[1] ?? '') ? WAIT_MS.mocha : WAIT_MS.other;
}
