import { writeFileSync } from 'node:fs';
import { bareReasonOf, reasonOf, TurntableError } from '../../errors.js';
import { divergenceText, fieldLines, placeText } from '../../replay/divergence/divergence-text.js';
import type { Pace } from '../../replay/engine/pace.js';
import { exitOf, type ReplayReport } from '../../replay/engine/replay-report.js';
import type { OwnEnding } from '../../replay/script/script.js';
import { Player } from '../../stdio/player/player.js';
import { ProcessStage, type ProcessEnd } from '../../stdio/process-stage.js';
import type { ReplayRecorder } from '../../stdio/replay-recorder.js';
import { refuseLinkToFile } from '../output-file.js';
import { databaseFor, type DatabaseOption } from '../recordings/database-for.js';
import type { Surroundings } from '../surroundings.js';
import type { ReplaySetup } from './replay-setup.js';

export interface PlayOptions extends DatabaseOption {
  /** The file for the report, as JSON. */
  readonly report: string | undefined;
  /** Whether to record the run. */
  readonly record: boolean;
  /** The name of that recording. */
  readonly name: string | undefined;
  readonly idFile: string | undefined;
}

/**
 * Plays the recorded agent on this process's stdio. The process ends when the client leaves.
 *
 * @param named the name of the source, as the person typed it
 * @returns the exit code
 * @throws {TurntableError} `FILE_UNWRITABLE` before anything is sent
 */
export async function playReplay(
  { engine, settings }: Pick<ReplaySetup, 'engine' | 'settings'>,
  named: string,
  options: PlayOptions,
  io: Surroundings,
): Promise<number> {
  if (options.report !== undefined) makeReport(options.report);
  const recorder = options.record ? await newRecorder(named, settings.pace, options, io) : undefined;
  return new Promise((resolve) => {
    const stage = new ProcessStage((report, exit) => {
      const end = endOf(report, exit, options, io);
      resolve('code' in end ? end.code : 0);
      return end;
    });
    const player = new Player(engine, recorder?.over(stage) ?? stage, settings);
    stage.listen(player, recorder);
  });
}

async function newRecorder(named: string, pace: Pace, options: PlayOptions, io: Surroundings): Promise<ReplayRecorder> {
  const { ReplayRecorder } = await import('../../stdio/replay-recorder.js');
  const { idFile } = options;
  const { idFileRefusal, writeIdFile } = await import('../recordings/id-file.js');
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

/** Prints the result on stderr, and writes the report. */
function endOf(
  report: ReplayReport,
  exit: OwnEnding['exit'],
  { report: file }: PlayOptions,
  io: Surroundings,
): ProcessEnd {
  if (file !== undefined) writeReport(file, report, io);
  sayDifferences(report, io);
  const end = exitOf(report, exit);
  return 'code' in end ? end : { signal: end.signal as NodeJS.Signals };
}

/** Prints the differences. */
function sayDifferences({ warnings, divergences, fixture }: ReplayReport, io: Surroundings): void {
  for (const { place, differences } of warnings) {
    io.say(`turntable: warning: ${placeText(place)} differs`);
    for (const line of differences.flatMap(fieldLines)) io.say(line);
  }
  for (const divergence of divergences) io.say(`turntable: ${divergenceText(divergence, fixture)}`);
}

/** Creates the report file before anything is sent, so that it can be written at the end. */
function makeReport(file: string): void {
  refuseLinkToFile(file);
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch (thrown) {
    throw new TurntableError('FILE_UNWRITABLE', `the report ${file} cannot be written: ${bareReasonOf(thrown)}`);
  }
}

function writeReport(file: string, report: ReplayReport, io: Surroundings): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 });
  } catch (thrown) {
    io.say(`turntable: the report cannot be written: ${reasonOf(thrown)}`);
  }
}
