import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { innerSpanOf } from '../../inside/inner-span-of.js';
import type { InnerSpan } from '../../inside/inner-span.js';
import { exportedItems, type Signal } from '../../inside/otlp/export-request.js';
import { decodeProtobuf } from '../../inside/otlp/protobuf.js';
import type { JsonValue } from '../../wire/json-text.js';

/** Only programs of this machine reach it. */
const LOOPBACK = '127.0.0.1';

/** A larger request is refused, before and after it is unpacked, in bytes. Agents that were tried send at most 1 MB. */
const MOST_BODY_BYTES = 8 * 1024 * 1024;
/** All requests that are being read hold at most this, in bytes; a sender is told to come back. */
const MOST_PENDING_BYTES = 4 * MOST_BODY_BYTES;
const MOST_CONNECTIONS = 32;
/** How long a request may take, in ms: its headers, and all of it. */
const HEADERS_MS = 5000;
const REQUEST_MS = 30_000;

/**
 * Takes OTLP/HTTP exports on a random port and path of the loopback interface. It answers before it looks at what came, keeps
 * nothing of a request but what {@link innerSpanOf} makes of it, and its headers least of all.
 */
export class Receiver {
  /** In the path: who does not know it gets nothing in. */
  readonly #secret = randomBytes(16).toString('hex');
  readonly #take: (spans: readonly InnerSpan[]) => void;
  readonly #server: Server;
  #pendingBytes = 0;

  /** @param take told what each export says of the inside of the agent */
  constructor(take: (spans: readonly InnerSpan[]) => void) {
    this.#take = take;
    this.#server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS }, (request, response) => {
      this.#answer(request, response);
    });
    this.#server.maxConnections = MOST_CONNECTIONS;
  }

  /** Opens the port. @returns what exporters are to be told, without the path of a signal @throws what the system says */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, LOOPBACK, resolve);
    });
    return `http://${this.#host()}/${this.#secret}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #host(): string {
    return `${LOOPBACK}:${(this.#server.address() as AddressInfo | null)?.port ?? 0}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#refusal(request);
    const signal = this.#signalOf(request);
    request.on('error', () => undefined);
    if (refusal !== undefined || signal === undefined) {
      refuse(response, refusal ?? 404);
      request.resume();
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      // what comes after a refusal is thrown away
      if (response.headersSent) return;
      bytes += chunk.length;
      this.#pendingBytes += chunk.length;
      if (bytes > MOST_BODY_BYTES) refuse(response, 413);
      else if (this.#pendingBytes > MOST_PENDING_BYTES) refuse(response, 503);
      else chunks.push(chunk);
    });
    request.once('close', () => {
      this.#pendingBytes -= bytes;
    });
    request.once('end', () => {
      if (response.headersSent) return;
      const isJson = request.headers['content-type']?.includes('json') === true;
      const isPacked = request.headers['content-encoding'] === 'gzip';
      accept(response, isJson);
      if (signal !== 'metrics') this.#read(signal, Buffer.concat(chunks), { isJson, isPacked });
    });
  }

  /** The status of a request that is not for us; undefined if it is. */
  #refusal({ method, headers }: IncomingMessage): number | undefined {
    // a page in a browser: exporters are no browsers
    if (headers.origin !== undefined) return 403;
    if (headers.host !== this.#host()) return 403;
    return method === 'POST' ? undefined : 405;
  }

  #signalOf({ url = '' }: IncomingMessage): Signal | 'metrics' | undefined {
    const [path = ''] = url.split('?');
    const beginning = `/${this.#secret}/v1/`;
    if (!path.startsWith(beginning)) return undefined;
    return (['traces', 'logs', 'metrics'] as const).find((signal) => path.slice(beginning.length) === signal);
  }

  #read(signal: Signal, body: Buffer, form: { readonly isJson: boolean; readonly isPacked: boolean }): void {
    try {
      const bytes = form.isPacked ? gunzipSync(body, { maxOutputLength: MOST_BODY_BYTES }) : body;
      const json = form.isJson ? (JSON.parse(bytes.toString('utf8')) as JsonValue) : decodeProtobuf(signal, bytes);
      const spans = Array.from(exportedItems(signal, json)).flatMap((item) => innerSpanOf(item) ?? []);
      if (spans.length > 0) this.#take(spans);
    } catch {
      // what is no export tells nothing; its sender has its answer
    }
  }
}

/** An empty answer is one in protobuf, too. */
function accept(response: ServerResponse, isJson: boolean): void {
  response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'application/x-protobuf' });
  response.end(isJson ? '{}' : '');
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', ...(status === 503 && { 'retry-after': '1' }) });
  response.end();
}
