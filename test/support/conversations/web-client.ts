import type { JsonObject } from '../../../src/wire/json-text.js';
import { utf8 } from '../values/bytes.js';
import { bytesOf, type Line } from './scripted.js';

/** A client over web streams that says what it is told to, a line each. */
export class WebClient {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor({ stdin, stdout }: { stdin: WritableStream<Uint8Array>; stdout: ReadableStream<Uint8Array> }) {
    this.#writer = stdin.getWriter();
    this.#reader = stdout.getReader();
  }

  async say(...lines: readonly Line[]): Promise<void> {
    for (const line of lines) await this.write(Buffer.concat([bytesOf(line), utf8('\n')]));
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  /** The next line of the agent; undefined at the end of its stdout. */
  async line(): Promise<string | undefined> {
    for (let end = this.#text.indexOf('\n'); end === -1; end = this.#text.indexOf('\n')) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
    const end = this.#text.indexOf('\n');
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 1);
    return line;
  }

  async next(): Promise<JsonObject> {
    return JSON.parse((await this.line()) ?? 'null') as JsonObject;
  }

  /** All that is left, as lines. */
  async rest(): Promise<string[]> {
    const lines: string[] = [];
    for (let line = await this.line(); line !== undefined; line = await this.line()) lines.push(line);
    return lines;
  }

  /** Closes its side. */
  async leave(): Promise<void> {
    await this.#writer.close();
  }

  /** Reads no more. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}
