/** The signals that end a process, on every system that has them. A replay must not raise others: SIGSTOP would stop it for ever. */
const ENDING_SIGNALS: ReadonlySet<string> = new Set([
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGKILL',
  'SIGUSR1',
  'SIGSEGV',
  'SIGUSR2',
  'SIGPIPE',
  'SIGALRM',
  'SIGTERM',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGVTALRM',
  'SIGPROF',
  'SIGSYS',
]);

/** Whether a signal named in a recording can have ended a process. */
export function isEndingSignal(name: string): boolean {
  return ENDING_SIGNALS.has(name);
}
