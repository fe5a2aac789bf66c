import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { constants, devNull, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { TURNTABLE } from '../package-files.js';

/**
 * Starts its arguments in the background, with the niceness that it is given, and ends: what it started is then no child of ours.
 * Where `nice` is not to be found, because of the agent's PATH or because there is none, it does without.
 */
const LAUNCHER = ['/bin/sh', '-c', 'command -v nice >/dev/null && set -- nice -n "$0" "$@"; "$@" &'] as const;

const STDERR_FD = 2;

/** Begins what the ingest has to say of the conversation, rather than of itself. */
export const CHECK_MARK = 'check: ';

export interface IngestRequest {
  /** The journal's path. */
  readonly journal: string;
  /** Violations of the protocol are to be told as they happen, by the configuration of this folder. */
  readonly checkIn?: string | undefined;
  /** With it: how long something may go without progress before that is told, as `30s`. */
  readonly stall?: string | undefined;
  /** Absolute path of a fixture to write at the end. */
  readonly fixture?: string | undefined;
  /** How many recordings of the same name to keep, this one included. */
  readonly keep?: number | undefined;
  /** The policy of the database: what ended more days ago goes, and the oldest until the files take so many bytes. */
  readonly keepDays?: string | undefined;
  readonly keepSize?: string | undefined;
  /** The tap waits for what it writes: it takes its turn like everything else. Others get the lowest priority. */
  readonly isAwaited?: boolean;
}

export interface IngestProcess {
  /** Resolves when it has let go of us: it has ended, however that came, or does at leisure what nobody waits for. */
  readonly ended: Promise<void>;
  /** Whether it has said that something is wrong. */
  readonly complained: () => boolean;
}

/**
 * Starts the process that brings a journal into the database. It outlives the tap, and whoever kills the tap's process group,
 * its session or all of its descendants, as some clients do. Its stderr is a pipe to us: each line is a warning, and its end tells
 * that there is nothing more to wait for.
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
  // meant for the agent; a debugger waiting in here would be of no use to anyone
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

/** In the process that {@link startIngest} has started: lets the tap see its end, and goes on at leisure. */
export function letGoOfTap(): void {
  closeSync(STDERR_FD);
  // lest another file get the number
  openSync(devNull, 'w');
  lowerPriority(process.pid);
}

/** Lets everything else go first. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // it has ended, or the system does not allow it: no harm either way
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
