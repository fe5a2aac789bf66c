import type { Journal } from '../journal/journal.js';
import type { StartedCommand } from './look-at-launch.js';

/** How long after the agent's start we look what was started, in ms: until then, the agent should have the machine for itself. */
const LOOK_AFTER_MS = 1000;

/** The agent's process. */
export interface AgentProcess {
  readonly pid: number;
  /** False once the agent has ended, because another process may then have its pid. */
  readonly isRunning: () => boolean;
}

/** Writes into the journal what was really started: a second after the start, or at the end if that comes first. */
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

  /** Resolves when it is written. */
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
      // the recording is complete without it
    }
  }
}
