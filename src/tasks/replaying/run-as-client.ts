import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TurntableError } from '../../errors.js';
import { TURNTABLE } from '../../package-files.js';
import { ClientDriver } from '../../replay/driving/driver.js';
import { opensUnknown } from '../../replay/driving/unknown-sessions.js';
import { compile } from '../../replay/script/compile.js';
import { placeOf } from '../../replay/script/frame-summaries.js';
import type { Script } from '../../replay/script/script.js';
import { DrivenAgent, type DrivenRun } from '../../stdio/driven-agent.js';
import { acpPlaces } from '../protocol/acp-places.js';
import { databaseFor } from '../recordings/database-for.js';
import { clearIdFile } from '../recordings/id-file.js';
import type { Surroundings } from '../surroundings.js';
import { answerFromFolder } from './real-files.js';
import { recordingId } from './replay-recording.js';
import { readReplaySource, type SourceOptions } from './replay-source.js';

export interface ClientRunOptions extends SourceOptions {
  /** How long the agent may be silent while the client waits for it, in ms; 0: for ever. */
  readonly waitMs: number;
  /** The folder of the agent's sessions; default: the current folder. */
  readonly cwd: string | undefined;
  readonly fs: 'real' | undefined;
  readonly newSession: boolean;
  /** The name of the new recording. */
  readonly name: string | undefined;
  readonly idFile: string | undefined;
}

/** A run of a real agent with a recorded client. */
export interface ClientRun {
  /** A name of the played recording that is still right now that the run is the latest one. */
  readonly subject: string;
  /** The id of the recording of the run. */
  readonly id: string;
  readonly run: DrivenRun;
  /** The recorded frames that load a session; a new one was made instead. */
  readonly replaced: readonly number[];
}

/** The tap's own codes for a command that cannot be started. */
const NOT_STARTED = [126, 127];

/**
 * Plays the recorded client to a real agent under the tap.
 *
 * @throws {TurntableError} `USAGE`, `FILE_UNWRITABLE` before anything is started; `AGENT_NOT_STARTED`; what reading the recording throws
 */
export async function runAsClient(
  named: string,
  agent: readonly string[],
  options: ClientRunOptions,
  io: Surroundings,
): Promise<ClientRun> {
  const folder = folderOf(options);
  const subject = recordingId(named, options, io) ?? named;
  const source = await readReplaySource(subject, { ...options, blankLines: true }, io);
  const script = compile(source.recorded);
  if (script.messages.length === 0) throw new TurntableError('USAGE', `${named} contains no messages of a client`);
  refuseUnknownSessions(script, options);
  if (options.idFile !== undefined) clearIdFile(options.idFile);
  const driver = new ClientDriver(script, acpPlaces(), {
    headers: source.headers,
    rootOf: rootFinder(folder, io),
    usesRealFiles: options.fs === 'real',
    makesNewSessions: options.newSession,
  });
  const replaced = options.newSession ? script.messages.filter(opensUnknown).map(({ frame }) => frame.seq) : [];
  return { subject, replaced, ...(await record(driver, { agent, named, folder, options }, io)) };
}

/** Refuses a recording that loads a session: an agent can only load sessions that it made itself. */
function refuseUnknownSessions({ messages }: Script, { newSession }: ClientRunOptions): void {
  const unknown = messages.find(opensUnknown);
  if (unknown === undefined || newSession) return;
  const { line, seq, summary } = placeOf(unknown.frame);
  throw new TurntableError(
    'USAGE',
    `${line === undefined ? `frame ${seq}` : `line ${line}`}: ${summary} opens a session that this agent does not know`,
    { hint: 'Nothing was started. To create a new session instead, add --new-session.' },
  );
}

/** The folder where the agent may work, absolute. */
function folderOf({ cwd = process.cwd() }: ClientRunOptions): string {
  if (!existsSync(cwd) || !statSync(cwd).isDirectory()) {
    throw new TurntableError('USAGE', `the folder ${cwd} does not exist`, {
      hint: 'Nothing was started. Create the folder first.',
    });
  }
  return resolve(cwd);
}

/**
 * Maps every recorded folder to the folder where the agent may work. A folder inside another recorded one stays inside, if it exists there
 * too.
 */
function rootFinder(folder: string, io: Surroundings): (recorded: string) => string {
  const found = new Map<string, string>();
  return (recorded) => {
    const known = found.get(recorded);
    if (known !== undefined) return known;
    const live = nestedRoot(recorded, found) ?? folder;
    found.set(recorded, live);
    if (live !== recorded) io.say(`turntable: ${recorded} is ${live} in this run`);
    return live;
  };
}

function nestedRoot(recorded: string, found: ReadonlyMap<string, string>): string | undefined {
  for (const [outer, live] of found) {
    if (!recorded.startsWith(`${outer}/`)) continue;
    const inner = join(live, recorded.slice(outer.length));
    if (existsSync(inner)) return inner;
  }
  return undefined;
}

interface RunSettings {
  readonly agent: readonly string[];
  readonly named: string;
  readonly folder: string;
  readonly options: ClientRunOptions;
}

/** Runs the agent under the tap; returns the id of the recording. */
async function record(
  driver: ClientDriver,
  { agent, named, folder, options }: RunSettings,
  io: Surroundings,
): Promise<{ readonly id: string; readonly run: DrivenRun }> {
  const own = mkdtempSync(join(tmpdir(), 'turntable-'));
  const leaving = (): void => {
    rmSync(own, { recursive: true, force: true });
  };
  try {
    const idFile = options.idFile ?? join(own, 'id');
    const database = databaseFor(io, options);
    const name = options.name ?? `replay of ${named}`;
    const tap = [TURNTABLE, 'record', '--quiet', '--db', database, '--id-file', idFile];
    const command = [process.execPath, ...tap, '--name', name, '--', ...agent] as const;
    const run = await new DrivenAgent(driver, {
      command,
      waitMs: options.waitMs,
      file: answerFromFolder(folder),
      leaving,
    }).run();
    if (run.code !== undefined && NOT_STARTED.includes(run.code) && !run.isComplete) {
      throw new TurntableError('AGENT_NOT_STARTED', `${agent[0] ?? ''} could not be started`, {
        hint: run.stderr.trim(),
      });
    }
    if (!existsSync(idFile)) {
      throw new TurntableError('FILE_UNWRITABLE', 'the run was not recorded, so it cannot be compared', {
        hint: run.stderr.trim(),
      });
    }
    return { id: readFileSync(idFile, 'utf8').trim(), run };
  } finally {
    leaving();
  }
}
