/** Sizes in bytes at which a line is no longer kept in one piece. */
export interface LineLimits {
  /** A line longer than this is handed out in parts. */
  readonly wholeBytes: number;
  /** The size of such a part; only the last one may be shorter. */
  readonly partBytes: number;
}

export const LINE_LIMITS: LineLimits = { wholeBytes: 16 * 1024 * 1024, partBytes: 1024 * 1024 };

/** How much of a line in parts is also kept in one piece, for lists. */
export const HEAD_BYTES = 4096;

/** One line of a stream, exactly as it came, without its newline. */
export interface Line {
  /** The whole line or, for a line in parts, its first {@link HEAD_BYTES}. */
  readonly bytes: Uint8Array;
  /** Length of the whole line, without the newline. */
  readonly sizeBytes: number;
  /** Whether a newline ended it; false only for the last line of a stream. */
  readonly terminated: boolean;
  /** The number of parts it was handed out in; 0 for a line in one piece. */
  readonly parts: number;
  /** Position in the stream, in bytes, at which the line begins. */
  readonly startByte: number;
  /** When its first byte came. */
  readonly firstNs: number;
  /** When its last byte came (the newline, if there is one). */
  readonly lastNs: number;
}

/** Receives what a {@link LineSplitter} finds. Bytes may be views on the pushed chunk: copy what is kept. */
export interface LineSink {
  line(line: Line): void;
  /** Part `index` of the line that begins at `startByte`; its {@link Line} follows when it ends. */
  part(bytes: Uint8Array, index: number, startByte: number): void;
}

const NEWLINE = 0x0a;

/**
 * Cuts a stream of bytes into lines, wherever its chunks were cut. Only `\n` ends a line; nothing is decoded, dropped or
 * added: the lines joined by newlines are the stream again. Holds at most `limits.wholeBytes` of an unfinished line.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  readonly #limits: LineLimits;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #head = new Uint8Array(0);
  #parts = 0;
  #handedOutBytes = 0;
  #startByte: number;
  #firstNs = 0;
  #lastNs = 0;

  /** @param startByte position of the first pushed byte in the stream, if the stream does not begin with it */
  constructor(
    sink: LineSink,
    { limits = LINE_LIMITS, startByte = 0 }: { limits?: LineLimits; startByte?: number } = {},
  ) {
    this.#sink = sink;
    this.#limits = limits;
    this.#startByte = startByte;
  }

  /** Length in bytes of the unfinished line; 0 if there is none. */
  get unfinishedBytes(): number {
    return this.#handedOutBytes + this.#pendingBytes;
  }

  /** Position in the stream where the unfinished line begins, or otherwise the next one. */
  get startByte(): number {
    return this.#startByte;
  }

  /** Takes the next bytes of the stream, which came at `atNs`. The chunk is kept until its last line has ended. */
  push(chunk: Uint8Array, atNs: number): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end), atNs);
      this.#lastNs = atNs;
      this.#finish(true);
      from = end + 1;
    }
    if (from < chunk.length) this.#add(from === 0 ? chunk : chunk.subarray(from), atNs);
  }

  /** The stream has ended: hands out the unterminated last line, if there is one. */
  end(): void {
    if (this.unfinishedBytes > 0) this.#finish(false);
  }

  #add(bytes: Uint8Array, atNs: number): void {
    if (this.unfinishedBytes === 0) this.#firstNs = atNs;
    this.#lastNs = atNs;
    if (bytes.length === 0) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    const { wholeBytes, partBytes } = this.#limits;
    if (this.#parts === 0 ? this.#pendingBytes > wholeBytes : this.#pendingBytes >= partBytes) this.#handOutParts();
  }

  #handOutParts(): void {
    const bytes = this.#takePending();
    if (this.#parts === 0) this.#head = bytes.slice(0, HEAD_BYTES);
    const { partBytes } = this.#limits;
    let from = 0;
    for (; bytes.length - from >= partBytes; from += partBytes) this.#part(bytes.subarray(from, from + partBytes));
    if (from < bytes.length) {
      this.#pending = [bytes.slice(from)];
      this.#pendingBytes = bytes.length - from;
    }
  }

  #part(bytes: Uint8Array): void {
    this.#sink.part(bytes, this.#parts, this.#startByte);
    this.#parts += 1;
    this.#handedOutBytes += bytes.length;
  }

  #finish(terminated: boolean): void {
    const inParts = this.#parts > 0;
    const rest = this.#takePending();
    if (inParts && rest.length > 0) this.#part(rest);
    const sizeBytes = inParts ? this.#handedOutBytes : rest.length;
    const startByte = this.#startByte;
    const line: Line = {
      bytes: inParts ? this.#head : rest,
      sizeBytes,
      terminated,
      parts: this.#parts,
      startByte,
      firstNs: this.#firstNs,
      lastNs: this.#lastNs,
    };
    this.#parts = 0;
    this.#handedOutBytes = 0;
    this.#startByte = startByte + sizeBytes + (terminated ? 1 : 0);
    this.#sink.line(line);
  }

  #takePending(): Uint8Array {
    const pieces = this.#pending;
    const [first] = pieces;
    const whole = pieces.length === 1 && first !== undefined ? first : joinBytes(pieces);
    this.#pending = [];
    this.#pendingBytes = 0;
    return whole;
  }
}

/** The pieces in one array. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
