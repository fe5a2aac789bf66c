import { writeFileSync } from 'node:fs';
import { reasonOf, TurntableError } from '../errors.js';
import { compile } from '../replay/compile.js';
import { divergenceText, fieldLines, placeText } from '../replay/divergence-text.js';
import { ReplayEngine } from '../replay/engine.js';
import { FaultPlan, parseFault } from '../replay/faults.js';
import type { MatchMode, ReplayOptions } from '../replay/options.js';
import { parseDuration, parseSpeed, type Pace } from '../replay/pace.js';
import type { ReplayReport } from '../replay/report.js';
import { pointer, rulesOfFixture } from '../replay/rules-of-fixture.js';
import type { OwnEnding } from '../replay/script.js';
import { Player } from '../stdio/player.js';
import { ProcessStage, type ProcessEnd } from '../stdio/process-stage.js';
import { ReplayRecorder } from '../stdio/replay-recorder.js';
import { databasePath } from '../store/locate.js';
import { acpProtocol } from './acp-protocol.js';
import type { CliIo } from './io.js';
import { readReplaySource, type SourceOptions } from './replay-source.js';

/** The exit code of a replay that diverged. */
const DIVERGED = 5;

export interface ReplayCommandOptions extends SourceOptions {
  readonly match: MatchMode;
  readonly ignore: readonly string[];
  readonly allowPartial?: boolean;
  readonly onCancel?: 'answer';
  readonly wait: string;
  readonly pace: string;
  readonly maxGap?: string;
  readonly fault: readonly string[];
  readonly seed: string;
  readonly report?: string;
  /** The run is itself a recording. */
  readonly record?: boolean;
  readonly name?: string;
  readonly idFile?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
  /** False with `--no-stderr`. */
  readonly stderr: boolean;
}

/** `turntable replay`: the recorded agent again, on stdio. The process ends when the client leaves. */
export async function replay(named: string, options: ReplayCommandOptions, io: CliIo): Promise<number> {
  const pace: Pace = {
    speed: parseSpeed(options.pace),
    maxGapMs: options.maxGap === undefined ? Infinity : parseDuration(options.maxGap, '--max-gap'),
  };
  const faults = options.fault.map(parseFault);
  const waitMs = parseDuration(options.wait, '--wait');
  const given = options.ignore.map((each) => pointer(each, (what) => usage(`--ignore ${each}: ${what}`)));
  if (options.json === true && options.explain !== true)
    throw usage('--json is for --explain; a replay writes --report');
  const source = await readReplaySource(named, options, io);
  const rules = rulesOfFixture(source.headers, source.placeOf);
  const replayOptions: ReplayOptions = {
    match: options.match,
    ignore: [...rules.ignore, ...given],
    patterns: rules.patterns,
    allowPartial: options.allowPartial ?? false,
    answersCancels: options.onCancel === 'answer',
  };
  const script = compile(source.recorded);
  if (options.explain === true) {
    const { replayExplain } = await import('./replay-explain.js');
    return replayExplain({ name: source.name, script }, { ...replayOptions, json: options.json ?? false }, io);
  }
  if (options.report !== undefined) makeReport(options.report);
  const engine = new ReplayEngine(script, acpProtocol(), replayOptions);
  const recorder = options.record === true ? newRecorder(named, pace, options, io) : undefined;
  return new Promise((resolve) => {
    const stage = new ProcessStage((report, exit) => {
      const end = endOf(report, exit, options, io);
      resolve('code' in end ? end.code : 0);
      return end;
    });
    const settings = {
      pace,
      faults: faults.length === 0 ? undefined : new FaultPlan(faults, Number(options.seed)),
      waitMs,
    };
    const player = new Player(engine, recorder?.over(stage) ?? stage, {
      ...settings,
      writesStderr: options.stderr,
      fixture: source.name,
    });
    stage.listen(player, recorder);
  });
}

function newRecorder(named: string, pace: Pace, options: ReplayCommandOptions, io: CliIo): ReplayRecorder {
  const facts = { database: databasePath(options.db, io.env), argv: ['turntable', 'replay', named] };
  const name = options.name ?? `replay of ${named}`;
  try {
    const recorder = new ReplayRecorder({ ...facts, name, ...(pace.speed === 0 && { pace: 'instant' }) }, io.say);
    if (options.idFile !== undefined) writeFileSync(options.idFile, `${recorder.id}\n`, { mode: 0o600 });
    return recorder;
  } catch (thrown) {
    throw new TurntableError('FILE_UNWRITABLE', `the replay cannot be recorded: ${reasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Says how it went, on stderr and in the report. */
function endOf(
  report: ReplayReport,
  exit: OwnEnding['exit'],
  { report: file }: ReplayCommandOptions,
  io: CliIo,
): ProcessEnd {
  if (file !== undefined) writeReport(file, report, io);
  for (const { place, differences } of report.warnings) {
    io.say(`turntable: warning: ${placeText(place)} differs`);
    for (const line of differences.flatMap(fieldLines)) io.say(line);
  }
  for (const divergence of report.divergences) io.say(`turntable: ${divergenceText(divergence)}`);
  if (report.outcome === 'diverged') return { code: DIVERGED };
  if (exit === undefined) return { code: 0 };
  return 'code' in exit ? exit : { signal: exit.signal as NodeJS.Signals };
}

/** Made before anything is said, so that it can be written at the end. */
function makeReport(file: string): void {
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch (thrown) {
    throw new TurntableError('FILE_UNWRITABLE', `the report ${file} cannot be written: ${reasonOf(thrown)}`);
  }
}

function writeReport(file: string, report: ReplayReport, io: CliIo): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 });
  } catch (thrown) {
    io.say(`turntable: the report cannot be written: ${reasonOf(thrown)}`);
  }
}

function usage(text: string): TurntableError {
  return new TurntableError('USAGE', text);
}
