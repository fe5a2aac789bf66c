import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PERMISSION_RULES } from '../../../../src/check/rules/permission/index.js';
import { EXAMPLES, judge, judgeLines } from '../../../support/checking/rule-examples.js';

const ASKED = [
  'agent +120 {"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"c1","title":"Edit a"},"options":[{"optionId":"y","name":"Allow","kind":"allow_once"},{"optionId":"n","name":"Reject","kind":"reject_once"}]}}',
  'client +900 {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}',
];
const ENDED = 'agent +20 {"jsonrpc":"2.0","id":3,"result":{"stopReason":"cancelled"}}';

function found(...lines: string[]): readonly string[] {
  return judgeLines('G1p', [...ASKED, ...lines], { rules: PERMISSION_RULES }).found;
}

test('a request that is open at the end was never answered', () => {
  expect(found(ENDED, 'event +5 client-eof', 'event +5 agent-eof', 'event +5 exit code=0')).toEqual([
    '6 error permission/not-cancelled-after-cancel',
  ]);
});

test('an agent that is gone cannot be answered', () => {
  expect(found('event +20 agent-eof', 'event +5 exit code=1')).toEqual([]);
});

test('a client that had the time is at fault, even if the recording does not tell who ended', () => {
  expect(found(ENDED.replace('+20', '+101'), 'event +1 exit code=0')).toEqual([
    '6 error permission/not-cancelled-after-cancel',
  ]);
  expect(found(ENDED, 'event +5 exit code=0')).toEqual([]);
});

test('a request is reported once, whatever becomes of it', () => {
  const answer = 'client +10 {"jsonrpc":"2.0","id":1,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}';
  expect(found(ENDED.replace('+20', '+6000'), answer)).toEqual(['8 error permission/not-cancelled-after-cancel']);
});

test.each([
  ['not-cancelled-after-cancel.v2', 'v2a', 'error permission/not-cancelled-after-cancel'],
  ['executed-after-reject.v2-cancelled', 'v2a', 'warning permission/executed-after-reject'],
  ['duplicate-option-id.v2', 'v2a', 'warning permission/duplicate-option-id'],
] as const)('%s in %s is %s', (name, dialect, expected) => {
  const { found: all } = judge(join(EXAMPLES, `permission/${name}.acp`), { dialect, rules: PERMISSION_RULES });
  expect(all.map((line) => line.replace(/^\d+ /, '')).filter((line) => !line.startsWith('info'))).toEqual([expected]);
});
