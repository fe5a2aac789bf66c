import { describe, expect, test } from 'vitest';
import { request } from '../../support/conversations/conversation.js';
import { HELLO, opened, ROOT } from '../../support/conversations/opened.js';
import { notification, play, type Conversation } from '../../support/conversations/scripted.js';

describe('paths', () => {
  const conversation: Conversation = [
    ...opened('s'),
    ['client', notification('_n', { path: `${ROOT}/a b/c.ts`, uri: `file://${ROOT}/a%20b/c.ts` })],
  ];
  test.each([
    ['C:\\w', 'C:\\w\\a b\\c.ts', 'file:///C:/w/a%20b/c.ts', true],
    ['C:\\w', 'C:\\w\\a b\\c.ts', 'file:///c%3A/w/a%20b/c.ts', true],
    ['C:\\w', 'C:\\w/a b/c.ts', 'file:///C:/w/a%20b/c.ts', false],
    ['/my w', '/my w/a b/c.ts', 'file:///my%20w/a%20b/c.ts', true],
    ['/my w', '/my w/a b/c.ts', 'file:///my w/a b/c.ts', true],
    ['/my w', '/my w/a b/c.ts', 'file:///my w/a b/d.ts', false],
  ])('in %s', (cwd, path, uri, isSame) => {
    const made = request(1, 'session/new', { cwd, mcpServers: [] });
    const playing = play(conversation);
    for (const line of [HELLO, made, notification('_n', { path, uri })]) playing.send(line);
    expect(playing.engine.divergence === undefined).toBe(isSame);
  });
});
