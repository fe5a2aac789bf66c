import type { Surface } from './surface.js';

/** How long to wait for the stop, in ms. It does not come if no shell could continue us (an orphaned process group). */
const STOPPED_WITHIN_MS = 100;

/** Does what Ctrl-Z does in other programs: it stops the whole job. The terminal is given back, and taken again when the job continues. */
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

/** Resumes after a stop. The size of the terminal is read again, because it may have changed without a signal to us. */
export function takeTerminalAgain(surface: Surface): void {
  process.emit('SIGWINCH', 'SIGWINCH');
  surface.resume();
}
