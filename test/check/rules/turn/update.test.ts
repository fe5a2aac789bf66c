import { expect, test } from 'vitest';
import { TURN_RULES } from '../../../../src/check/rules/turn/index.js';
import { judgeLines } from '../../../support/checking/rule-examples.js';

const SAYS =
  'agent +20 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi."}}}}';
const SECOND =
  'client +20 {"jsonrpc":"2.0","id":4,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"and?"}]}}';
const ends = (id: number) => `agent +20 {"jsonrpc":"2.0","id":${id},"result":{"stopReason":"end_turn"}}`;

function judged(...lines: string[]) {
  return judgeLines('G1p', lines, { rules: TURN_RULES }).violations;
}

test('a queued prompt that is answered at once, and worked on later, is what is to blame', () => {
  const found = judged(SAYS, SECOND, ends(4), SAYS, ends(3), SAYS);
  expect(found.map(({ rule, seq, turn }) => ({ rule, seq, turn }))).toEqual([
    { rule: 'turn/update-after-response', seq: 11, turn: 2 },
  ]);
  expect(found[0]?.message).toContain('turn 2 was answered (frame 8) while turn 1 was open');
});

test('a queued prompt that is answered last has its turn to blame', () => {
  const found = judged(SAYS, SECOND, ends(3), SAYS, ends(4), SAYS);
  expect(found.map(({ seq, turn }) => ({ seq, turn }))).toEqual([{ seq: 11, turn: 2 }]);
  expect(found[0]?.message).toContain('after turn 2 was answered');
});
