import type { ReplayReport } from '../replay/engine/replay-report.js';
import type { OwnEnding } from '../replay/script/script.js';
import { closeStdout } from './ends.js';
import { whenFlushed } from './pending-bytes.js';
import type { Player, Stage } from './player.js';
import { escapeUnsafeLines } from '../wire/plain-text.js';
import { dieBy } from './signals.js';

/** How this process ends after a replay. */
export type ProcessEnd = { readonly code: number } | { readonly signal: NodeJS.Signals };

/** The bytes as they were recorded; for a person at a terminal, who is no client, nothing of them drives it. */
function shownOn({ isTTY }: NodeJS.WriteStream, bytes: Uint8Array): Uint8Array | string {
  return isTTY ? escapeUnsafeLines(Buffer.from(bytes).toString()) : bytes;
}

/** A replay on the stdio of this process. */
export class ProcessStage implements Stage {
  readonly #end: (report: ReplayReport, exit: OwnEnding['exit']) => Promise<ProcessEnd>;

  /** @param end told of the report; says how the process ends */
  constructor(end: (report: ReplayReport, exit: OwnEnding['exit']) => Promise<ProcessEnd>) {
    this.#end = end;
  }

  /**
   * Lets the client be heard, and ends with it.
   *
   * @param hooks told of each chunk before the player is, and of the client's end
   */
  listen(player: Player, hooks: { heard?(chunk: Uint8Array): void; ended?(): void } = {}): void {
    const { stdin, stdout } = process;
    stdin.on('data', (chunk: Buffer) => {
      hooks.heard?.(chunk);
      player.push(chunk);
    });
    const ended = (): void => {
      hooks.ended?.();
      player.end();
    };
    stdin.once('end', ended).once('error', ended);
    // a client that reads no more has left; who else ends with its reader would end before the report is written
    stdout.removeAllListeners('error').on('error', ended);
    // one that does not read stderr has not
    process.stderr.on('error', () => undefined);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => {
        player.end('signal');
      });
    }
    player.start();
  }

  write(bytes: Uint8Array): void {
    process.stdout.write(shownOn(process.stdout, bytes));
  }

  flush(done: () => void): void {
    whenFlushed(process.stdout, done);
  }

  stderr(bytes: Uint8Array): void {
    process.stderr.write(shownOn(process.stderr, bytes));
  }

  closeOutput(): void {
    closeStdout(() => undefined);
  }

  finished(report: ReplayReport, exit: OwnEnding['exit']): void {
    void this.#leave(this.#end(report, exit));
  }

  async #leave(ending: Promise<ProcessEnd>): Promise<void> {
    // where the end cannot be told, whoever tells it says why
    const end = await ending.catch(() => undefined);
    if (end !== undefined && 'code' in end) process.exitCode = end.code;
    // the client may still hold the other end: nothing of ours waits for it
    process.stdin.destroy();
    if (end !== undefined && 'signal' in end) dieBy(end.signal);
  }
}
