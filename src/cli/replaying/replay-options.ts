import { MATCH_MODES, type MatchMode } from '../../replay/engine/match-options.js';
import { LATEST } from '../../store/query/latest.js';
import { parsePlainOptions, plainUsage, type PlainOption } from '../program/plain-options.js';
import type { ReplayCommandOptions } from './replay-as-agent.js';
import type { AsClientOptions } from './replay-as-client.js';

/** The options of `replay`. */
export const REPLAY_OPTIONS = [
  { name: 'db', value: 'file', help: 'database (default: see turntable --help)' },
  { name: 'as', value: 'side', help: 'which side to play', choices: ['agent', 'client'], default: 'agent' },
  {
    name: 'match',
    value: 'mode',
    help: 'how closely the client must follow the recording',
    choices: MATCH_MODES,
    default: 'strict',
  },
  {
    name: 'ignore',
    value: 'pointer',
    help: 'do not compare this place in messages, such as /params/mcpServers',
    isRepeatable: true,
  },
  { name: 'allow-partial', value: undefined, help: 'let the client leave before everything was replayed' },
  {
    name: 'on-cancel',
    value: 'how',
    help: 'if the client cancels a turn that was not cancelled in the recording, answer the prompt with "cancelled"',
    choices: ['answer'],
  },
  {
    name: 'wait',
    value: 'time',
    help: 'give up after this much silence; 0: never',
    default: '30s',
  },
  {
    name: 'user-wait',
    value: 'time',
    help: 'like --wait, but while a person has to act: to write a prompt or answer a permission request',
    default: '0',
  },
  { name: 'pace', value: 'pace', help: 'instant, recorded, or a speed such as 4x', default: 'instant' },
  { name: 'max-gap', value: 'time', help: 'shorten longer pauses to this' },
  {
    name: 'fault',
    value: 'fault',
    help: 'damage what the agent sends: drop@12, delay=500@12, duplicate~0.05...',
    isRepeatable: true,
  },
  { name: 'seed', value: 'n', help: 'seed for random faults', default: '1' },
  { name: 'record', value: undefined, help: 'record the run; turntable tail @last follows it' },
  { name: 'name', value: 'name', help: 'with --record or --as client: name the new recording' },
  {
    name: 'id-file',
    value: 'file',
    help: "with --record or --as client: write the new recording's id to this file at the start",
  },
  { name: 'report', value: 'file', help: 'write a report as JSON' },
  { name: 'no-stderr', value: undefined, help: "do not replay the agent's stderr" },
  {
    name: 'explain',
    value: undefined,
    help: 'replay nothing; print what each frame waits for, and which ids and folders are bound',
  },
  { name: 'json', value: undefined, help: 'with --explain or --as client: print JSON' },
  { name: 'process', value: 'n', help: 'choose one of several agent processes in a capture' },
  { name: 'cwd', value: 'folder', help: '--as client: folder of the sessions (default: the current folder)' },
  {
    name: 'fs',
    value: 'where',
    help: '--as client: when the agent asks for files, read and write real ones in the folder of the session',
    choices: ['real'],
  },
  {
    name: 'new-session',
    value: undefined,
    help: '--as client: create a new session instead of loading one',
  },
  { name: 'text', value: undefined, help: '--as client: also compare free text' },
] as const satisfies readonly PlainOption[];

type ReplayOption = (typeof REPLAY_OPTIONS)[number];

const REPLAY = {
  name: 'replay',
  usage: 'turntable replay [options] [recording-or-file] [-- AGENT [ARG...]]',
  options: REPLAY_OPTIONS,
} as const;

export interface ReplayArguments {
  /** A recording or a file. */
  readonly named: string;
  readonly as: 'agent' | 'client';
  /** With `as: 'client'`: the command of the agent and its arguments. */
  readonly agent: readonly string[];
  readonly options: ReplayCommandOptions & AsClientOptions;
}

/**
 * Parses the words after `replay`.
 *
 * @throws {TurntableError} `USAGE`
 */
export function parseReplayArguments(line: readonly string[]): ReplayArguments {
  const { values, lists, flags, words, rest = [] } = parsePlainOptions<ReplayOption>(REPLAY, line);
  const as = values.as === 'client' ? 'client' : 'agent';
  // the words after -- are the agent's command, or a name that looks like an option
  const [named = LATEST, ...agent] = as === 'client' && words.length === 0 ? [LATEST, ...rest] : [...words, ...rest];
  if (named === '') throw plainUsage(REPLAY, 'the name of the recording or file is empty');
  if (as === 'agent' && agent.length > 0) {
    const said = `too many arguments: replay takes one recording or file, but also got ${agent.join(' ')}`;
    throw plainUsage(REPLAY, `${said}; to start an agent, add --as client`);
  }
  refuseOthers(as, line);
  const options = {
    db: values.db,
    process: values.process,
    match: values.match as MatchMode,
    ignore: lists.ignore ?? [],
    allowPartial: flags.has('allow-partial'),
    onCancel: values['on-cancel'] === undefined ? undefined : ('answer' as const),
    wait: values.wait,
    userWait: values['user-wait'],
    pace: values.pace,
    maxGap: values['max-gap'],
    fault: lists.fault ?? [],
    seed: values.seed,
    record: flags.has('record'),
    name: values.name,
    idFile: values['id-file'],
    report: values.report,
    stderr: !flags.has('no-stderr'),
    explain: flags.has('explain'),
    json: flags.has('json'),
    cwd: values.cwd,
    fs: values.fs === undefined ? undefined : ('real' as const),
    newSession: flags.has('new-session'),
    text: flags.has('text'),
  };
  return { named, as, agent, options };
}

/** Options that only one value of `--as` allows. */
const OPTIONS_OF: Readonly<Record<'agent' | 'client', readonly string[]>> = {
  agent: [
    'match',
    'ignore',
    'allow-partial',
    'on-cancel',
    'user-wait',
    'pace',
    'max-gap',
    'fault',
    'seed',
    'report',
    'no-stderr',
    'explain',
  ],
  client: ['cwd', 'fs', 'new-session', 'text'],
};

/** @throws {TurntableError} `USAGE` for an option that would have no effect, before anything is started */
function refuseOthers(side: 'agent' | 'client', line: readonly string[]): void {
  const other = side === 'agent' ? 'client' : 'agent';
  const own = line.includes('--') ? line.slice(0, line.indexOf('--')) : line;
  const given = OPTIONS_OF[other].find((name) =>
    own.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  );
  if (given !== undefined) throw plainUsage(REPLAY, `--${given} works only with --as ${other}`);
}
