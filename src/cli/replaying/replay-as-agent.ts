import { TurntableError } from '../../errors.js';
import type { CliIo } from '../program/io.js';
import { playReplay, type PlayOptions } from '../../tasks/replaying/play-replay.js';
import { replaySetup, type ReplayWords } from '../../tasks/replaying/replay-setup.js';
import { readReplaySource, type SourceOptions } from '../../tasks/replaying/replay-source.js';

export interface ReplayCommandOptions extends SourceOptions, ReplayWords, PlayOptions {
  readonly explain: boolean;
  readonly json: boolean;
}

/** `turntable replay`: plays the recorded agent on stdio. */
export async function replay(named: string, options: ReplayCommandOptions, io: CliIo): Promise<number> {
  if (options.json && !options.explain) {
    throw new TurntableError(
      'USAGE',
      '--json works only with --explain; for a report of the replay, use --report FILE',
    );
  }
  const setUp = replaySetup(options);
  const { script, rules, engine, settings } = setUp(await readReplaySource(named, options, io));
  if (!options.explain) return playReplay({ engine, settings }, named, options, io);
  const { replayExplain } = await import('./replay-explain.js');
  return replayExplain({ name: settings.fixture, script }, { ...rules, json: options.json }, io);
}
