import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import type { ViewMaker } from '../../../src/screen/frame/archive.js';
import { TurnsView } from '../../../src/screen/turns/turns-view.js';
import { violation } from '../../support/checking/checked.js';
import { observedConversation } from '../../support/screen/observed-conversation.js';
import { painted } from '../../support/screen/painted.js';
import { CONVERSATION } from '../../support/report/sample-transcript.js';

/** The agent has asked for a permission, and nobody has answered. */
const ASKED = 10;
/** The call that it was for has completed. */
const COMPLETED = 14;

const noViews = {} as ViewMaker;

function live(entries: number, nowMs: number): Conversation {
  return Object.assign(observedConversation(CONVERSATION.slice(0, entries), [], true), { nowMs });
}

function rowsOf(conversation: Conversation, width = 100, height = 30): string[] {
  return painted(new TurnsView(conversation, noViews), width, height).toString().split('\n');
}

describe('a turn that goes on is a row', () => {
  test('that says so, what it has taken by now, and how many of its calls are done', () => {
    const rows = rowsOf(live(COMPLETED, 1_510));
    expect(rows[1]).toMatch(/^▸ ● +1 +00:00\.0 +1\.5 s .* running +1 +"Change it\./);
  });

  test('its time grows while nothing comes', () => {
    const conversation = live(ASKED, 510);
    const view = new TurnsView(conversation, noViews);
    expect(painted(view, 100, 30).toString()).toMatch(/ 500 ms .* asks user +0\/1 /);
    expect(view.tick()).toBe(1_000);
    Object.assign(conversation, { nowMs: 60_510 });
    expect(painted(view, 100, 30).toString()).toMatch(/ 1m01s .* asks user /);
  });

  test('who is waited for is counted up to now', () => {
    const rows = rowsOf(live(ASKED, 10_060));
    expect(rows.find((row) => row.includes('permission 10.0 s'))).toMatch(
      /█ agent 40 ms +▒ tools 10 ms +\? permission 10\.0 s/,
    );
  });

  test('no picture comes by itself once it has ended', () => {
    const conversation = observedConversation(CONVERSATION);
    expect(new TurnsView(conversation, noViews).tick()).toBeUndefined();
  });
});

describe('turns that ended', () => {
  test('bars have the length of the turn, in parts of the longest one', () => {
    const conversation = observedConversation(CONVERSATION);
    const bars = rowsOf(conversation)
      .slice(1, 3)
      .map((row) => /(?: s|ms) ([█▒▓?]*)/.exec(row)?.[1] ?? '');
    const [first, second] = conversation.findings.turns.map(({ asked, end }) => end.at - (asked?.at ?? NaN));
    expect(bars[0]).toMatch(/^█▒\?{10,}$/);
    expect(first).toBeGreaterThan(second ?? NaN);
    const expected = ((second ?? NaN) / (first ?? NaN)) * (bars[0]?.length ?? NaN);
    expect(Math.abs((bars[1]?.length ?? NaN) - expected)).toBeLessThanOrEqual(1);
  });

  test('what the signs of the bar mean stands below, with the times of the turn', () => {
    const rows = rowsOf(observedConversation(CONVERSATION), 80, 24);
    expect(rows.find((row) => row.includes('turn 1 ·'))).toContain('1.1 s · cancelled · 1 tool call · 1 permission');
    expect(rows.find((row) => row.includes('? permission 1.0 s'))).toMatch(/^ [█▒▓?]+ +█ agent/);
  });

  test('more violations than have room below the list take more of it, up to a half', () => {
    const found = Array.from({ length: 12 }, (_, i) =>
      violation({ seq: 5, sessionId: 's', turn: 1, message: `m${i}` }),
    );
    const rows = rowsOf(observedConversation(CONVERSATION, found), 80, 21);
    expect(rows.filter((row) => /^ +m\d+ *…?$/.test(row))).toHaveLength((10 - 4) / 2);
    expect(rows.at(-1)).toMatch(/…$/);
  });

  test('the session is told only where there are several', () => {
    expect(rowsOf(observedConversation(CONVERSATION))[0]).not.toContain('Session');
  });

  test('a filter that nothing passes says so', () => {
    const view = new TurnsView(observedConversation(CONVERSATION), noViews);
    view.act({ name: 'filter', argument: 'nowhere' });
    expect(painted(view, 80, 24).toString()).toContain('No turn contains nowhere. Press Backspace to show all.');
  });
});
