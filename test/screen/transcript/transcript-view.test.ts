import { describe, expect, test } from 'vitest';
import { playbackOf } from '../../../src/screen/playback/conversation-playback.js';
import type { ViewMaker } from '../../../src/screen/frame/archive.js';
import type { Conversation } from '../../../src/screen/frame/conversation.js';
import type { View, Intent } from '../../../src/screen/frame/view.js';
import type { ActionName } from '../../../src/screen/keys/key-bindings.js';
import { MarkedPlace } from '../../../src/screen/frame/marked-place.js';
import { TranscriptView } from '../../../src/screen/transcript/transcript-view.js';
import { violation } from '../../support/checking/checked.js';
import { observedConversation } from '../../support/screen/observed-conversation.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';
import { CONVERSATION } from '../../support/report/sample-transcript.js';

const FOUND = [
  violation({ seq: 13, sessionId: 's', turn: 1, severity: 'error' }),
  violation({ seq: 22, sessionId: 's', turn: 2, rule: 'tool-call/late' }),
  violation({ seq: 23, sessionId: 's', turn: 2, severity: 'info', rule: 'tool-call/noted' }),
];
const FIRST = 4;
const SECOND = 18;

function viewAt(seq: number, opened: number[] = []): View {
  const frames = (_: unknown, frame = -1) => {
    opened.push(frame);
    return viewAt(seq);
  };
  return viewOf(observedConversation(CONVERSATION, FOUND), seq, frames);
}

function viewOf(conversation: Conversation, seq: number, frames: ViewMaker['frames'] = () => viewAt(seq)): View {
  const shared = { playback: playbackOf(conversation), marked: new MarkedPlace() };
  return new TranscriptView(conversation, { views: { frames }, ...shared }, seq);
}

function text(view: View, width = 100, height = 40): string {
  return painted(view, width, height).toString();
}

function act(view: View, ...names: (ActionName | readonly [ActionName, string])[]): readonly Intent[] {
  let intents: readonly Intent[] = [];
  for (const name of names) {
    const [action, argument] = typeof name === 'string' ? [name] : name;
    intents = view.act({ name: action, argument }) ?? [];
    text(view);
  }
  return intents;
}

/** The line that the cursor is in. */
function selected(view: View): string {
  const lines = text(view).split('\n');
  return lines.find((line) => line.startsWith('▸'))?.replace(/^▸\s+(?:\+\S+( m?s)?\s+)?(?:#\d+\s+)?/, '') ?? '';
}

describe('a turn as a person reads it', () => {
  test.each([
    ['first', FIRST],
    ['second', SECOND],
  ])('%s', async (name, seq) => {
    await expect(goldenScreens(() => viewAt(seq))).toMatchFileSnapshot(`../../golden/transcript/view-${name}.txt`);
  });

  test.each([
    ['thinking', 6],
    ['asked', 9],
    ['answered', 10],
  ])('at the play head: %s', async (name, seq) => {
    const screen = () => {
      const view = viewAt(FIRST);
      text(view);
      view.act({ name: 'seek', argument: `#${seq}` });
      return view;
    };
    await expect(goldenScreens(screen)).toMatchFileSnapshot(`../../golden/transcript/view-${name}.txt`);
  });

  test('nothing recorded is drawn as it came', () => {
    // eslint-disable-next-line no-control-regex -- what terminals obey
    expect(text(viewAt(SECOND))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
  });
});

describe('keys', () => {
  test('go from item to item, and back first to the beginning of one', () => {
    const view = viewAt(FIRST);
    text(view);
    expect(selected(view)).toMatch(/^user/);
    act(view, 'next-item', 'next-item', 'next-item');
    expect(selected(view)).toMatch(/^tool +Edit a\.go/);
    act(view, 'down', 'down');
    expect(selected(view)).toMatch(/^--- /);
    act(view, 'previous-item');
    expect(selected(view)).toMatch(/^tool /);
    act(view, 'previous-item');
    expect(selected(view)).toMatch(/^plan /);
    expect(view.counters()).toEqual([{ text: '3/11' }]);
  });

  test('fold a result away and back', () => {
    const view = viewAt(SECOND);
    text(view);
    act(view, ['search', 'Test (']);
    expect(text(view)).toMatch(/▸ 22 more lines\n.*ok 23/);
    act(view, 'unfold');
    expect(text(view)).toMatch(/ok 1\n[^]*ok 30/);
    act(view, 'fold', 'fold');
    expect(selected(view)).toMatch(/^tool +Test/);
    expect(text(view)).toMatch(/Test \(execute\).*\n.*▸ 31 more lines\n/);
    act(view, 'fold');
    act(view, 'unfold');
    expect(text(view)).toMatch(/▸ 22 more lines/);
  });

  test('open the frames of an item', () => {
    const opened: number[] = [];
    const view = viewAt(FIRST, opened);
    text(view);
    act(view, 'next-item', 'next-item');
    expect(act(view, 'open')).toMatchObject([{ type: 'open' }]);
    expect(opened).toEqual([7]);
    expect(view.place?.seq).toBe(7);
  });

  test('go to violations, of other turns too, and not to what is only noted', () => {
    const view = viewAt(FIRST);
    text(view);
    act(view, 'next-violation');
    expect(view.place?.seq).toBe(13);
    act(view, 'next-violation');
    expect([view.crumb, view.place?.seq]).toEqual(['Turn 2', 22]);
    expect(selected(view)).toMatch(/^▲ warni/);
    act(view, 'previous-violation');
    expect([view.crumb, view.place?.seq]).toEqual(['Turn 1', 13]);
  });

  test('go from the last violation to the first, and back', () => {
    const view = viewAt(SECOND);
    text(view);
    act(view, 'next-violation');
    expect([view.crumb, view.place?.seq]).toEqual(['Turn 2', 22]);
    act(view, 'next-violation');
    expect([view.crumb, view.place?.seq]).toEqual(['Turn 1', 13]);
    act(view, 'previous-violation');
    expect([view.crumb, selected(view)]).toEqual(['Turn 2', expect.stringMatching(/^▲ warni/)]);
  });

  test('go to the turns before and after', () => {
    const view = viewAt(0);
    text(view);
    expect(view.crumb).toBe('Turn 1');
    expect(act(view, 'previous-turn')).toEqual([{ type: 'say', text: 'this is the first turn' }]);
    act(view, 'next-turn');
    expect([view.crumb, selected(view)]).toEqual(['Turn 2', expect.stringMatching(/^user/)]);
    expect(act(view, 'next-turn')).toEqual([{ type: 'say', text: 'this is the last turn' }]);
    act(view, 'previous-turn');
    expect(view.crumb).toBe('Turn 1');
  });

  test('look for a text, also in what is folded', () => {
    const view = viewAt(SECOND);
    text(view);
    act(view, ['search', 'OK 3']);
    expect(view.status?.()).toEqual([{ text: '[search: OK 3  1 of 4]  ' }]);
    expect(selected(view)).toMatch(/^ok 3$/);
    act(view, 'next-hit');
    expect(selected(view)).toMatch(/^ok 30$/);
    act(view, 'previous-hit', 'previous-hit');
    expect(view.status?.()).toEqual([{ text: '[search: OK 3  4 of 4]  ' }]);
    expect(act(view, ['search', '(no such'])).toEqual([
      { type: 'say', text: 'no "(no such" in this turn', isError: true },
    ]);
    act(view, ['search', '']);
    expect(view.status?.()).toEqual([]);
  });

  test('copy an item, and give the turn to the pager', () => {
    const view = viewAt(FIRST);
    text(view);
    expect(act(view, 'copy')).toEqual([{ type: 'copy', what: 'user of frame 4', text: 'Change it.\n  Now.' }]);
    const [page] = act(view, 'pager');
    expect(page).toMatchObject({ type: 'page' });
    expect(page?.type === 'page' ? page.text : '').toMatch(/── session s · turn 1 · [^]*stop +cancelled\n$/);
  });

  test('what is none of its actions is left to others', () => {
    const view = viewAt(FIRST);
    text(view);
    expect(view.act({ name: 'quit' })).toBeUndefined();
    expect(view.act({ name: 'back' })).toBeUndefined();
  });
});

describe('played back', () => {
  test('it grows as it came, and stands still when a person moves', () => {
    const view = viewAt(FIRST);
    text(view);
    act(view, 'play');
    expect(view.tick?.(1_000)).toBe(33);
    view.tick?.(1_009);
    expect(text(view)).not.toContain('thought');
    view.tick?.(1_010);
    expect(text(view)).toMatch(/thought +Let me\n/);
    view.tick?.(1_020);
    expect(text(view)).toMatch(/thought +Let me see\.\n/);
    view.tick?.(1_100);
    expect(text(view)).toMatch(/asks +Edit a\.go \[Allow \| Reject\] → unanswered/);
    act(view, 'up');
    expect(view.tick?.(60_000)).toBeUndefined();
    expect(text(view)).toContain('unanswered');
  });

  test('it goes on to the next turn, and back', () => {
    const view = viewAt(FIRST);
    text(view);
    act(view, ['seek', '#17'], 'step');
    expect([view.crumb, text(view)]).toEqual(['Turn 2', expect.stringContaining('#18')]);
    act(view, 'step-back');
    expect([view.crumb, text(view)]).toEqual(['Turn 1', expect.stringContaining('cancelled')]);
    act(view, 'next-turn');
    expect(view.crumb).toBe('Turn 2');
  });

  test('back ends it, and all is shown again', () => {
    const view = viewAt(FIRST);
    text(view);
    act(view, ['seek', '#5']);
    expect(text(view)).toContain('running');
    expect(act(view, 'back')).toEqual([]);
    expect(text(view)).toContain('stop');
    expect(view.act({ name: 'back' })).toBeUndefined();
  });

  test('a click on the bar moves the play head, one on a line the cursor', () => {
    const view = viewAt(FIRST);
    text(view);
    act(view, ['seek', '#5']);
    const lines = text(view).split('\n');
    const bar = lines.findLastIndex((line) => line.includes('├'));
    expect(view.mouse?.({ type: 'click', x: lines[bar]?.indexOf('┤') ?? 0, y: bar })).toBeUndefined();
    expect(view.mouse?.({ type: 'click', x: (lines[bar]?.indexOf('┤') ?? 0) - 1, y: bar })).toEqual([]);
    expect([text(view), view.crumb]).toEqual([expect.stringContaining('#30'), 'Turn 2']);
    const at = text(view)
      .split('\n')
      .findIndex((line) => line.includes('npm test'));
    view.mouse?.({ type: 'click', x: 5, y: at });
    expect(selected(view)).toMatch(/npm test/);
    view.mouse?.({ type: 'wheel-up', x: 5, y: 5 });
  });
});

describe('live', () => {
  test('it is followed, and says what is new below', () => {
    const entries = CONVERSATION.slice(0, 7);
    const view = viewOf(observedConversation(entries, [], true), FIRST);
    expect(text(view)).toMatch(/turn 1 · .* · running/);
    act(view, 'follow');
    entries.push(...CONVERSATION.slice(7, 10));
    view.tick?.(0);
    expect(text(view)).toMatch(/asks for permission[^]*● LIVE/);
    act(view, 'up');
    entries.push(...CONVERSATION.slice(10, 13));
    expect(text(view)).toMatch(/asks for permission[^]*● live .*3 new below/);
  });
});

test('says what it waits for where there is no turn', () => {
  const of = (entries: typeof CONVERSATION) => viewOf(observedConversation(entries), 0);
  expect(text(of([]))).toContain('No turns: the agent was not prompted.');
  expect(of(CONVERSATION.slice(0, 4)).act({ name: 'next-item' })).toEqual([]);
});

test('a mark selects what the items from there to the cursor tell of, and one goes back to it', () => {
  const view = viewAt(FIRST);
  text(view);
  act(view, 'first', 'next-item', 'mark');
  const from = view.place?.seq ?? -1;
  expect(view.place?.frames?.from).toBe(from);
  act(view, 'next-item', 'next-item');
  const { seq = -1, frames } = view.place ?? {};
  expect(seq).toBeGreaterThan(from);
  expect(frames?.from).toBe(from);
  expect(frames?.to).toBeGreaterThanOrEqual(seq);
  expect(text(view)).toMatch(/^.\* .*thought/m);
  act(view, 'next-turn', 'to-mark');
  expect(view.place?.seq).toBe(from);
});
