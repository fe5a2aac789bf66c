import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { RULES } from '../../../../src/check/rules/index.js';
import { READERS } from '../../../../src/check/rules/transport/readers.js';
import { utf8 } from '../../../support/values/bytes.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

const MIB = 1024 * 1024;

test('a line that is too long to be looked at is said to be so, and may have held any answer', () => {
  const found: string[] = [];
  const checker = new Checker({
    protocol: PROTOCOL,
    rules: RULES.filter(({ id }) => /^(transport|jsonrpc)\//.test(id)),
    fromStart: true,
    onViolation: ({ seq, severity, rule, message }) => found.push(`${seq} ${severity} ${rule}: ${message}`),
  });
  const common = { terminated: true, atNs: undefined } as const;
  const said = (seq: number, sender: 'client' | 'agent', text: string) => {
    const bytes = utf8(text);
    checker.frame({ ...common, seq, sender, bytes, sizeBytes: bytes.length });
  };
  said(0, 'client', '{"jsonrpc":"2.0","id":5,"method":"session/list"}');
  checker.frame({ ...common, seq: 1, sender: 'agent', bytes: undefined, sizeBytes: 80 * MIB });
  said(2, 'client', '{"jsonrpc":"2.0","id":5,"method":"session/list"}');
  said(3, 'client', '{"jsonrpc":"2.0","id":7,"result":{}}');
  expect(found).toEqual([
    "1 warning transport/oversized-frame: the line has 80 MiB and was not checked; it is too large for Python's asyncio (64 KiB), the Go SDK (10 MiB), T3 Code (16 MiB), the TypeScript SDK (32 MiB), the Python SDK (50 MiB) and acpx (64 MiB)",
    '2 info jsonrpc/duplicate-inflight-id: session/list was sent with id 5, which the pending session/list request has; use another id',
    '3 info jsonrpc/response-unknown-id: no request of the agent has the id 7; none waits',
  ]);
});

/** What is said of lines of these sizes, as `seq severity`, with the readers that refuse them. */
function judgedSizes(sizes: readonly number[]): string[] {
  const found: string[] = [];
  const checker = new Checker({
    protocol: PROTOCOL,
    rules: RULES.filter(({ id }) => id === 'transport/oversized-frame'),
    onViolation: ({ seq, severity, message }) =>
      found.push(`${seq} ${severity} ${message.split(/with | and /).length - 1}`),
  });
  for (const [seq, sizeBytes] of sizes.entries()) {
    checker.frame({ seq, sender: 'agent', bytes: utf8('{}'), sizeBytes, terminated: true, atNs: undefined });
  }
  checker.end();
  return found;
}

test('a line is said to be refused by the readers whose limit it exceeds, once for each limit', () => {
  const limits = READERS.map(({ bytes }) => bytes);
  expect(limits).toEqual([...limits].sort((a, b) => a - b));
  expect(judgedSizes(limits.slice(0, 1))).toEqual([]);
  const all = limits.flatMap((bytes) => [bytes + 1, bytes + 2]);
  expect(judgedSizes(all).map((line) => line.replace(/ \d+$/, ''))).toEqual([
    '0 info',
    ...limits.slice(1).map((_, i) => `${2 * i + 2} warning`),
  ]);
});

test('docs/checking.md lists the readers', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/checking.md'), 'utf8');
  const rows = page.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  for (const { name, bytes, source } of READERS) {
    const limit = bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`;
    expect(rows).toContainEqual(['', name, limit, source, '']);
  }
});
