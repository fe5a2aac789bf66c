import { gzipSync } from 'node:zlib';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { InnerSpan } from '../../../src/inside/inner-span.js';
import { Receiver } from '../../../src/stdio/inside/receiver.js';
import { untilTrue } from '../../support/processes/until.js';

const SPAN = {
  name: 'claude_code.llm_request',
  startTimeUnixNano: '1795343147106000000',
  endTimeUnixNano: '1795343147207000000',
  attributes: [{ key: 'model', value: { stringValue: 'm1' } }],
};
const BODY = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [SPAN] }] }] });

let told: InnerSpan[];
let receiver: Receiver;
let address: string;

beforeEach(async () => {
  told = [];
  receiver = new Receiver((spans) => told.push(...spans));
  address = await receiver.listen();
});

afterEach(() => {
  receiver.close();
});

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

function send({ path = '/v1/traces', method = 'POST', headers = {}, body = BODY }: Sent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { method, headers: { 'content-type': 'application/json', ...headers } });
    sent.once('error', reject);
    sent.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.end(body);
  });
}

describe('the receiver', () => {
  test('listens on the loopback interface, at a path that nobody can guess', async () => {
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
    const other = new Receiver(() => undefined);
    expect(new URL(await other.listen()).pathname).not.toBe(new URL(address).pathname);
    other.close();
  });

  test('tells what an export says of the inside of the agent', async () => {
    expect(await send({})).toBe(200);
    await untilTrue('the span', () => told.length === 1);
    expect(told).toMatchObject([{ kind: 'model', name: 'm1' }]);
  });

  test('takes what is packed', async () => {
    expect(await send({ body: gzipSync(BODY), headers: { 'content-encoding': 'gzip' } })).toBe(200);
    await untilTrue('the span', () => told.length === 1);
  });

  test.each<[string, number, Sent]>([
    ['comes from a page in a browser', 403, { headers: { origin: 'http://example.com' } }],
    ['has the origin null', 403, { headers: { origin: 'null' } }],
    ['is for another host', 403, { headers: { host: 'example.com' } }],
    ['reads', 405, { method: 'GET', body: '' }],
    ['asks before it sends', 405, { method: 'OPTIONS', body: '' }],
    ['is for another path', 404, { path: '/v1/other' }],
  ])('refuses a request that %s', async (_, status, sent) => {
    expect(await send(sent)).toBe(status);
    expect(told).toEqual([]);
  });

  test('refuses who does not know its path', async () => {
    address = new URL(address).origin;
    expect(await send({})).toBe(404);
    expect(told).toEqual([]);
  });

  test('answers what is no export, and metrics, and makes nothing of them', async () => {
    expect(await send({ body: '{' })).toBe(200);
    expect(await send({ body: gzipSync(Buffer.alloc(20e6)), headers: { 'content-encoding': 'gzip' } })).toBe(200);
    expect(await send({ path: '/v1/metrics' })).toBe(200);
    expect(await send({ body: Uint8Array.of(255, 255), headers: { 'content-type': 'application/x-protobuf' } })).toBe(
      200,
    );
    expect(await send({})).toBe(200);
    await untilTrue('the span', () => told.length === 1);
  });

  test('refuses more than 8 MB, and goes on', async () => {
    const status = await send({ body: Buffer.alloc(9e6) }).catch(() => 'reset');
    expect([413, 'reset']).toContain(status);
    expect(await send({})).toBe(200);
    await untilTrue('the span', () => told.length === 1);
  });
});
