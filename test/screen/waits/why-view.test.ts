import { expect, test } from 'vitest';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import type { View } from '../../../src/screen/frame/view.js';
import { WhyView } from '../../../src/screen/waits/why-view.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';
import { HANGING, sampleWhy } from '../../support/report/sample-why.js';

/** A conversation that is live until now, or has ended where there is no now. */
function waiting(nowMs: number | undefined, rest: Partial<Conversation> = {}): Conversation & { asked: number } {
  const conversation = fakeConversation({}, { entries: HANGING.length, nowMs, ...rest });
  const state = nowMs === undefined ? 'ended' : 'live';
  const counted = Object.assign(conversation, { asked: 0 });
  conversation.why = () => {
    counted.asked += 1;
    return sampleWhy({ state, nowMs: conversation.nowMs ?? 10_500 });
  };
  return counted;
}

function viewOf(conversation: Conversation, opened: (number | undefined)[] = []): View {
  const other = (_: Conversation, seq?: number): View => {
    opened.push(seq);
    return viewOf(conversation);
  };
  return new WhyView(conversation, { frames: other });
}

test('shows who waits for whom, as turntable why does', async () => {
  await expect(goldenScreens(() => viewOf(waiting(10_500)))).toMatchFileSnapshot('../../golden/screen/why.txt');
});

test('says above how the recording stands', () => {
  const view = viewOf(waiting(10_500));
  painted(view, 80, 24);
  expect(view.counters()).toEqual([{ text: 'live, waiting for user 8.4 s', role: 'plain' }]);
  const ended = viewOf(waiting(undefined));
  painted(ended, 80, 24);
  expect(ended.counters()).toEqual([{ text: 'ended while 2 things were owed', role: 'plain' }]);
});

test('is renewed as time goes on while the recording is live, and not at each key', () => {
  const live = waiting(10_500);
  const view = viewOf(live);
  expect(view.tick?.(0)).toBeGreaterThan(0);
  painted(view, 80, 24);
  painted(view, 80, 24);
  expect(live.asked).toBe(1);
  Object.assign(live, { nowMs: 71_500 });
  expect(painted(view, 80, 24).toString()).toContain('client owes session/request_permission 99 for 1 min 9 s');
  Object.assign(live, { entries: HANGING.length + 1 });
  painted(view, 80, 24);
  expect(live.asked).toBe(3);
});

test('of a recording that has ended is read once', () => {
  const ended = waiting(undefined);
  const view = viewOf(ended);
  expect(view.tick?.(0)).toBeUndefined();
  painted(view, 80, 24);
  painted(view, 120, 40);
  expect(ended.asked).toBe(1);
  expect(view.twins).toEqual([['why', '1']]);
});

test('a long one that is not checked yet is not read', () => {
  const conversation = fakeConversation({ progress: 0.42 }, { entries: 100_000 });
  expect(painted(viewOf(conversation), 80, 24).toString()).toContain('Checking: 42 %');
});

test('leads to the frame that a line names', () => {
  const opened: (number | undefined)[] = [];
  const view = viewOf(waiting(10_500), opened);
  const rows = painted(view, 80, 24).toString().split('\n');
  const at = rows.findIndex((row) => row.includes('(frame 5)'));
  for (let row = 0; row < at; row += 1) view.act({ name: 'down' });
  expect(view.place?.seq).toBe(5);
  expect(view.act({ name: 'open' })).toMatchObject([{ type: 'open' }]);
  expect(opened).toEqual([5]);
});

test('is searched, copied and opened in the pager', () => {
  const view = viewOf(waiting(10_500));
  painted(view, 80, 24);
  view.act({ name: 'search', argument: 'HEAD' });
  expect(view.act({ name: 'search', argument: 'owes session/new' })).toEqual([]);
  expect(view.place?.seq).toBe(7);
  expect(view.act({ name: 'next-hit' })).toEqual([]);
  expect(view.act({ name: 'search', argument: 'no such words' })).toMatchObject([{ type: 'say', isError: true }]);
  const page = expect.stringMatching(/^demo: live, waiting for user 8.4 s\n\nclient owes/) as string;
  expect(view.act({ name: 'copy' })).toMatchObject([{ type: 'copy', text: page }]);
  expect(view.act({ name: 'pager' })).toMatchObject([{ type: 'page', text: page }]);
});

test('says so if nothing is owed', () => {
  const conversation = waiting(10_500);
  conversation.why = () => sampleWhy({}, HANGING.slice(0, 4));
  expect(painted(viewOf(conversation), 80, 24).toString()).toContain('Nobody owes anybody anything');
});

test('signs of any width and kind keep to their lines', () => {
  const conversation = waiting(10_500);
  conversation.why = () => sampleWhy({ outside: { stderr: { seq: 5, at: 2_000, text: '\u001b[2J日本'.repeat(500) } } });
  const rows = painted(viewOf(conversation), 40, 60).toString().split('\n');
  expect(rows.every((row) => row.length <= 40)).toBe(true);
});
