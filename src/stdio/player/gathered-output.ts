const NEWLINE = 0x0a;

/** Gathers output, so that many frames need only one write. */
export class GatheredOutput {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #pieces: Uint8Array[] = [];
  /** For each piece: whether a newline follows it. */
  readonly #isLine: boolean[] = [];
  #sizeBytes = 0;

  /** @param write is given the pieces joined */
  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** Adds bytes as they are, or with the newline that ends their line. */
  add(bytes: Uint8Array, isLine: boolean): void {
    this.#pieces.push(bytes);
    this.#isLine.push(isLine);
    this.#sizeBytes += bytes.length + (isLine ? 1 : 0);
  }

  /** Writes everything that was gathered. */
  flush(): void {
    if (this.#pieces.length === 0) return;
    const joined = new Uint8Array(this.#sizeBytes);
    let at = 0;
    for (const [i, piece] of this.#pieces.entries()) {
      joined.set(piece, at);
      at += piece.length;
      if (this.#isLine[i] !== true) continue;
      joined[at] = NEWLINE;
      at += 1;
    }
    this.#pieces.length = 0;
    this.#isLine.length = 0;
    this.#sizeBytes = 0;
    this.#write(joined);
  }
}
