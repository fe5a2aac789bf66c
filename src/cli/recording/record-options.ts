import type { TurntableError } from '../../errors.js';
import { parseBytes } from '../program/amounts.js';
import { parsePlainOptions, plainUsage, type PlainArguments, type PlainOption } from '../program/plain-options.js';

/** The options of `record`. */
export const RECORD_OPTIONS = [
  { name: 'db', value: 'FILE', help: 'database to record into (default: see Environment)' },
  { name: 'name', value: 'NAME', help: 'name of the recording, to find it again by' },
  { name: 'fixture', value: 'FILE', help: 'also write the recording as a fixture when it ends' },
  { name: 'check', value: undefined, help: 'print violations of the protocol on stderr as they happen' },
  {
    name: 'stall',
    value: 'TIME',
    help: 'with --check: say when nothing has moved for TIME (30s, 2m; default: longer than is usual for the agent)',
  },
  { name: 'keep', value: 'N', help: 'with --name: keep the N newest recordings of this name, remove older ones' },
  {
    name: 'keep-days',
    value: 'N',
    help: 'remove recordings of any name that ended more than N days ago, once this one has ended',
  },
  {
    name: 'keep-size',
    value: 'SIZE',
    help: 'remove the oldest recordings of any name until the files take at most SIZE (500MB, 5GB)',
  },
  { name: 'id-file', value: 'FILE', help: "write the recording's id to FILE at the start" },
  {
    name: 'stderr',
    value: 'inherit',
    help: "the word inherit: leave the agent's stderr alone; it is not recorded then",
  },
  { name: 'hash', value: undefined, help: 'print the SHA-256 sums of what was forwarded, on stderr at the end' },
  { name: 'quiet', letter: 'q', value: undefined, help: 'say nothing but warnings, not even on a terminal' },
] as const satisfies readonly PlainOption[];

type RecordOption = (typeof RECORD_OPTIONS)[number];

const RECORD = {
  name: 'record',
  usage: 'turntable record [options] -- AGENT [ARG...]',
  options: RECORD_OPTIONS,
  endsAtWord: true,
} as const;

export interface RecordArguments extends Pick<PlainArguments<RecordOption>, 'values' | 'flags'> {
  /** The agent's command and its arguments; never empty. */
  readonly agent: readonly [string, ...string[]];
}

/**
 * Reads what follows `record`. The agent begins after `--`, or at the first word that is no option.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseRecordArguments(line: readonly string[]): RecordArguments {
  const { values, flags, words, rest } = parsePlainOptions<RecordOption>(RECORD, line);
  const [command, ...args] = rest ?? words;
  if (command === undefined || command === '') throw usage('record needs the command of an agent');
  checkValues(values, flags);
  return { values, flags, agent: [command, ...args] };
}

function checkValues(values: RecordArguments['values'], flags: RecordArguments['flags']): void {
  const { keep, name, stall, stderr, 'keep-days': days, 'keep-size': size } = values;
  if (keep !== undefined && !/^[1-9]\d{0,8}$/.test(keep)) throw usage(`--keep is a number from 1, not ${keep}`);
  if (keep !== undefined && name === undefined) throw usage('--keep counts recordings of one name: give --name too');
  if (days !== undefined && !/^[1-9]\d{0,5}$/.test(days)) throw usage(`--keep-days is a number from 1, not ${days}`);
  if (size !== undefined && parseBytes(size) === undefined)
    throw usage(`--keep-size is like 500MB or 5GB, not ${size}`);
  if (stall !== undefined && !flags.has('check')) throw usage('--stall is told by --check: give --check too');
  if (stall !== undefined && !/^\d+(?:\.\d+)?(?:ms|s|m)$/.test(stall))
    throw usage(`--stall is a time like 500ms, 30s or 2m, not ${stall}`);
  if (stderr !== undefined && stderr !== 'inherit') throw usage(`--stderr can only be inherit, not ${stderr}`);
}

function usage(text: string): TurntableError {
  return plainUsage(RECORD, text);
}
