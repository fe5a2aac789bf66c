import type { Journal } from '../journal/journal.js';
import type { StartedCommand } from './look-at-launch.js';

/** How long after the agent's start it is looked what that was, in ms: the start belongs to the agent. */
const LOOK_AFTER_MS = 1000;

/** The agent's process. */
export interface AgentProcess {
  readonly pid: number;
  /** False once it has ended: another process may have the pid then. */
  readonly isRunning: () => boolean;
}

/** Notes in a journal what was really started, a second after the start or, if that comes first, at the end. */
export class LaunchNote {
  readonly #journal: Pick<Journal, 'event'>;
  readonly #started: Omit<StartedCommand, 'pid'>;
  readonly #agent: AgentProcess;
  readonly #timer: NodeJS.Timeout;
  #noted: Promise<void> | undefined;

  constructor(journal: Pick<Journal, 'event'>, agent: AgentProcess, started: Omit<StartedCommand, 'pid'>) {
    this.#journal = journal;
    this.#agent = agent;
    this.#started = started;
    this.#timer = setTimeout(() => {
      void this.finish();
    }, LOOK_AFTER_MS);
    this.#timer.unref();
  }

  /** Resolves when it is noted. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    await (this.#noted ??= this.#note());
  }

  async #note(): Promise<void> {
    try {
      // not needed before the first byte, so not loaded before it
      const [{ lookAtLaunch }, { launchFields }] = await Promise.all([
        import('./look-at-launch.js'),
        import('../../wire/launch.js'),
      ]);
      const { pid, isRunning } = this.#agent;
      const launch = lookAtLaunch({ ...this.#started, ...(isRunning() && { pid }) });
      this.#journal.event('launch', launchFields(launch));
    } catch {
      // a recording without it is a recording all the same
    }
  }
}
