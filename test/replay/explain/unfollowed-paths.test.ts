import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/replay/explain/explain.js';
import { request, result } from '../../support/conversations/conversation.js';
import { GREETED } from '../../support/conversations/opened.js';
import { PROTOCOL } from '../../support/checking/rule-examples.js';
import { chunk, scriptOf, update, type Conversation } from '../../support/conversations/scripted.js';

/** What is not followed in what an agent says, as `kind path count line`; the first thing it says is line 5. */
function unfollowed(root: string, ...said: Conversation[number][1][]): string[] {
  const conversation: Conversation = [
    ...GREETED,
    ['client', request(1, 'session/new', { cwd: root })],
    ['agent', result(1, { sessionId: 's' })],
    ...said.map((line) => ['agent', line] as Conversation[number]),
  ];
  const { unfollowed: found } = explain(scriptOf(conversation), PROTOCOL, { match: 'strict' }).bindings;
  return found.map(({ kind, path, count, first }) => `${kind} ${path} ${count} ${first.line}`);
}

describe('paths that are not followed', () => {
  test.each([
    ['/home/me/p', ['see /home/me/p and /home/me/p/x'], []],
    ['/home/me/p', ['see /home/m', 'e/p/x'], ['split /home/me/p 1 6', 'other /home/m 1 5']],
    ['/home/me/p', ['see /h', 'ome/m', 'e/p', '/x'], ['split /home/me/p 1 7']],
    ['/home/me/p', ['see /home/me/p', 'ackage/x'], ['split /home/me/p 1 6']],
    ['/home/me/p', ['see /home/me/p', '/x'], []],
    ['/tmp/p', ['cd /private/tmp/p/x ', '/private/tmp/p '], ['symlink /tmp/p 2 5']],
    ['/private/var/p', ['cd /var/p ', '/private/var/p/x'], ['symlink /private/var/p 1 5']],
    ['/home/me/p', ['/mnt/disk/home/me/p/x'], ['symlink /home/me/p 1 5']],
    [
      '/home/me/p',
      ['#!/usr/bin/env, /usr/lib/x; file:///opt/y/z'],
      ['other /usr/bin 1 5', 'other /usr/lib 1 5', 'other /opt/y 1 5'],
    ],
    ['/home/me/p', ['https://example.org/home/x/y, and/or/so, 1/2/3, /help'], []],
    ['C:\\work\\p', ['C:\\work\\p\\x', 'D:\\other\\q\\x'], ['other D:\\other\\q 1 6']],
    ['/home/me/p', [`/9j/4AAQSkZJRg${'A'.repeat(100)}==`], []],
  ])('%s: %j', (root, texts, expected) => {
    expect(unfollowed(root, ...texts.map((text) => chunk('s', text)))).toEqual(expected);
  });

  test('names, whole values and texts of different messages', () => {
    const call = update('s', 'tool_call', {
      toolCallId: 't',
      locations: [{ path: '/srv/x/y' }],
      rawInput: { '/srv/x/name': 1 },
    });
    expect(unfollowed('/home/me/p', call)).toEqual(['other /srv/x 1 5']);
    const piece = (messageId: string, text: string) =>
      update('s', 'agent_message_chunk', { messageId, content: { type: 'text', text } });
    expect(unfollowed('/home/me/p', piece('a', 'x /home/me'), piece('b', '/p'))).toEqual(['other /home/me 1 5']);
    expect(unfollowed('/home/me/p', piece('a', 'x /home/me'), piece('a', '/p'))).toContain('split /home/me/p 1 6');
  });

  test('lines that are no messages are left alone', () => {
    expect(unfollowed('/home/me/p', '/usr/bin/env', new Uint8Array([0xff]), '[]')).toEqual([]);
  });
});
