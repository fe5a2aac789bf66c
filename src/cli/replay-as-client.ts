import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TurntableError } from '../errors.js';
import { compile } from '../replay/compile.js';
import { ClientDriver, restoresUnknown } from '../replay/driving/driver.js';
import { parseDuration } from '../replay/pace.js';
import type { Script } from '../replay/script.js';
import { placeOf } from '../replay/summaries.js';
import { DrivenAgent, type DrivenRun } from '../stdio/driven-agent.js';
import { databasePath } from '../store/locate.js';
import { acpProtocol } from './acp-protocol.js';
import { diff } from './diff.js';
import type { CliIo } from './io.js';
import { packageFile } from './package-files.js';
import { answerFromFolder } from './real-files.js';
import { readReplaySource, type SourceOptions } from './replay-source.js';

export interface AsClientOptions extends SourceOptions {
  readonly wait: string;
  /** Where the agent's sessions work; default: the recorded folder, where there is one here. */
  readonly cwd: string | undefined;
  readonly fs: 'real' | undefined;
  readonly newSession: boolean;
  /** Also compares free text. */
  readonly text: boolean;
  readonly json: boolean;
}

/** The tap's own codes for a command that cannot be started. */
const NOT_STARTED = [126, 127];

/** `turntable replay --as client -- agent...`: the recorded client again, with a real agent. Exit 1 where the runs differ. */
export async function replayAsClient(
  named: string,
  agent: readonly string[],
  options: AsClientOptions,
  io: CliIo,
): Promise<number> {
  if (agent.length === 0) {
    throw new TurntableError('USAGE', '--as client needs the command of an agent', {
      hint: 'turntable replay FIXTURE --as client -- AGENT [ARG...]',
    });
  }
  const waitMs = parseDuration(options.wait, '--wait');
  const source = await readReplaySource(named, options, io);
  const script = compile(source.recorded);
  refuseUnknownSessions(script, options);
  const folder = rootFinder(options, io);
  const driver = new ClientDriver(script, acpProtocol(), {
    rootOf: folder,
    usesRealFiles: options.fs === 'real',
    makesNewSessions: options.newSession,
  });
  const { id, run } = await record(driver, { agent, waitMs, named, options }, io);
  for (const note of run.notes) io.say(`turntable: ${note}`);
  const { db, text, json } = options;
  // how it ends is our doing
  const asked = { ...(db !== undefined && { db }), ...(text && { text }), ...(json && { json }) };
  const differs = await diff([named, id], { ...asked, ignore: ['end'] }, io);
  return run.notes.length > 0 || !run.isComplete ? 1 : differs;
}

/** An agent knows only the sessions that it made: loading another one would be tried in vain. */
function refuseUnknownSessions({ messages }: Script, { newSession }: AsClientOptions): void {
  const unknown = messages.find(restoresUnknown);
  if (unknown === undefined || newSession) return;
  const { line, seq, summary } = placeOf(unknown.frame);
  throw new TurntableError(
    'USAGE',
    `${line === undefined ? `frame ${seq}` : `line ${line}`}: ${summary} opens a session that the agent has never seen`,
    { hint: 'Nothing was started. With --new-session it makes a new one instead.' },
  );
}

/** Recorded folders that are here stay; for others there is one to work in. */
function rootFinder({ cwd = process.cwd() }: AsClientOptions, io: CliIo): (recorded: string) => string {
  if (!existsSync(cwd) || !statSync(cwd).isDirectory()) throw new TurntableError('USAGE', `there is no folder ${cwd}`);
  const told = new Set<string>();
  return (recorded) => {
    if (!told.has(recorded)) io.say(`turntable: ${recorded} is ${cwd} in this run`);
    told.add(recorded);
    return cwd;
  };
}

/** Runs the agent under the tap; returns the id of the recording. */
async function record(
  driver: ClientDriver,
  {
    agent,
    waitMs,
    named,
    options,
  }: { agent: readonly string[]; waitMs: number; named: string; options: AsClientOptions },
  io: CliIo,
): Promise<{ readonly id: string; readonly run: DrivenRun }> {
  const folder = mkdtempSync(join(tmpdir(), 'turntable-'));
  try {
    const idFile = join(folder, 'id');
    const database = databasePath(options.db, io.env);
    const tap = [packageFile('bin/turntable.js'), 'record', '--quiet', '--db', database, '--id-file', idFile];
    const command = [process.execPath, ...tap, '--name', `replay of ${named}`, '--', ...agent] as const;
    const run = await new DrivenAgent(driver, { command, waitMs, file: answerFromFolder(options.cwd) }).run();
    if (run.code !== undefined && NOT_STARTED.includes(run.code) && !run.isComplete) {
      throw new TurntableError('AGENT_NOT_STARTED', `${agent[0] ?? ''} could not be started`, {
        hint: run.stderr.trim(),
      });
    }
    return { id: readFileSync(idFile, 'utf8').trim(), run };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
