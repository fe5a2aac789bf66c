import { TurntableError } from '../errors.js';

/** The options of `record`, as data: parsed here by hand, because the record path loads no library; printed by the help. */
export const RECORD_OPTIONS = [
  { name: 'db', value: 'FILE', help: 'database to record into (default: see Environment)' },
  { name: 'name', value: 'NAME', help: 'name of the recording, to find it again by' },
  { name: 'fixture', value: 'FILE', help: 'also write the recording as a fixture when it ends' },
  { name: 'check', value: undefined, help: 'print violations of the protocol on stderr as they happen' },
  { name: 'keep', value: 'N', help: 'with --name: keep the N newest recordings of this name, remove older ones' },
  { name: 'id-file', value: 'FILE', help: "write the recording's id to FILE at the start" },
  {
    name: 'stderr',
    value: 'inherit',
    help: "the word inherit: leave the agent's stderr alone; it is not recorded then",
  },
  { name: 'hash', value: undefined, help: 'print the SHA-256 sums of what was forwarded, on stderr at the end' },
  { name: 'quiet', value: undefined, help: 'say nothing but warnings, not even on a terminal (also -q)' },
] as const satisfies readonly { name: string; value: string | undefined; help: string }[];

type OptionName = (typeof RECORD_OPTIONS)[number]['name'];

export interface RecordArguments {
  readonly values: Partial<Record<OptionName, string>>;
  readonly flags: ReadonlySet<OptionName>;
  /** The agent's command and its arguments; never empty. */
  readonly agent: readonly [string, ...string[]];
}

const USAGE = 'turntable record [options] -- AGENT [ARG...]';

/**
 * Reads what follows `record`. The agent begins after `--`, or at the first word that is no option.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseRecordArguments(words: readonly string[]): RecordArguments {
  const values: Partial<Record<OptionName, string>> = {};
  const flags = new Set<OptionName>();
  let at = 0;
  for (; words[at]?.startsWith('-') && words[at] !== '--'; at += 1) {
    const word = words[at] ?? '';
    const [name, inline] = splitOption(word);
    const option = RECORD_OPTIONS.find((known) => known.name === name);
    if (option === undefined) throw usage(`record has no option ${word}`);
    if (option.value === undefined) {
      if (inline !== undefined) throw usage(`--${name} takes no value`);
      flags.add(option.name);
      continue;
    }
    const value = inline ?? words[(at += 1)];
    if (value === undefined || value === '' || (inline === undefined && value === '--'))
      throw usage(`--${name} needs a value: ${option.value}`);
    values[option.name] = value;
  }
  const [command, ...args] = words.slice(words[at] === '--' ? at + 1 : at);
  if (command === undefined || command === '') throw usage('record needs the command of an agent');
  checkValues(values);
  return { values, flags, agent: [command, ...args] };
}

function splitOption(word: string): [name: string, inline: string | undefined] {
  if (word === '-q') return ['quiet', undefined];
  const equals = word.indexOf('=');
  return equals === -1 ? [word.slice(2), undefined] : [word.slice(2, equals), word.slice(equals + 1)];
}

function checkValues(values: Partial<Record<OptionName, string>>): void {
  const { keep, stderr } = values;
  if (keep !== undefined && !/^[1-9]\d{0,8}$/.test(keep)) throw usage(`--keep is a number from 1, not ${keep}`);
  if (keep !== undefined && values.name === undefined)
    throw usage('--keep counts recordings of one name: give --name too');
  if (stderr !== undefined && stderr !== 'inherit') throw usage(`--stderr can only be inherit, not ${stderr}`);
}

function usage(text: string): TurntableError {
  return new TurntableError('USAGE', text, { hint: `Usage: ${USAGE}. All options: turntable record --help` });
}
