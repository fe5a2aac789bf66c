import { expect, test } from 'vitest';
import { TERMINAL_RULES } from '../../../../src/check/rules/terminal/index.js';
import { judgeLines } from '../../../support/checking/rule-examples.js';

const CREATED = [
  'agent +120 {"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"sessionId":"s1","command":"npm"}}',
  'client +5 {"jsonrpc":"2.0","id":1,"result":{"terminalId":"t1"}}',
];
const ANSWERED = 'agent +120 {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}';

function found(...lines: string[]): readonly string[] {
  return judgeLines('G1p', [...CREATED, ...lines], { rules: TERMINAL_RULES }).found;
}

test('a terminal that is left when the client goes is reported', () => {
  expect(found(ANSWERED, 'event +5 client-eof', 'event +5 agent-eof', 'event +5 exit code=0')).toEqual([
    '7 warning terminal/not-released',
  ]);
});

test('a crashed agent could not release it', () => {
  expect(found(ANSWERED, 'event +5 agent-eof', 'event +5 exit code=139')).toEqual([]);
  expect(found(ANSWERED, 'event +5 exit signal=SIGKILL')).toEqual([]);
});

test('a turn that was never answered takes it on itself', () => {
  expect(found('event +5 client-eof', 'event +5 agent-eof', 'event +5 exit code=0')).toEqual([]);
});
