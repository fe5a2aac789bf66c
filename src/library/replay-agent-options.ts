import { TurntableError } from '../errors.js';
import { MATCH_MODES, type MatchMode } from '../replay/engine/match-options.js';
import { defaultWaitMs } from './test-run/default-wait.js';
import type { ReplayWords } from '../tasks/replaying/replay-setup.js';

/** How a recording is replayed: the options of `turntable replay` (docs/replay.md). */
export interface ReplayAgentOptions {
  /**
   * How closely the client has to keep to the recording: `strict` (in content and in order), `content` (requests in any order), `method`
   * (differences are only reported, as {@link ReplayReport.warnings}). Default: `strict`.
   */
  readonly match?: MatchMode;
  /** JSON pointers to places of the client's messages that are not compared: `['/params/mcpServers']`. */
  readonly ignore?: readonly string[];
  /** The client may leave before all was used. */
  readonly allowPartial?: boolean;
  /** `answer`: where the client cancels and the recorded one did not, the turn ends as cancelled instead of diverging. */
  readonly onCancel?: 'answer';
  /**
   * How long the client may be silent while it is waited for, in ms; 0: for ever. Default: less than a test may take: 1,500 in mocha,
   * 3,000 in vitest and jest, 5,000 elsewhere.
   */
  readonly wait?: number;
  /** `instant`, `recorded` (the pauses of the recorded agent), or a speed: `4x`. Default: `instant`. */
  readonly pace?: 'instant' | 'recorded' | `${number}x`;
  /** No pause is longer than this, in ms. */
  readonly maxGap?: number;
  /** What is broken on purpose: `['drop@12', 'delay=500@20', 'duplicate~0.05']`, at a frame or with a probability. */
  readonly faults?: readonly string[];
  /** Of faults that strike at random. Default: 1. */
  readonly seed?: number;
  /** Of a capture with several agent processes, which; from 1. */
  readonly process?: number;
  /** Ends the replay when it is aborted; what is waited for then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * The options in the words of the command line.
 *
 * @throws {TurntableError} `USAGE`
 */
export function replayWords(options: ReplayAgentOptions): ReplayWords {
  const { match = 'strict', ignore = [], wait = defaultWaitMs(process) } = options;
  const { pace = 'instant', maxGap, faults = [], seed = 1 } = options;
  if (!MATCH_MODES.includes(match))
    throw new TurntableError('USAGE', `invalid match ${JSON.stringify(match)}: use ${MATCH_MODES.join(', ')}`);
  return {
    match,
    ignore,
    allowPartial: options.allowPartial ?? false,
    onCancel: options.onCancel,
    wait: `${wait}ms`,
    // in a test nobody sits at the client
    userWait: `${wait}ms`,
    pace,
    maxGap: maxGap === undefined ? undefined : `${maxGap}ms`,
    fault: faults,
    seed: String(seed),
    stderr: true,
  };
}

/** The same as arguments of `turntable replay`. */
export function replayArguments(words: ReplayWords, { process }: ReplayAgentOptions): string[] {
  const { match, ignore, allowPartial, onCancel, wait, userWait, pace, maxGap, fault, seed } = words;
  return [
    `--match=${match}`,
    ...ignore.map((pointer) => `--ignore=${pointer}`),
    ...(allowPartial ? ['--allow-partial'] : []),
    ...(onCancel === undefined ? [] : [`--on-cancel=${onCancel}`]),
    `--wait=${wait}`,
    `--user-wait=${userWait}`,
    `--pace=${pace}`,
    ...(maxGap === undefined ? [] : [`--max-gap=${maxGap}`]),
    ...fault.map((each) => `--fault=${each}`),
    `--seed=${seed}`,
    ...(process === undefined ? [] : [`--process=${process}`]),
  ];
}
