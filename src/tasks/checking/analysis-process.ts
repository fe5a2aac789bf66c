import { spawn, type ChildProcess } from 'node:child_process';
import { TURNTABLE } from '../../package-files.js';
import { lowerPriority } from '../../stdio/ingest-process.js';
import type { FindingLine } from '../../report/finding-lines.js';

/** The option of `analyse` that keeps the results without reporting them. */
export const KEEP = '--keep';

/** One recording whose results are reported, or several whose results are only kept. */
export type AnalysisWork = { readonly tell: number } | { readonly keep: readonly number[] };

export interface AnalysisListener {
  readonly found: (lines: readonly FindingLine[]) => void;
  /** Called when the process has ended. @param failure the reason, if it failed */
  readonly ended: (failure: string | undefined) => void;
}

/**
 * Analyses recordings in a process of its own, so that no key waits for it, and it can be stopped at any time. The process ends when we
 * end, because its stdin is closed then.
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
