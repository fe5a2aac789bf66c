import type { TurntableError } from '../../errors.js';
import { parseBytes } from '../program/amounts.js';
import { parsePlainOptions, plainUsage, type PlainArguments, type PlainOption } from '../program/plain-options.js';

/** The options of `record`. */
export const RECORD_OPTIONS = [
  { name: 'db', value: 'FILE', help: 'record into this database (default: see Environment)' },
  { name: 'name', value: 'NAME', help: 'name the recording' },
  { name: 'fixture', value: 'FILE', help: 'also write the recording as a fixture when it ends' },
  { name: 'check', value: undefined, help: 'print violations of the protocol on stderr as they happen' },
  {
    name: 'stall',
    value: 'TIME',
    help: 'with --check: report when there was no progress for TIME (30s, 2m; default: longer than usual for the agent)',
  },
  { name: 'keep', value: 'N', help: 'with --name: keep the N newest recordings of this name and remove older ones' },
  {
    name: 'keep-days',
    value: 'N',
    help: 'at the end, remove recordings of any name that ended more than N days ago',
  },
  {
    name: 'keep-size',
    value: 'SIZE',
    help: 'at the end, remove the oldest recordings of any name until the files take at most SIZE (500MB, 5GB)',
  },
  { name: 'id-file', value: 'FILE', help: "write the recording's id to FILE at the start" },
  {
    name: 'stderr',
    value: 'inherit',
    help: "pass the agent's stderr through untouched; it is then not recorded",
  },
  {
    name: 'inside',
    value: undefined,
    help: 'also record what the agent reports about itself over OpenTelemetry (model calls, tools), on a loopback port',
  },
  {
    name: 'otel-env',
    value: 'NAME=VALUE',
    isRepeatable: true,
    help: 'with --inside: set this variable for the agent; {url} stands for the address that takes the reports',
  },
  { name: 'hash', value: undefined, help: 'at the end, print SHA-256 sums of the forwarded bytes on stderr' },
  { name: 'quiet', letter: 'q', value: undefined, help: 'print warnings only, even on a terminal' },
] as const satisfies readonly PlainOption[];

type RecordOption = (typeof RECORD_OPTIONS)[number];

const RECORD = {
  name: 'record',
  usage: 'turntable record [options] -- AGENT [ARG...]',
  options: RECORD_OPTIONS,
  endsAtWord: true,
} as const;

export interface RecordArguments extends Pick<PlainArguments<RecordOption>, 'values' | 'lists' | 'flags'> {
  /** The agent's command and its arguments; never empty. */
  readonly agent: readonly [string, ...string[]];
}

/**
 * Parses the words after `record`. The agent's command begins after `--`, or at the first word that is not an option.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseRecordArguments(line: readonly string[]): RecordArguments {
  const { values, lists, flags, words, rest } = parsePlainOptions<RecordOption>(RECORD, line);
  const [command, ...args] = rest ?? words;
  if (command === undefined || command === '') throw usage('record needs the command of an agent');
  checkValues(values, flags);
  checkVariables(lists['otel-env'] ?? [], flags);
  return { values, lists, flags, agent: [command, ...args] };
}

function checkValues(values: RecordArguments['values'], flags: RecordArguments['flags']): void {
  const { keep, name, stall, stderr, 'keep-days': days, 'keep-size': size } = values;
  if (keep !== undefined && !/^[1-9]\d{0,8}$/.test(keep))
    throw usage(`invalid --keep ${JSON.stringify(keep)}: use a number from 1`);
  if (keep !== undefined && name === undefined) throw usage('--keep counts recordings of one name: add --name');
  if (days !== undefined && !/^[1-9]\d{0,5}$/.test(days))
    throw usage(`invalid --keep-days ${JSON.stringify(days)}: use a number from 1`);
  if (size !== undefined && parseBytes(size) === undefined)
    throw usage(`invalid --keep-size ${JSON.stringify(size)}: use a size such as 500MB or 5GB`);
  if (stall !== undefined && !flags.has('check')) throw usage('--stall needs --check: add --check');
  if (stall !== undefined && !/^\d+(?:\.\d+)?(?:ms|s|m)$/.test(stall))
    throw usage(`invalid --stall ${JSON.stringify(stall)}: use a time such as 500ms, 30s or 2m`);
  if (stderr !== undefined && stderr !== 'inherit')
    throw usage(`invalid --stderr ${JSON.stringify(stderr)}: the only value is inherit`);
}

function checkVariables(variables: readonly string[], flags: RecordArguments['flags']): void {
  if (variables.length > 0 && !flags.has('inside')) throw usage('--otel-env needs --inside: add --inside');
  for (const variable of variables) {
    if (/^[A-Za-z_]\w*=/.test(variable)) continue;
    throw usage(`invalid --otel-env ${JSON.stringify(variable)}: use NAME=VALUE`);
  }
}

function usage(text: string): TurntableError {
  return plainUsage(RECORD, text);
}
