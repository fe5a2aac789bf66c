import { expect, test } from 'vitest';
import type { View } from '../../../src/screen/frame/view.js';
import { StatisticsView } from '../../../src/screen/statistics/statistics-view.js';
import { fakeConversation } from '../../support/screen/fake-conversation.js';
import { goldenScreens, painted } from '../../support/screen/painted.js';
import { SAMPLE_STATISTICS } from '../../support/report/sample-statistics.js';

function viewOf(statistics = SAMPLE_STATISTICS, opened: number[] = []): View {
  return new StatisticsView(fakeConversation({ statistics }), {
    transcript: (_, seq) => {
      opened.push(seq);
      return viewOf();
    },
  });
}

test('shows who waited for whom', async () => {
  await expect(goldenScreens(() => viewOf())).toMatchFileSnapshot('../../golden/statistics/view.txt');
});

test('without times it counts', () => {
  const text = painted(viewOf({ ...SAMPLE_STATISTICS, hasTimes: false, stalls: [] }), 80, 24).toString();
  expect(text).toMatch(/no recorded times, 1 session, 5 turns/);
  expect(text).not.toMatch(/\d m?s\b|█/);
  expect(text).toMatch(/fs\/read_text_file +agent +15 +1/);
});

test('opens the turn that is selected', () => {
  const opened: number[] = [];
  const view = viewOf(SAMPLE_STATISTICS, opened);
  const rows = painted(view, 80, 24).toString().split('\n');
  const at = rows.findIndex((row) => row.includes('cancelled'));
  expect(view.act({ name: 'open' })).toEqual([]);
  for (let row = 0; row < at; row += 1) view.act({ name: 'down' });
  expect(view.place?.seq).toBe(700);
  expect(view.act({ name: 'open' })).toMatchObject([{ type: 'open' }]);
  expect(opened).toEqual([700]);
});

test('scrolls to the silences, which lead to their turns', () => {
  const view = viewOf();
  painted(view, 40, 10);
  view.act({ name: 'last' });
  expect(painted(view, 40, 10).toString()).toContain('▲ 14.0 s of silence in turn 2');
  expect(view.place?.seq).toBe(41);
});

test('waits until all is checked', () => {
  const view = new StatisticsView(fakeConversation({ progress: 0.42 }), { transcript: () => viewOf() });
  expect(painted(view, 80, 24).toString()).toContain('Checking: 42 %. Statistics appear when this is done.');
});

test('of nothing is short', () => {
  const nothing = { ...SAMPLE_STATISTICS, methods: [], turns: [], stalls: [], sessions: 0 };
  expect(painted(viewOf(nothing), 120, 40).toString().trim().split('\n')).toHaveLength(1);
});

test('names of any length and kind keep to their columns', () => {
  const [method] = SAMPLE_STATISTICS.methods;
  if (method === undefined) throw new Error('there are methods');
  const methods = [{ ...method, method: '\u001b[2J日本'.repeat(100_000) }, method];
  const rows = painted(viewOf({ ...SAMPLE_STATISTICS, turns: [], stalls: [], methods }), 80, 24)
    .toString()
    .trimEnd()
    .split('\n');
  const [first, second] = rows.slice(-2);
  expect(first).toMatch(/^ {2}␛\[2J日本␛\[2J/);
  expect(second).toMatch(/session\/prompt/);
});

test('divides turns by what the agent told of itself', () => {
  const told = { modelMs: 4_000, toolMs: 30_000, youMs: 11_000, agentMs: 900, youFromPermissions: false, spans: [] };
  const inside = { turns: [{ sessionId: 'sess-2a', turn: 2, ...told }], elsewhere: 0, lost: 0 };
  const view = viewOf({ ...SAMPLE_STATISTICS, inside });
  const text = painted(view, 120, 60).toString();
  expect(text).toContain('Inside the agent (as the agent reports it, each step only after it has ended)');
  expect(text).toMatch(/2 +sess-2a +4\.0 s +30\.0 s +11\.0 s +900 ms/);
  const rows = text.split('\n');
  const at = rows.findIndex((row) => /4\.0 s +30\.0 s/.test(row));
  for (let row = 0; row < at; row += 1) view.act({ name: 'down' });
  expect(view.place?.seq).toBe(41);
  const silent = { ...SAMPLE_STATISTICS, inside: { ...inside, turns: [] } };
  expect(painted(viewOf(silent), 120, 60).toString()).toContain('the agent reported nothing');
});
