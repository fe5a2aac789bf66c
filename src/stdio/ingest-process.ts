import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { constants, devNull, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { TURNTABLE } from '../package-files.js';

/**
 * Linux divides a CPU among sessions first, and niceness counts only within one (sched(7), "autogroup"). The ingest is a session of
 * its own, so that session steps back as well: far enough to be no burden, but not so far that a busy machine starves it.
 */
const SESSION = { file: '/proc/self/autogroup', niceness: 5 } as const;

/**
 * Starts its arguments in the background with a given niceness, and ends, so that the started process is not our child. If `nice` is not
 * found, because it is missing or because of the agent's PATH, it does without.
 */
const LAUNCHER = [
  '/bin/sh',
  '-c',
  `{ [ "$0" = 0 ] || echo ${SESSION.niceness} >${SESSION.file}; } 2>/dev/null; ` +
    'command -v nice >/dev/null && set -- nice -n "$0" "$@"; "$@" &',
] as const;

const STDERR_FD = 2;

/** Marks lines of the ingest about the conversation, as opposed to problems of its own. */
export const CHECK_MARK = 'check: ';

export interface IngestRequest {
  /** The journal's path. */
  readonly journal: string;
  /** If violations should be printed as they happen: the folder whose configuration is used. */
  readonly checkIn?: string | undefined;
  /** With `checkIn`: how long a wait may go without progress before it is reported, such as `30s`. */
  readonly stall?: string | undefined;
  /** Absolute path of a fixture to write at the end. */
  readonly fixture?: string | undefined;
  /** How many recordings of the same name to keep, this one included. */
  readonly keep?: number | undefined;
  /**
   * The limits of the database: recordings that ended more days ago are removed, and the oldest until the files take at most this size.
   */
  readonly keepDays?: string | undefined;
  readonly keepSize?: string | undefined;
  /** Whether the tap waits for its results. It then runs with normal priority, otherwise with the lowest. */
  readonly isAwaited?: boolean;
}

export interface IngestProcess {
  /** Resolves when we need not wait any more: the ingest has ended, or does only work that nobody waits for. */
  readonly ended: Promise<void>;
  /** Whether it has reported a problem. */
  readonly complained: () => boolean;
}

/**
 * Starts the process that brings a journal into the database. It survives the tap, and also clients that kill the tap's process group, its
 * session or all of its descendants. Its stderr is a pipe to us: each line is a warning, and the end of the pipe means that there is
 * nothing more to wait for.
 */
export function startIngest(request: IngestRequest, warn: (text: string) => void): IngestProcess {
  const ingest = launch(request);
  let complained = false;
  const complain = (text: string): void => {
    complained ||= !text.startsWith(CHECK_MARK);
    warn(text);
  };
  ingest.on('error', (error) => {
    complain(`the ingest could not be started (${error.message}); the next turntable command brings the recording in`);
  });
  relayLines(ingest, complain);
  ingest.unref();
  const ended = new Promise<void>((resolve) => {
    const done = (): void => {
      resolve();
    };
    ingest.once('close', done);
    ingest.stderr?.once('close', done);
  });
  return { ended, complained: () => complained };
}

function launch(request: IngestRequest): ChildProcess {
  const { journal, isAwaited } = request;
  const words = [process.execPath, TURNTABLE, 'ingest', journal, ...optionsOf(request)] as const;
  const env = { ...process.env };
  // these are meant for the agent; here, a debugger would only wait for nobody
  delete env['NODE_OPTIONS'];
  delete env['NODE_V8_COVERAGE'];
  const [shell, ...script] = LAUNCHER;
  const [command, ...args] = existsSync(shell)
    ? ([shell, ...script, isAwaited ? '0' : '19', ...words] as const)
    : words;
  const child = spawn(command, args, {
    cwd: dirname(journal),
    detached: true,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  if (command !== shell && !isAwaited) lowerPriority(child.pid);
  return child;
}

function optionsOf({ checkIn, stall, fixture, keep, keepDays, keepSize }: IngestRequest): string[] {
  return [
    ...(checkIn === undefined ? [] : [`--check-in=${checkIn}`]),
    ...(stall === undefined ? [] : [`--stall=${stall}`]),
    ...(fixture === undefined ? [] : [`--fixture=${fixture}`]),
    ...(keep === undefined ? [] : [`--keep=${keep}`]),
    ...(keepDays === undefined ? [] : [`--keep-days=${keepDays}`]),
    ...(keepSize === undefined ? [] : [`--keep-size=${keepSize}`]),
  ];
}

/**
 * Called in the process that {@link startIngest} has started: closes the pipe to the tap, which then need not wait, and lowers our
 * priority.
 */
export function letGoOfTap(): void {
  closeSync(STDERR_FD);
  // so that no other file gets its number
  openSync(devNull, 'w');
  lowerPriority(process.pid);
  try {
    writeFileSync(SESSION.file, String(SESSION.niceness), { flag: 'r+' });
  } catch {
    // there are no such sessions here, or another one was just changed: no harm either way
  }
}

/** Gives a process the lowest priority. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // the process has ended, or the system does not allow it: neither does harm
  }
}

function relayLines({ stderr }: ChildProcess, tell: (line: string) => void): void {
  let rest = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) tell(line);
  });
}
