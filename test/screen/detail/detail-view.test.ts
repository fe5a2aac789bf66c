import { describe, expect, test } from 'vitest';
import { INVERSE, emphasisOf } from '../../../src/report/style.js';
import { DetailView } from '../../../src/screen/detail/detail-view.js';
import type { ActionName } from '../../../src/screen/keys/key-bindings.js';
import type { Intent } from '../../../src/screen/frame/view.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { request, result } from '../../support/conversations/conversation.js';
import { event, line, type Observed } from '../../support/conversations/observing.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';
import { detailKnowledge, screenConversation } from '../../support/screen/screen-conversation.js';

function update(content: JsonObject): JsonObject {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's-42', update: content } };
}

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const DIFF = { type: 'diff', path: '/w/src/parser.ts', oldText: 'one\ntwo\nthree\n', newText: 'one\n2\nthree\n' };

const SAID: readonly Observed[] = [
  event('spawn', { pid: '12', argv: 'agent --acp' }, 0),
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 1),
  line('client', request(1, 'session/new', { cwd: '/w', mcpServers: [] }), 2),
  line('agent', result(1, { sessionId: 's-42' }), 3),
  line('client', request(2, 'session/prompt', { sessionId: 's-42', prompt: [text('Change it.')] }), 10),
  line('agent', update({ sessionUpdate: 'agent_message_chunk', content: text('Let me ') }), 20),
  line('agent', update({ sessionUpdate: 'agent_message_chunk', content: text('see.') }), 30),
  line(
    'agent',
    update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', kind: 'edit', status: 'pending' }),
    40,
  ),
  line(
    'agent',
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', content: [DIFF] }),
    50,
  ),
  line(
    'agent',
    update({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call_9',
      status: 'completed',
      rawOutput: 'evil \u001b[31m\u001b]0;pwn\u0007 \u009b2J \u202e turned\nnext line',
    }),
    1234,
  ),
  line('agent', result(2, { stopReason: 'end_turn' }), 1300),
  line('agent', 'not json at all', 1400),
];
const UNKNOWN = 10;

function viewOf(seq: number, said: readonly Observed[] = SAID): DetailView {
  return new DetailView(screenConversation(said), detailKnowledge(said), seq);
}

function screen(view: DetailView, width = 80, height = 24): string {
  painted(view, width, height);
  while (view.work());
  return painted(view, width, height).toString();
}

function press(view: DetailView, ...names: ActionName[]): readonly Intent[] {
  let intents: readonly Intent[] = [];
  for (const name of names) intents = view.act({ name }) ?? [{ type: 'say', text: `${name} is no action here` }];
  return intents;
}

/** The cursor at the id of a tool call that no one announced. */
function atTheId(): DetailView {
  const view = viewOf(UNKNOWN);
  view.act({ name: 'search', argument: 'call_9' });
  screen(view);
  return view;
}

describe('a frame', () => {
  test('does not wait to be shown for what is said of a place, but where that is at hand', () => {
    const view = viewOf(UNKNOWN);
    view.act({ name: 'search', argument: 'call_9' });
    expect(painted(view, 80, 24).toString()).toContain('/params/update/toolCallId');
    expect(painted(view, 80, 24).toString()).not.toContain('ToolCallId');
    expect(view.work()).toBe(true);
    expect(painted(view, 80, 24).toString()).toContain('/params/update/toolCallId  ToolCallId');
    view.act({ name: 'up' });
    expect(painted(view, 80, 24).toString()).toMatch(/\/params\/update\/sessionUpdate {2}\w/);
  });

  test('is shown at all sizes', async () => {
    await expect(goldenScreens(atTheId)).toMatchFileSnapshot('../../golden/screen/detail-json.txt');
  });

  test.each(['raw', 'meaning', 'rules'] as const)('is shown as %s at all sizes', async (mode) => {
    const modes = { raw: 1, meaning: 2, rules: 3 };
    const screens = goldenScreens(() => {
      const view = viewOf(UNKNOWN);
      for (let i = 0; i < modes[mode]; i += 1) press(view, 'next-mode');
      while (view.work());
      return view;
    });
    expect(screens).toContain(`[${mode}`);
    await expect(screens).toMatchFileSnapshot(`../../golden/screen/detail-${mode}.txt`);
  });

  test('is marked where its violation stands', () => {
    const rows = screen(viewOf(UNKNOWN)).split('\n');
    expect(rows.filter((row) => /^[✗▲]/.test(row))).toEqual([expect.stringContaining('"toolCallId": "call_9"')]);
  });

  test('means the whole message so far', () => {
    const view = viewOf(7);
    press(view, 'next-mode', 'next-mode');
    expect(screen(view)).toContain('Let me see.');
    press(view, 'previous-frame');
    expect(screen(view)).toContain('Let me');
    expect(screen(view)).not.toContain('see.');
  });

  test('is read a little at a time for what it means', () => {
    const view = viewOf(7);
    press(view, 'next-mode', 'next-mode');
    expect(painted(view, 80, 24).toString()).toContain('Reading...');
    expect(view.work()).toBe(true);
    expect(painted(view, 80, 24).toString()).toContain('Let me see.');
    expect(view.work()).toBe(false);
  });

  test('shows what a tool call changes in files', () => {
    const view = viewOf(9);
    press(view, 'next-mode', 'next-mode', 'next-mode');
    expect(view.contexts).toContain('changes');
    const shown = screen(view);
    expect(shown).toContain('[change]');
    expect(shown).toMatch(/2 +- two\n +2 \+ 2/);
  });

  test('says what the schema says of the place under the cursor', () => {
    expect(screen(atTheId())).toContain('/params/update/toolCallId  ToolCallId');
    expect(screen(atTheId())).toContain('The ID of the tool call being updated.');
  });

  test('that is no JSON is shown as it is', () => {
    const view = viewOf(12);
    expect(screen(view)).toContain('[raw]');
    expect(screen(view)).toContain('not json at all');
  });

  test('leads to its other half, and to its neighbours at the same place', () => {
    const view = viewOf(5);
    press(view, 'pair');
    expect(view.crumb).toBe('#11');
    press(view, 'pair');
    expect(view.crumb).toBe('#5');
    const other = viewOf(6);
    other.act({ name: 'search', argument: 'Let me' });
    press(other, 'next-frame');
    expect(screen(other)).toContain('/params/update/content/text');
    expect(press(viewOf(12), 'next-frame')).toEqual([{ type: 'say', text: 'this is the last frame' }]);
    expect(press(viewOf(7), 'pair')[0]).toMatchObject({ isError: true });
  });

  test('goes to a pager line by line, as it was spelled', () => {
    const [intent] = press(viewOf(6), 'pager');
    expect(intent).toMatchObject({ type: 'page' });
    expect(intent?.type === 'page' ? intent.text : '').toContain('\n    "sessionId": "s-42",\n');
  });

  test('gives away the value under the cursor', () => {
    const [intent] = press(atTheId(), 'copy');
    expect(intent).toEqual({ type: 'copy', what: 'the value of /params/update/toolCallId', text: '"call_9"' });
  });

  test('that is not there says so', () => {
    expect(screen(viewOf(99))).toContain('There is no frame 99.');
  });
});

test('an event says all of its fields', () => {
  const shown = screen(viewOf(0));
  expect(shown).toContain('spawn');
  expect(shown).toMatch(/argv +agent --acp/);
  expect(press(viewOf(0), 'next-mode')[0]).toMatchObject({ type: 'say' });
});

test('the line of the cursor is told by its emphasis', () => {
  const view = atTheId();
  screen(view);
  const buffer = painted(view, 80, 24);
  const rows = Array.from({ length: 24 }, (_, y) => y).filter((y) => emphasisOf(buffer.styleAt(40, y)) === INVERSE);
  expect(rows.map((y) => buffer.row(y))).toEqual([expect.stringContaining('call_9')]);
});
