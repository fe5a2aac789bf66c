import { TurntableError } from '../../errors.js';
import { StandIns } from '../../fixture/redact/stand-ins.js';
import { compile } from '../../replay/script/compile.js';
import { ReplayEngine } from '../../replay/engine/engine.js';
import { FaultPlan, parseFault, type Fault } from '../../replay/engine/faults.js';
import type { MatchMode, ReplayOptions } from '../../replay/engine/match-options.js';
import { parseDuration, parseSpeed, type Pace } from '../../replay/engine/pace.js';
import type { Recorded } from '../../replay/script/recorded.js';
import { pointer, rulesOfFixture } from '../../replay/script/rules-of-fixture.js';
import type { Script } from '../../replay/script/script.js';
import type { PlayerSettings } from '../../stdio/player/player.js';
import { acpPlaces } from '../protocol/acp-places.js';
import type { ReplaySource } from './replay-source.js';

/** The options of a replay, as words of the command line. */
export interface ReplayWords {
  readonly match: MatchMode;
  readonly ignore: readonly string[];
  readonly allowPartial: boolean;
  readonly onCancel: 'answer' | undefined;
  readonly wait: string;
  /** How long the client may be silent where a person decides. */
  readonly userWait: string;
  readonly pace: string;
  readonly maxGap: string | undefined;
  readonly fault: readonly string[];
  readonly seed: string;
  /** Whether recorded stderr is written. */
  readonly stderr: boolean;
}

/** An engine that is ready, and the settings for its player. */
export interface ReplaySetup {
  readonly script: Script;
  readonly rules: ReplayOptions;
  readonly engine: ReplayEngine;
  readonly settings: PlayerSettings;
}

/** Sets up the replay of a source; throws `FIXTURE_INVALID` if its headers are wrong, `USAGE` if a fault applies to no frame. */
export type SetUp = (source: ReplaySource) => ReplaySetup;

/**
 * Parses the words; errors in them are thrown before anything is read.
 *
 * @throws {TurntableError} `USAGE`
 */
export function replaySetup(words: ReplayWords): SetUp {
  const pace: Pace = {
    speed: parseSpeed(words.pace),
    maxGapMs: words.maxGap === undefined ? Infinity : parseDuration(words.maxGap, '--max-gap'),
  };
  const faults = words.fault.map(parseFault);
  const seed = seedOf(words.seed);
  const waitMs = parseDuration(words.wait, '--wait');
  const userWaitMs = parseDuration(words.userWait, '--user-wait');
  const given = words.ignore.map((each) =>
    pointer(each, (what) => new TurntableError('USAGE', `--ignore ${each}: ${what}`)),
  );
  return ({ name, headers, recorded, placeOf }) => {
    const { ignore, patterns } = rulesOfFixture(headers, placeOf);
    for (const [i, fault] of faults.entries()) requireFrame(fault, recorded, words.fault[i] ?? '');
    const rules: ReplayOptions = {
      match: words.match,
      ignore: [...ignore, ...given],
      patterns,
      allowPartial: words.allowPartial,
      answersCancels: words.onCancel === 'answer',
    };
    const script = compile(recorded);
    const engine = new ReplayEngine(script, acpPlaces(), rules, new StandIns(headers));
    const plan = faults.length === 0 ? undefined : new FaultPlan(faults, seed);
    return {
      script,
      rules,
      engine,
      settings: { pace, faults: plan, waitMs, userWaitMs, writesStderr: words.stderr, fixture: name },
    };
  };
}

/** @throws {TurntableError} `USAGE` if a fault would never apply */
function requireFrame({ at }: Fault, { frames }: Recorded, text: string): void {
  if (!('seq' in at)) return;
  const found = frames.find(({ seq }) => seq === at.seq);
  if (found?.sender === 'agent') return;
  const what = found === undefined ? `there is no frame ${at.seq}` : `frame ${at.seq} is not from the agent`;
  throw new TurntableError('USAGE', `--fault ${text}: ${what}`, {
    hint: 'Nothing was sent. turntable replay --explain and turntable show list the numbers.',
  });
}

function seedOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new TurntableError('USAGE', `invalid --seed ${JSON.stringify(text)}: use a whole number`);
}
