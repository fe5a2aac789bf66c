/**
 * What can be caught and has no other use: not the faults (SEGV, BUS, FPE, ILL, TRAP, SYS), not what Node needs (CHLD,
 * PIPE, XFSZ, PROF), not job control (TSTP, TTIN, TTOU, CONT), which the terminal sends to the agent as well.
 */
const CAUGHT: readonly NodeJS.Signals[] =
  process.platform === 'win32'
    ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']
    : [
        'SIGHUP',
        'SIGINT',
        'SIGQUIT',
        'SIGTERM',
        'SIGUSR1',
        'SIGUSR2',
        'SIGALRM',
        'SIGVTALRM',
        'SIGABRT',
        'SIGXCPU',
        'SIGIO',
        'SIGWINCH',
        ...(process.platform === 'linux' ? (['SIGPWR', 'SIGSTKFLT'] as const) : []),
      ];

type Listener = (signal: NodeJS.Signals) => void;

const early: NodeJS.Signals[] = [];
let listener: Listener = (signal) => early.push(signal);
const dispatch: Listener = (signal) => {
  listener(signal);
};

/**
 * Puts the listeners up; to be called before anything else on the record path (until then Node itself answers SIGUSR1, with a
 * debug port). What comes before {@link onSignal} is kept for it.
 */
export function catchSignals(): void {
  for (const signal of CAUGHT) process.on(signal, dispatch);
}

/** Names who is told of each signal from now on, beginning with those that came early. */
export function onSignal(told: Listener): void {
  listener = told;
  for (const signal of early.splice(0)) told(signal);
}

/** Ends this process by `signal`, as the agent was. Does not return where the signal is one that ends a process. */
export function dieBy(signal: NodeJS.Signals): void {
  // Node ignores the first two, and opens its debugger at the third; taking a listener away puts the system's own answer back
  if (signal === 'SIGPIPE' || signal === 'SIGXFSZ' || signal === 'SIGUSR1') process.on(signal, dispatch);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
