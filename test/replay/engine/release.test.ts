import { expect, test } from 'vitest';
import { request, result } from '../../support/conversations/conversation.js';
import { opened, prompt, stopped } from '../../support/conversations/opened.js';
import { chunk, playAsRecorded, type Conversation } from '../../support/conversations/scripted.js';

const FRAMES = 20_000;
const chunks = Array.from({ length: FRAMES }, (_, i): Conversation[number] => ['agent', chunk('s', `x${i}`)]);

/** CPU time of a replay, in ms. */
function costOf(conversation: Conversation): number {
  const before = process.cpuUsage();
  const { said, engine } = playAsRecorded(conversation);
  const { user, system } = process.cpuUsage(before);
  expect([engine.divergence, said.length]).toEqual([undefined, FRAMES + 3]);
  return (user + system) / 1_000;
}

test('what one request caused, and questions of one id, cost no more than a turn of as many frames', () => {
  const turn = costOf([...opened('s'), ['client', prompt(2, 's')], ...chunks, ['agent', stopped(2)]]);
  const caused = costOf([
    ...opened('s'),
    ['client', request(2, '_x', { sessionId: 's' })],
    ...chunks,
    ['agent', result(2, {})],
  ]);
  const asks: Conversation[number] = ['agent', request(1, 'fs/read_text_file', { sessionId: 's', path: '/x' })];
  const asked = costOf([...opened('s'), ...chunks.map(() => asks), ['agent', chunk('s', 'x')]]);
  expect(caused / turn).toBeLessThan(8);
  expect(asked / turn).toBeLessThan(8);
});
