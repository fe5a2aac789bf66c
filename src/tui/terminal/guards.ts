import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { takeTerminalAgain } from './job-control.js';
import type { Surface, TerminalInput, TerminalOutput } from './surface.js';

export interface Guarded {
  readonly surface: Surface;
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Prints an error that was thrown, after the terminal was restored; returns the exit code. */
  readonly explain: (thrown: unknown) => number;
}

/** Resets all modes to those of a shell, if not even blessed can do it. */
const LAST_RESORT =
  '\u001b[?2004l\u001b[?1006l\u001b[?1002l\u001b[?1000l\u001b[?1l\u001b>\u001b[?7h\u001b[m\u001b[r\u001b[?25h\u001b[?1049l';

/** The exit code after an error that could not be printed. */
const INTERNAL_ERROR = 70;

/**
 * Gives the terminal back on every way out but SIGKILL: the process ends, an error is thrown, a signal comes, the terminal disappears.
 * After a stop (Ctrl-Z) the screen is painted again.
 *
 * @returns a function that removes the guards
 */
export function guardTerminal({ surface, input, output, explain }: Guarded): () => void {
  let isRestored = false;
  const restore = (): void => {
    if (isRestored) return;
    isRestored = true;
    try {
      surface.destroy();
    } catch {
      output.write(LAST_RESORT);
      input.setRawMode(false);
    }
  };
  const end = (code: number): void => {
    restore();
    process.exit(code);
  };
  const onThrown = (thrown: unknown): void => {
    restore();
    let code = INTERNAL_ERROR;
    try {
      code = explain(thrown);
    } finally {
      process.exit(code);
    }
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // while another program has the terminal ($PAGER), these keys are meant for that program
    if (!surface.isShown && (signal === 'SIGINT' || signal === 'SIGQUIT')) return;
    end(128 + constants.signals[signal]);
  };
  const onGone = (): void => {
    end(128 + constants.signals.SIGHUP);
  };
  const onContinue = (): void => {
    if (surface.isShown) takeTerminalAgain(surface);
  };

  const removals: (() => void)[] = [];
  const guard = (emitter: Emitter, event: string, guarding: Listener): void => {
    emitter.prependListener(event, guarding);
    removals.push(() => emitter.off(event, guarding));
  };
  guard(process, 'exit', restore);
  guard(process, 'uncaughtException', onThrown);
  guard(process, 'unhandledRejection', onThrown);
  for (const signal of ENDING_SIGNALS) guard(process, signal, onSignal);
  guard(process, 'SIGCONT', onContinue);
  guard(input, 'end', onGone);
  guard(input, 'error', onGone);
  guard(output, 'error', onGone);
  return () => {
    for (const remove of removals) remove();
  };
}

type Listener = Parameters<EventEmitter['on']>[1];

interface Emitter {
  prependListener(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
}

const ENDING_SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
