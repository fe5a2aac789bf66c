import type { Surface } from './surface.js';

/** Who is not stopped by then will not be, in ms: no shell would ever wake it (an orphaned process group). */
const STOPPED_WITHIN_MS = 100;

/** What Ctrl-Z does elsewhere: stops the whole job. The terminal is given back, and taken again when the job goes on. */
export function stopJob(surface: Surface): void {
  surface.suspend();
  const goOn = (): void => {
    clearTimeout(timer);
    process.off('SIGCONT', goOn);
    takeTerminalAgain(surface);
  };
  const timer = setTimeout(goOn, STOPPED_WITHIN_MS);
  process.on('SIGCONT', goOn);
  process.kill(0, 'SIGTSTP');
}

/** Resumes after a stop, in the size that the terminal has by now: of a change meanwhile nobody was told. */
export function takeTerminalAgain(surface: Surface): void {
  process.emit('SIGWINCH', 'SIGWINCH');
  surface.resume();
}
