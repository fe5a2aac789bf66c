import { expect, test } from 'vitest';
import { request, result } from '../../support/conversations/conversation.js';
import { HELLO, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import { play, type Conversation, type Line } from '../../support/conversations/scripted.js';

const MADE = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });

/** Says the lines; how the last one diverges. */
function kindOf(conversation: Conversation, lines: readonly Line[]): string | undefined {
  const playing = play(conversation);
  for (const line of lines) playing.send(line);
  return playing.engine.divergence?.kind;
}

test('a request may not have the id of one that has no answer yet, unless it was recorded so', () => {
  const conversation: Conversation = [
    ...opened('s'),
    ['client', prompt(2, 's')],
    ['client', request(3, 'session/list', {})],
    ['agent', result(3, { sessions: [] })],
    ['agent', request(0, 'fs/read_text_file', { sessionId: 's', path: `${ROOT}/a` })],
    ['client', result(0, { content: '' })],
    ['agent', stopped(2)],
    ['client', request(3, 'session/list', {})],
    ['agent', result(3, { sessions: [] })],
    ['client', prompt(4, 's', 'a')],
    ['client', request(4, '_own', {})],
    ['agent', result(4, {})],
  ];
  const made = [HELLO, MADE, prompt(2, 's')];
  expect(kindOf(conversation, [...made, request(2, 'session/list', {})])).toBe('id-in-use');
  const list = request(3, 'session/list', {});
  const answered = [...made, list, result(0, { content: '' }), list];
  expect(kindOf(conversation, [...answered, prompt(4, 's', 'a'), request(4, '_own', {})])).toBeUndefined();
  const hasIt: Conversation = [['client', [HELLO, MADE]]];
  expect(kindOf(hasIt, [[HELLO, { ...MADE, id: 0 }]])).toBe('id-in-use');
});
