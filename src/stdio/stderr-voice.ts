import { escapeUnsafeLines } from '../wire/plain-text.js';
import { ownStdio } from './own-stdio.js';

/** Our own messages on stderr, which the agent uses too: whole lines, never in the middle of a line of the agent. */
export class StderrVoice {
  #atLineStart = true;

  /** Call this with each forwarded chunk of the agent's stderr. */
  heard(chunk: Uint8Array): void {
    this.#atLineStart = chunk.at(-1) === 0x0a;
  }

  readonly say = (text: string): void => {
    // the text may quote a path, an argument or a system error, which may hold anything
    ownStdio.stderr.write(`${this.#atLineStart ? '' : '\n'}turntable: ${escapeUnsafeLines(text)}\n`);
    this.#atLineStart = true;
  };
}
