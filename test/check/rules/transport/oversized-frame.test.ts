import { expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { RULES } from '../../../../src/check/rules/index.js';
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
    '1 info transport/oversized-frame: the line has 80 MiB and was not checked; the official SDK rejects lines above 32 MiB',
    '2 info jsonrpc/duplicate-inflight-id: session/list was sent with id 5, which the pending session/list request has; use another id',
    '3 info jsonrpc/response-unknown-id: no request of the agent has the id 7; none waits',
  ]);
});
