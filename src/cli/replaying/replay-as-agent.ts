import { databaseFor } from '../../tasks/recordings/database-for.js';
import { writeFileSync } from 'node:fs';
import { bareReasonOf, reasonOf, TurntableError } from '../../errors.js';
import type { Pace } from '../../replay/engine/pace.js';
import { exitOf, type ReplayReport } from '../../replay/engine/replay-report.js';
import type { OwnEnding } from '../../replay/script/script.js';
import { Player } from '../../stdio/player.js';
import { ProcessStage, type ProcessEnd } from '../../stdio/process-stage.js';
import type { ReplayRecorder } from '../../stdio/replay-recorder.js';
import type { CliIo } from '../program/io.js';
import { refuseLinkToFile } from '../../tasks/output-file.js';
import { replaySetup, type ReplayWords } from '../../tasks/replaying/replay-setup.js';
import { readReplaySource, type SourceOptions } from '../../tasks/replaying/replay-source.js';

export interface ReplayCommandOptions extends SourceOptions, ReplayWords {
  readonly report: string | undefined;
  /** The run is itself a recording. */
  readonly record: boolean;
  readonly name: string | undefined;
  readonly idFile: string | undefined;
  readonly explain: boolean;
  readonly json: boolean;
}

/** `turntable replay`: the recorded agent again, on stdio. The process ends when the client leaves. */
export async function replay(named: string, options: ReplayCommandOptions, io: CliIo): Promise<number> {
  if (options.json && !options.explain) {
    throw new TurntableError(
      'USAGE',
      '--json works only with --explain; for a report of the replay, use --report FILE',
    );
  }
  const setUp = replaySetup(options);
  const { script, rules, engine, settings } = setUp(await readReplaySource(named, options, io));
  if (options.explain) {
    const { replayExplain } = await import('./replay-explain.js');
    return replayExplain({ name: settings.fixture, script }, { ...rules, json: options.json }, io);
  }
  if (options.report !== undefined) makeReport(options.report);
  const recorder = options.record ? await newRecorder(named, settings.pace, options, io) : undefined;
  return new Promise((resolve) => {
    const stage = new ProcessStage((report, exit) => {
      const ending = endOf(report, exit, options, io);
      resolve(ending.then((end) => ('code' in end ? end.code : 0)));
      return ending;
    });
    const player = new Player(engine, recorder?.over(stage) ?? stage, settings);
    stage.listen(player, recorder);
  });
}

async function newRecorder(
  named: string,
  pace: Pace,
  options: ReplayCommandOptions,
  io: CliIo,
): Promise<ReplayRecorder> {
  const { ReplayRecorder } = await import('../../stdio/replay-recorder.js');
  const { idFile } = options;
  const { idFileRefusal, writeIdFile } = await import('../../tasks/recordings/id-file.js');
  const refusal = idFile === undefined ? undefined : idFileRefusal(idFile);
  if (refusal !== undefined) throw new TurntableError('FILE_UNWRITABLE', refusal);
  const facts = { database: databaseFor(io, options), argv: ['turntable', 'replay', named] };
  const name = options.name ?? `replay of ${named}`;
  try {
    const recorder = new ReplayRecorder({ ...facts, name, ...(pace.speed === 0 && { pace: 'instant' }) }, io.say);
    if (idFile !== undefined) writeIdFile(idFile, recorder.id);
    return recorder;
  } catch (thrown) {
    throw new TurntableError('FILE_UNWRITABLE', `the replay cannot be recorded: ${reasonOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Says how it went, on stderr and in the report. */
async function endOf(
  report: ReplayReport,
  exit: OwnEnding['exit'],
  { report: file }: ReplayCommandOptions,
  io: CliIo,
): Promise<ProcessEnd> {
  if (file !== undefined) writeReport(file, report, io);
  if (report.warnings.length > 0 || report.divergences.length > 0) await sayDifferences(report, io);
  const end = exitOf(report, exit);
  return 'code' in end ? end : { signal: end.signal as NodeJS.Signals };
}

/** What it takes to show differences is loaded where there are any. */
async function sayDifferences({ warnings, divergences }: ReplayReport, io: CliIo): Promise<void> {
  const { divergenceText, fieldLines, placeText } = await import('../../replay/engine/divergence-text.js');
  for (const { place, differences } of warnings) {
    io.say(`turntable: warning: ${placeText(place)} differs`);
    for (const line of differences.flatMap(fieldLines)) io.say(line);
  }
  for (const divergence of divergences) io.say(`turntable: ${divergenceText(divergence)}`);
}

/** Made before anything is said, so that it can be written at the end. */
function makeReport(file: string): void {
  refuseLinkToFile(file);
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch (thrown) {
    throw new TurntableError('FILE_UNWRITABLE', `the report ${file} cannot be written: ${bareReasonOf(thrown)}`);
  }
}

function writeReport(file: string, report: ReplayReport, io: CliIo): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 });
  } catch (thrown) {
    io.say(`turntable: the report cannot be written: ${reasonOf(thrown)}`);
  }
}
