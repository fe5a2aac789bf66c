import { expect, test } from 'vitest';
import { EOS_RULES } from '../../../../src/check/rules/eos/index.js';
import { TURN_RULES } from '../../../../src/check/rules/turn/index.js';
import { judgeLines } from '../../../support/checking/rule-examples.js';

const SECOND =
  'client +20 {"jsonrpc":"2.0","id":4,"method":"session/prompt","params":{"sessionId":"s1","prompt":"hi"}}';
const ASKED =
  'agent +5 {"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"c1","title":"Edit a"},"options":[]}}';
const REFUSED = 'agent +1 {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"Invalid params"}}';
const ENDED = ['event +5000 client-eof', 'event +5 agent-eof', 'event +5 exit code=0'];

function found(...lines: string[]): readonly string[] {
  return judgeLines('G1p', lines, { rules: [...TURN_RULES, ...EOS_RULES] }).found;
}

test('a malformed prompt that is refused at once is no turn that leaves a question open', () => {
  expect(found(SECOND, ASKED, REFUSED)).toEqual([]);
});

test('the question is then for the other prompt, and the client is to blame for leaving it', () => {
  expect(found(SECOND, ASKED, REFUSED, ...ENDED)).toEqual(['7 error eos/permission-never-answered']);
});

test('a turn that fails in its course leaves its question open', () => {
  const update =
    'agent +5 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi."}}}}';
  const failed = 'agent +1 {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"the model is gone"}}';
  expect(found(update, ASKED, failed)).toEqual(['8 info turn/prompt-error', '8 warning turn/open-request-at-end']);
});
