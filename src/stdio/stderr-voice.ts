import { escapeUnsafeLines } from '../wire/plain-text.js';
import { ownStdio } from './own-stdio.js';

/** Our own lines on stderr, which is the agent's as well: whole lines, never in the middle of one of the agent's. */
export class StderrVoice {
  #atLineStart = true;

  /** Tells what of the agent's stderr was forwarded. */
  heard(chunk: Uint8Array): void {
    this.#atLineStart = chunk.at(-1) === 0x0a;
  }

  readonly say = (text: string): void => {
    // it may hold a path, an argument, an error of the system, of anybody's making
    ownStdio.stderr.write(`${this.#atLineStart ? '' : '\n'}turntable: ${escapeUnsafeLines(text)}\n`);
    this.#atLineStart = true;
  };
}
