/** Our own lines on stderr, which is the agent's as well: whole lines, never in the middle of one of the agent's. */
export class StderrVoice {
  #atLineStart = true;

  /** Tells what of the agent's stderr was forwarded. */
  heard(chunk: Uint8Array): void {
    this.#atLineStart = chunk.at(-1) === 0x0a;
  }

  readonly say = (text: string): void => {
    const { stderr } = process;
    // that nobody listens there is no reason to fail
    if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
    stderr.write(`${this.#atLineStart ? '' : '\n'}turntable: ${text}\n`);
    this.#atLineStart = true;
  };
}
