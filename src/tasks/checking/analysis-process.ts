import { spawn, type ChildProcess } from 'node:child_process';
import { TURNTABLE } from '../../package-files.js';
import { lowerPriority } from '../../stdio/ingest-process.js';
import type { FindingLine } from '../../report/finding-lines.js';

/** The option of `analyse` that keeps what is derived and tells no more of it. */
export const KEEP = '--keep';

/** One recording to be told of, or any number of which only what is derived is kept. */
export type AnalysisWork = { readonly tell: number } | { readonly keep: readonly number[] };

export interface AnalysisListener {
  readonly found: (lines: readonly FindingLine[]) => void;
  /** It has ended. @param failure why, where it did not do what it was started for */
  readonly ended: (failure: string | undefined) => void;
}

/**
 * Derives what recordings hold in a process of its own: no key waits for it, and it may be stopped at any time. It ends with us: it
 * reads nothing from its stdin, and sees it close.
 */
export class AnalysisProcess {
  readonly #child: ChildProcess;

  constructor(database: string, work: AnalysisWork, { found, ended }: AnalysisListener) {
    const recordings = 'tell' in work ? [work.tell] : [KEEP, ...work.keep];
    const words = [TURNTABLE, 'analyse', database, ...recordings.map(String)];
    this.#child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    lowerPriority(this.#child.pid);
    let rest = '';
    let complaint = '';
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      found(lines.map((line) => JSON.parse(line) as FindingLine));
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-1000);
    });
    this.#child.on('error', (error) => {
      ended(error.message);
    });
    this.#child.on('close', (code) => {
      ended(code === 0 ? undefined : complaint.trim() || `it ended with ${code ?? 'a signal'}`);
    });
  }

  stop(): void {
    this.#child.removeAllListeners();
    this.#child.kill();
  }
}
