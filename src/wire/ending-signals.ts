/**
 * The signals that end a process, on every system that knows them. Others are no end: a replay that raised SIGSTOP would stand
 * still for ever.
 */
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

/** Whether a process may have ended by what a recording calls a signal. */
export function isEndingSignal(name: string): boolean {
  return ENDING_SIGNALS.has(name);
}
