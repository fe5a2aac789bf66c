import { describe, expect, test } from 'vitest';
import { error } from '../../support/conversations/conversation.js';
import {
  accepted,
  agent,
  echo,
  idle,
  prompt,
  sessionAfter,
  state,
  text,
  update,
} from '../../support/conversations/v2-conversation.js';

describe('prompts and their messages', () => {
  test.each([
    ['before the answer', [prompt(3, 'hi'), echo('m1', 'hi'), accepted(3, 'm1')]],
    ['after the answer', [prompt(3, 'hi'), accepted(3, 'm1'), echo('m1', 'hi')]],
  ])('the message may come %s', (_, said) => {
    expect(sessionAfter(...said).prompts).toMatchObject([{ messageId: 'm1', echo: { messageId: 'm1' } }]);
  });

  test('the id of the result tells whose message it is, whatever came first', () => {
    const said = [prompt(3, 'one'), prompt(4, 'one'), echo('m1', 'one'), echo('m5', 'one')];
    const session = sessionAfter(...said, accepted(4, 'm1'), accepted(3, 'm5'));
    expect(session.prompts).toMatchObject([{ echo: { messageId: 'm5' } }, { echo: { messageId: 'm1' } }]);
    expect(session.strays.size).toBe(0);
  });

  test('what somebody else writes is nobody of ours', () => {
    const session = sessionAfter(prompt(3, 'hi'), echo('m9', 'and me'), accepted(3, 'm1'), echo('m1', 'hi'));
    expect(session.prompts).toMatchObject([{ echo: { messageId: 'm1' } }]);
    expect([...session.strays.keys()]).toEqual(['m9']);
  });

  test('an update of an older message is no echo', () => {
    const first = [prompt(3, 'hi'), accepted(3, 'm1'), echo('m1', 'hi'), state('running'), idle];
    expect(sessionAfter(...first, prompt(4, 'hi'), echo('m1', 'hi')).prompts).toMatchObject([{ echo: undefined }]);
  });

  test('chunks are put together', () => {
    const chunk = (said: string) =>
      update({ sessionUpdate: 'user_message_chunk', messageId: 'm1', content: text(said) });
    const session = sessionAfter(prompt(3, 'hello'), chunk('he'), chunk('llo'));
    expect(session.prompts[0]?.echo).toMatchObject({ messageId: 'm1', length: 5, isWhole: false });
    expect(session.prompts[0]?.echo?.hash).toBe(session.prompts[0]?.digest.textHash);
  });

  test('one that is refused is forgotten', () => {
    expect(sessionAfter(prompt(3, 'hi'), agent(error(3, -32603, 'no'))).prompts).toEqual([]);
  });

  test('prompts that the older draft only queued wait for work of their own', () => {
    const queue = [prompt(3, 'one'), accepted(3), echo('m1', 'one'), state('running'), prompt(4, 'two'), accepted(4)];
    expect(sessionAfter(...queue, idle).prompts).toMatchObject([{ key: '4', worked: false }]);
    const next = sessionAfter(...queue, idle, state('running'));
    expect(next.open).toMatchObject([{ request: '4' }]);
    expect(sessionAfter(...queue, idle, state('running'), echo('m5', 'two'), idle).prompts).toEqual([]);
  });
});
