/**
 * The signals that can be caught and have no other use. Left out: faults (SEGV, BUS, FPE, ILL, TRAP, SYS), those that Node needs (CHLD,
 * PIPE, XFSZ, PROF), and job control (TSTP, TTIN, TTOU, CONT), which the terminal sends to the agent as well.
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
 * Installs the listeners. Call this before anything else on the record path: until then, Node answers SIGUSR1 by opening a debug port.
 * Signals that come before {@link onSignal} are kept for it.
 */
export function catchSignals(): void {
  for (const signal of CAUGHT) process.on(signal, dispatch);
}

/** Sets the listener for all signals from now on; it gets those that came early first. */
export function onSignal(told: Listener): void {
  listener = told;
  for (const signal of early.splice(0)) told(signal);
}

/** Ends this process by `signal`, as it ended the agent. Returns only if the signal does not end processes. */
export function dieBy(signal: NodeJS.Signals): void {
  // Node ignores the first two, and opens its debugger at the third. Adding and removing a listener restores the system's default
  if (signal === 'SIGPIPE' || signal === 'SIGXFSZ' || signal === 'SIGUSR1') process.on(signal, dispatch);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
