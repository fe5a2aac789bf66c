/** What stopped Turntable itself. Mistakes in the traffic are never errors: they are violations or divergences. */
export type ErrorCode =
  | 'USAGE'
  | 'RECORDING_NOT_FOUND'
  | 'RECORDING_AMBIGUOUS'
  | 'RECORDING_LIVE'
  | 'DATABASE_MISSING'
  | 'DATABASE_TOO_NEW'
  | 'DATABASE_FOREIGN'
  | 'DATABASE_UNTRUSTED'
  | 'DATABASE_BUSY'
  | 'DATABASE_UNREADABLE'
  | 'SQLITE_UNAVAILABLE'
  | 'SDK_UNAVAILABLE'
  | 'JOURNAL_UNREADABLE'
  | 'CONFIG_INVALID'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'FIXTURE_INVALID'
  | 'CAPTURE_INVALID'
  | 'FIXTURE_MISSING'
  | 'FIXTURE_BUSY'
  | 'AGENT_NOT_STARTED'
  | 'REPLAY_DIVERGED'
  | 'REPLAY_UNFINISHED'
  | 'AGENT_UNFINISHED'
  | 'RECORDING_FAILED';

/** The exit code of a command that ends with an error of this code (docs/reading.md: "Exit codes"); 3 for all others. */
const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  USAGE: 2,
  CONFIG_INVALID: 2,
  RECORDING_LIVE: 2,
  AGENT_NOT_STARTED: 4,
  REPLAY_DIVERGED: 5,
  REPLAY_UNFINISHED: 5,
};

export interface ErrorDetails {
  /** What the reader can do about it: one imperative sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The one error class: a stable code for programs, a sentence for people, and what to do. */
export class TurntableError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** The exit code of a command that ends with this error. */
  readonly exitCode: number;

  constructor(code: ErrorCode, message: string, { hint, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
    this.exitCode = EXIT_CODES[code] ?? 3;
  }

  // not a member of each error: runners print those, and a stack is headed by what the class says
  override get name(): string {
    return 'TurntableError';
  }
}

/** The text of anything that was thrown, to put into a message. For a system error, it says in words what failed and why. */
export function reasonOf(thrown: unknown): string {
  const reason = bareReasonOf(thrown);
  const { path, syscall } = (thrown ?? {}) as { readonly path?: unknown; readonly syscall?: unknown };
  const isNamed = typeof path !== 'string' || typeof syscall !== 'string' || reason.includes(path);
  return isNamed ? reason : `${reason}: ${path}`;
}

/** The same without the path, for a message that names the file itself: the path in the system's error may be a temporary file. */
export function bareReasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const [, refused] = SYSTEM_ERROR.exec(thrown.message) ?? [];
  if (refused !== undefined) return refused;
  const [, program, code = ''] = /^spawn(?:Sync)? (.+) (E[A-Z]+)$/s.exec(thrown.message) ?? [];
  return program === undefined ? thrown.message : `${program}: ${SPAWN_REASONS[code] ?? code}`;
}

/** `ENOENT: no such file or directory, open 'x'`. */
const SYSTEM_ERROR = /^E[A-Z0-9]+: (.+?), [a-z]+(?: '.*')?$/s;

/** Reasons that Node does not put into words. */
const SPAWN_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such program',
  EACCES: 'permission denied',
  ENOEXEC: 'not a program',
};
