import { closeRun, openRun, look, stop } from './run-of-variant.js';

/**
 * Measures every variant once a round, in an order that turns round each time, so that what disturbs the machine disturbs
 * all alike. `measure(run)` resolves to an object of figures. A variant that failed once, or
 * whose ingest did not end, is not tried again.
 *
 * @returns {Promise<Record<string, { samples: object[], failure?: string, abandoned?: boolean }>>} by variant
 */
export async function interleave(bench, { title, variants, rounds, measure, timeoutS = bench.options.timeout }) {
  const results = Object.fromEntries(variants.map(({ name }) => [name, { samples: [] }]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? variants : [...variants].reverse();
    for (const variant of order) {
      const result = results[variant.name];
      if (result.failure !== undefined || result.abandoned) continue;
      bench.progress(`${title}: round ${round + 1} of ${rounds}, ${variant.name}`);
      await measureOnce(bench, openRun(variant, bench.folder), { title, measure, timeoutS, result });
      if (result.failure !== undefined) bench.say(`FAIL ${title}, ${variant.name}: ${result.failure}`);
    }
  }
  return results;
}

/** Makes a report row of one figure of `results`; see `Row` in report.js. */
export function rowOf(results, metric, row) {
  const samples = Object.entries(results).map(([name, result]) => [
    name,
    result.samples.map((sample) => sample[metric]),
  ]);
  const failure = results.tap.failure ?? (results.copy?.failure && `the copy failed: ${results.copy.failure}`);
  return { summary: 'median', target: {}, ...row, samples: Object.fromEntries(samples), failure };
}

/** Counts whether `run` of the tap has more processes than the `known` ones, that is, whether an ingest is running. */
export function noteIngest(bench, run, known) {
  // every variant is looked at, so that looking favours none
  const processes = look(run).size;
  if (run.variant === 'tap') bench.count(processes > known ? 'ingestSeen' : 'ingestMissed');
}

async function measureOnce(bench, run, { title, measure, timeoutS, result }) {
  try {
    result.samples.push(await withDeadline(measure(run), timeoutS));
  } catch (error) {
    result.failure = [error.message, run.errors.trim().split('\n').at(-1)]
      .filter(Boolean)
      .join('; stderr: ')
      .replaceAll('|', '/');
    await stop(run);
    return;
  }
  const { notes, ended } = await closeRun(run, bench.options.ingestWait);
  for (const note of notes) bench.note(`${title}, ${run.variant}: ${note}`);
  result.abandoned = !ended;
}

async function withDeadline(promise, seconds) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${seconds} s (hung)`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // what the race left behind fails once its processes are stopped; that is no news
    promise.catch(() => {});
  }
}
