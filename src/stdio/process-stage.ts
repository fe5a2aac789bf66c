import type { ReplayReport } from '../replay/engine/replay-report.js';
import type { OwnEnding } from '../replay/script/script.js';
import { ownStdio } from './own-stdio.js';
import { pendingBytes, whenFlushed } from './pending-bytes.js';
import type { Player, Stage } from './player/player.js';
import { escapeUnsafeLines } from '../wire/plain-text.js';
import { dieBy } from './signals.js';

/** How this process ends after a replay. */
export type ProcessEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** How long we wait after a signal for a client that takes nothing, in ms; and how often we look. */
const SIGNALLED_PATIENCE_MS = 500;
const LOOK_MS = 50;

/** The recorded bytes, unchanged for a client. For a person at a terminal, control characters are escaped. */
function shown(bytes: Uint8Array, isForPerson: boolean): Uint8Array | string {
  return isForPerson ? escapeUnsafeLines(Buffer.from(bytes).toString()) : bytes;
}

/** A replay on the stdio of this process. */
export class ProcessStage implements Stage {
  readonly #end: (report: ReplayReport, exit: OwnEnding['exit']) => ProcessEnd;
  readonly #isOnTerminal = { stdout: ownStdio.stdoutIsTerminal, stderr: ownStdio.stderrIsTerminal };
  /** Called when the client has taken everything, or we do not wait for it any more. */
  #flushed: (() => void) | undefined;

  /** @param end gets the report and decides how the process ends */
  constructor(end: (report: ReplayReport, exit: OwnEnding['exit']) => ProcessEnd) {
    this.#end = end;
  }

  /**
   * Reads what the client sends, and ends the replay when the client ends.
   *
   * @param hooks called with each chunk before the player gets it, and at the client's end
   */
  listen(player: Player, hooks: { heard?(chunk: Uint8Array): void; ended?(): void } = {}): void {
    const { stdin, stdout } = ownStdio;
    stdin.on('data', (chunk: Buffer) => {
      hooks.heard?.(chunk);
      player.push(chunk);
    });
    const ended = (): void => {
      hooks.ended?.();
      player.end();
    };
    stdin.once('end', ended).once('error', ended);
    // a client that does not read any more has left; the usual handler would end this process before the report is written
    stdout.removeAllListeners('error').on('error', ended);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => {
        player.end('signal');
        this.#hurry();
      });
    }
    player.start();
  }

  write(bytes: Uint8Array): void {
    ownStdio.stdout.write(shown(bytes, this.#isOnTerminal.stdout));
  }

  flush(done: () => void): void {
    this.#flushed = () => {
      this.#flushed = undefined;
      done();
    };
    whenFlushed(ownStdio.stdout, () => this.#flushed?.());
  }

  stderr(bytes: Uint8Array): void {
    ownStdio.stderr.write(shown(bytes, this.#isOnTerminal.stderr));
  }

  closeOutput(): void {
    ownStdio.closeStdout(() => undefined);
  }

  /** Stops waiting for a client that takes nothing. */
  #hurry(): void {
    let [pending, stuckMs] = [pendingBytes(ownStdio.stdout), 0];
    const watch = setInterval(() => {
      const before = pending;
      pending = pendingBytes(ownStdio.stdout);
      stuckMs = pending === before ? stuckMs + LOOK_MS : 0;
      if (stuckMs < SIGNALLED_PATIENCE_MS) return;
      clearInterval(watch);
      this.#flushed?.();
    }, LOOK_MS).unref();
  }

  finished(report: ReplayReport, exit: OwnEnding['exit']): void {
    void this.#leave(this.#end(report, exit));
  }

  async #leave(end: ProcessEnd): Promise<void> {
    if ('code' in end) process.exitCode = end.code;
    // the client may still hold the other end: do not wait for it
    ownStdio.stdin.destroy();
    await ownStdio.leave();
    if ('signal' in end) dieBy(end.signal);
    // bytes that nobody takes would keep the process alive
    if (pendingBytes(ownStdio.stdout) > 0) process.exit();
  }
}
