import { describe, expect, test } from 'vitest';
import { UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import { playbackOf } from '../../../src/screen/playback/conversation-playback.js';
import { TranscriptRows } from '../../../src/screen/transcript/transcript-rows.js';
import { MarkedPlace } from '../../../src/screen/frame/marked-place.js';
import { TranscriptView } from '../../../src/screen/transcript/transcript-view.js';
import { violation } from '../../support/checking/checked.js';
import { observedConversation } from '../../support/screen/observed-conversation.js';
import { painted } from '../../support/screen/painted.js';
import { fc } from '../../support/values/property.js';
import { sampleTurns } from '../../support/report/sample-transcript.js';
import { traffic } from '../../support/conversations/traffic.js';
import { chunk, opened, prompt, turnsIn } from '../../support/report/transcript-gists.js';

function rowsOf(turn: ReturnType<typeof turnsIn>[number], width: number, seqs: readonly number[] = []): TranscriptRows {
  const rows = new TranscriptRows(UNICODE_GLYPHS);
  rows.fit(width, UNICODE_GLYPHS);
  rows.show({ turn, violations: seqs.map((seq) => violation({ seq })), hasTimes: true });
  return rows;
}

function walked(rows: TranscriptRows): number[] {
  const ids: number[] = [];
  for (let id = rows.first; id !== undefined; id = rows.next(id)) ids.push(id);
  return ids;
}

describe('rows', () => {
  test('are the same forward and backward, grow, and are found again', () => {
    fc.assert(
      fc.property(traffic(60), fc.integer({ min: 2, max: 40 }), (entries, width) => {
        for (const turn of turnsIn(entries)) {
          const rows = rowsOf(turn, width, [3, 8]);
          const forward = walked(rows);
          expect(forward).toEqual([...forward].sort((a, b) => a - b));
          const backward: number[] = [];
          for (let id = rows.last; id !== undefined; id = rows.previous(id)) backward.push(id);
          expect(backward.reverse()).toEqual(forward);
          for (const id of forward) expect(rows.at(id)).toBe(id);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('violations stand behind what was said at their frame', () => {
    const [turn] = sampleTurns();
    if (turn === undefined) throw new Error('there is a turn');
    const rows = rowsOf(turn, 80, [8, 13]);
    const heads = walked(rows).filter((id) => rows.headOf(id) === id);
    const labels = heads.map((id) => `${rows.spanOf(id)?.from ?? ''} ${rows.blockOf(id)?.label ?? ''}`);
    expect(labels).toEqual([
      '4 user',
      '5 thought',
      '7 plan',
      '8 tool',
      '8 warning',
      '9 asks',
      '11 agent',
      '13 warning',
      '14 update',
      '15 agent',
      '16 cancel',
      '17 stop',
    ]);
  });
});

describe('a turn of 100,000 pieces', () => {
  const words = 'one two three four five six seven eight nine ten ';
  const entries = [
    ...opened(1, 's'),
    prompt(1, 'go'),
    ...Array.from({ length: 100_000 }, (_, i) => chunk('agent', i % 10 === 9 ? `${words}\n` : words)),
  ];

  test('is read in pieces, and only what is seen of it is laid out', () => {
    const conversation = observedConversation(entries);
    const around = {
      views: { frames: () => view },
      playback: playbackOf(conversation),
      marked: new MarkedPlace(),
    };
    const view: TranscriptView = new TranscriptView(conversation, around, 4);
    painted(view, 80, 24);
    expect(conversation.reads.entries).toBeLessThanOrEqual(3_000);
    for (let more = true; more;) {
      const before = conversation.reads.entries;
      more = view.work();
      expect(conversation.reads.entries - before).toBeLessThanOrEqual(500);
    }
    expect(painted(view, 80, 24).toString()).toMatch(/▸ user +go\n {2}agent +one two three/);
    const cpu = process.cpuUsage();
    for (const name of ['last', 'first', 'page-down', 'last', 'page-up'] as const) {
      view.act({ name });
      painted(view, 80, 24);
    }
    const { user, system } = process.cpuUsage(cpu);
    // laying out all of it takes seconds
    expect((user + system) / 1000).toBeLessThan(500);
  });

  test('of one line is laid out in parts, too', () => {
    const text = 'x'.repeat(5_000_000);
    const [turn] = turnsIn([...opened(1, 's'), prompt(1, text)]).filter(({ number }) => number === 1);
    if (turn === undefined) throw new Error('there is a turn');
    const rows = rowsOf(turn, 80);
    const cpu = process.cpuUsage();
    const last = rows.last ?? 0;
    expect(rows.row(rows.previous(last) ?? 0)?.line).toEqual([{ text: 'x'.repeat(80), role: 'plain' }]);
    const { user, system } = process.cpuUsage(cpu);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
