import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

const TAP = fileURLToPath(new URL('../../../bin/turntable.js', import.meta.url));

export const DEFAULT_TAP = `node ${TAP} record --quiet --db {dir}/t.db --`;

export const HELP = `usage: npm run bench -- tap [options]

Measures the tap, interleaved in one run with a direct connection and with a plain Node byte copy (test/bench/copy.js).

  --only ROWS          comma list of round-trip, throughput, memory, lock, start-up (default: all)
  --tap COMMAND        the tap; the agent's command is appended, {dir} is a fresh folder a run, a first word "node" is
                       the Node under test (default: node bin/turntable.js record --quiet --db {dir}/t.db --)
  --node PATH          a Node for the start-up rows, repeatable (default: the running one)
  --rounds N           rounds of every row (default: 7 round trip, 15 and 3 throughput, 1 memory, 3 lock, 31 start-up)
  --pings N            measured round trips a round (5000)
  --warm-up N          round trips before the wait, and again before measuring (2000)
  --frame-bytes N      size of a frame (227)
  --frames N           frames of the small burst (20000)
  --frames-large N     frames of the large burst (2000000)
  --memory-bytes N     bytes the client leaves unread (1000000000)
  --stall-ms N         how long it reads nothing (5000)
  --line-bytes N       size of the one long line (100000000)
  --lock-ms N          how long the database is locked (5000)
  --wait-ms N          from a variant's start to the measuring, so that the ingest runs; at least 1500 (1800)
  --ingest-wait S      how long to wait for an ingest to end before it is stopped (240)
  --timeout S          a run that takes longer is a FAIL (120)
  --cpu N              the CPU that the round trip rows are pinned to (the last one allowed)
  --no-pin             do not pin
  --no-compiler        do without the C client and agent
  --dir FOLDER         where the temporary folder is made (${tmpdir()})
  --json FILE          also write every sample
  --quick              2 rounds of small sizes: to try the bench, not to measure
  --strict             exit 1 when a target is missed (otherwise only when a variant failed)
  --help`;

const QUICK = {
  rounds: 2,
  pings: 1000,
  'warm-up': 300,
  'frames-large': 100_000,
  'memory-bytes': 50_000_000,
  'stall-ms': 1000,
  'line-bytes': 10_000_000,
  'lock-ms': 1500,
};

const NUMBERS = {
  rounds: undefined,
  pings: 5000,
  'warm-up': 2000,
  'frame-bytes': 227,
  frames: 20_000,
  'frames-large': 2_000_000,
  'memory-bytes': 1_000_000_000,
  'stall-ms': 5000,
  'line-bytes': 100_000_000,
  'lock-ms': 5000,
  'wait-ms': 1800,
  'ingest-wait': 240,
  timeout: 120,
  cpu: undefined,
};

/**
 * Reads the command line. Times are in the unit of the option's name (`timeout`, `ingestWait`: seconds).
 *
 * @throws {TypeError} when an option is unknown or is no number where one belongs
 */
export function readOptions(args) {
  const flag = (name) => [name, { type: 'boolean', default: false }];
  const text = (name) => [name, { type: 'string' }];
  const { values } = parseArgs({
    args,
    options: Object.fromEntries([
      ...Object.keys(NUMBERS).map(text),
      ...['only', 'tap', 'dir', 'json'].map(text),
      ...['no-pin', 'no-compiler', 'quick', 'strict', 'help'].map(flag),
      ['node', { type: 'string', multiple: true }],
    ]),
  });
  const numbers = { ...NUMBERS, ...(values.quick ? QUICK : {}) };
  for (const name of Object.keys(NUMBERS))
    if (values[name] !== undefined) numbers[name] = wholeNumber(name, values[name]);
  if (numbers['wait-ms'] < 1500) throw new TypeError('--wait-ms is at least 1500: before that no ingest runs.');
  return {
    ...Object.fromEntries(Object.entries({ ...values, ...numbers }).map(([name, value]) => [camelCase(name), value])),
    only: values.only?.split(',').filter(Boolean),
    tap: values.tap ?? DEFAULT_TAP,
    dir: values.dir ?? tmpdir(),
    nodes: values.node ?? [process.execPath],
  };
}

function wholeNumber(name, value) {
  const lowest = name === 'cpu' ? 0 : 1;
  if (!/^\d+$/.test(value) || Number(value) < lowest)
    throw new TypeError(`--${name} takes a whole number, not '${value}'.`);
  return Number(value);
}

function camelCase(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}
