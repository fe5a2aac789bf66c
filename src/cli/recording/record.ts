import { resolve } from 'node:path';
import { reasonOf, TurntableError } from '../../errors.js';
import type { ForwardedSums } from '../../stdio/forwarded-sums.js';
import { IngestSchedule } from '../../stdio/ingest-schedule.js';
import type { Journal } from '../../stdio/journal/journal.js';
import { newJournal } from '../../stdio/journal/new-journal.js';
import { LaunchNote, type AgentProcess } from '../../stdio/launch/launch-note.js';
import { ownStdio } from '../../stdio/own-stdio.js';
import { catchSignals } from '../../stdio/signals.js';
import type { Inside } from '../../stdio/inside/receiver-start.js';
import { StderrVoice } from '../../stdio/stderr-voice.js';
import { Tap } from '../../stdio/tap.js';
import { accountPath, databasePath } from '../../store/schema/locate.js';
import { writeIdFile } from '../../tasks/recordings/id-file.js';
import { fixtureRefusal } from '../../tasks/recordings/recorded-fixture.js';
import { seeHelp } from '../program/see-help.js';
import { parseRecordArguments, type RecordArguments } from './record-options.js';

/** How long our exit may wait for the ingest, in ms; longer if someone waits for its results. */
const INGEST_WAIT_MS = 50;
const RESULT_WAIT_MS = 5000;

/** Runs an agent under the tap (`words`: those after `record`). The tap ends this process in the same way as the agent ended. */
export async function record(words: readonly string[]): Promise<void> {
  catchSignals();
  ownStdio.takeOver();
  const voice = new StderrVoice();
  try {
    await runTap(parseRecordArguments(words), voice);
  } catch (thrown) {
    if (!(thrown instanceof TurntableError)) throw thrown;
    const { message, hint, code, exitCode } = thrown;
    const lines = [message, hint, code === 'USAGE' ? seeHelp('record') : undefined];
    voice.say(lines.filter((line) => line !== undefined).join('\n'));
    process.exitCode = exitCode;
  }
}

async function runTap(options: RecordArguments, voice: StderrVoice): Promise<void> {
  // an error of ours must not end the conversation of the agent and its client
  process.on('uncaughtException', (error) => {
    voice.say(`internal error: ${error.stack ?? error.message}`);
  });
  const [command, ...args] = options.agent;
  const { keep, 'keep-days': keepDays, 'keep-size': keepSize, stall, stderr } = options.values;
  const fixture = fixtureToWrite(options.values.fixture, voice);
  const check = options.flags.has('check');
  const isAwaited = check || fixture !== undefined;
  const sums = options.flags.has('hash') ? await forwardedSums() : undefined;
  const inside = options.flags.has('inside') ? await insideOf(options, voice) : undefined;
  let ingest: { readonly id: string; readonly schedule: IngestSchedule } | undefined;
  let launch: LaunchNote | undefined;
  new Tap(
    { command, args, inheritStderr: stderr === 'inherit', variables: inside?.variables },
    {
      openJournal: (agent) => {
        if (isOff()) return undefined;
        const env = { ...process.env, ...inside?.variables };
        const opened = openJournal(options, fixture, { process: agent, env }, voice);
        if (opened === undefined) return undefined;
        inside?.recordInto(accountPath(opened.path));
        const wishes = {
          checkIn: check ? process.cwd() : undefined,
          stall,
          fixture,
          keep: keep === undefined ? undefined : Number(keep),
          keepDays,
          keepSize,
        };
        const schedule = new IngestSchedule({ journal: opened.path, ...wishes, isAwaited }, voice.say);
        ingest = { id: opened.id, schedule };
        launch = opened.launch;
        return opened.journal;
      },
      forwarded: (stream, chunk) => {
        if (stream === 'stderr') voice.heard(chunk);
        sums?.add(stream, chunk);
      },
      say: voice.say,
      ending: async () => {
        inside?.agentEnded();
        await launch?.finish();
      },
      finished: async () => {
        if (sums !== undefined) voice.say(`sums ${sums.toJson()}`);
        const outcome = await ingest?.schedule.finish(isAwaited ? RESULT_WAIT_MS : INGEST_WAIT_MS);
        if (ingest === undefined || outcome === undefined || outcome === 'in' || !isAwaited) return;
        voice.say(missingText(ingest.id, outcome, { fixture, check }));
      },
    },
  );
}

/** The absolute path of the fixture to write. If that file must not be replaced, prints why and returns undefined. */
function fixtureToWrite(named: string | undefined, voice: StderrVoice): string | undefined {
  if (named === undefined) return undefined;
  const path = resolve(named);
  const refusal = fixtureRefusal(path);
  if (refusal === undefined) return path;
  voice.say(refusal);
  return undefined;
}

/** Names the results that were asked for but are not ready when we end, and how to get them. */
function missingText(
  id: string,
  outcome: 'late' | 'left',
  { fixture, check }: { readonly fixture: string | undefined; readonly check: boolean },
): string {
  const isLate = outcome === 'late';
  const why = isLate
    ? `recording ${id} is not in the database after ${RESULT_WAIT_MS / 1000} s; it will follow`
    : `recording ${id} is still in its journal; the next turntable command brings it in`;
  const results = [
    ...(fixture === undefined
      ? []
      : [`${isLate ? 'if the fixture does not appear' : 'to write the fixture'}, run: turntable export ${id} -o FILE`]),
    ...(check ? [`to finish the check, run: turntable check ${id}`] : []),
  ];
  return `${why}; ${results.join('; ')}`;
}

/** Fails open: if the journal cannot be created, the traffic still flows, and one line says so. */
function openJournal(
  { agent, values, flags }: RecordArguments,
  fixture: string | undefined,
  started: { readonly process: AgentProcess; readonly env: NodeJS.ProcessEnv },
  voice: StderrVoice,
): { readonly id: string; readonly journal: Journal; readonly path: string; readonly launch: LaunchNote } | undefined {
  try {
    const database = databasePath(values.db, process.env, voice.say);
    const { id, path, journal } = newJournal(
      {
        database,
        argv: agent,
        ...(values.name !== undefined && { name: values.name }),
        ...(fixture !== undefined && { fixture }),
      },
      voice.say,
    );
    const cwd = process.cwd();
    journal.event('spawn', {
      pid: String(started.process.pid),
      argv: JSON.stringify(agent),
      cwd,
      platform: process.platform,
    });
    const launch = new LaunchNote(journal, started.process, { argv: agent, cwd, env: started.env });
    if (values['id-file'] !== undefined) writeId(values['id-file'], id, voice);
    const talkative = !flags.has('quiet') && (ownStdio.stderrIsTerminal || process.env['TURNTABLE_VERBOSE'] === '1');
    if (talkative) voice.say(`recording ${id} into ${database}`);
    return { id, journal, path, launch };
  } catch (thrown) {
    voice.say(`not recording (${reasonOf(thrown)}). The agent runs anyway. See: turntable doctor`);
    return undefined;
  }
}

function writeId(path: string, id: string, voice: StderrVoice): void {
  try {
    writeIdFile(path, id);
  } catch (thrown) {
    voice.say(`the id ${id} could not be written to the id file (${reasonOf(thrown)})`);
  }
}

/** Loaded only if it is needed: it is not cheap, and nothing else on the record path uses it. */
async function forwardedSums(): Promise<ForwardedSums> {
  const { ForwardedSums } = await import('../../stdio/forwarded-sums.js');
  return new ForwardedSums();
}

/** Nothing is recorded: the agent alone runs. */
function isOff(): boolean {
  return process.env['TURNTABLE_OFF'] === '1';
}

/** What receives what the agent tells of itself; loaded only where it is asked for. */
async function insideOf({ agent, lists }: RecordArguments, { say }: StderrVoice): Promise<Inside | undefined> {
  if (isOff()) return undefined;
  const { startInside } = await import('../../stdio/inside/receiver-start.js');
  return startInside({ agent, wished: lists['otel-env'] ?? [], say });
}
