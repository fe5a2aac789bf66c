import { describe, expect, test } from 'vitest';
import { Observer } from '../../../src/model/observer.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { headText, transcriptBlocks } from '../../../src/report/transcript/blocks.js';
import { transcriptMarkdown } from '../../../src/report/transcript/transcript-markdown.js';
import { transcriptLines } from '../../../src/report/transcript/transcript-text.js';
import { error, request, result } from '../../support/conversations/conversation.js';
import { hasCorpus } from '../../support/fixtures/corpus.js';
import { line, shown, tell, type Observed } from '../../support/conversations/observing.js';
import { conversations } from '../../support/checking/planting.js';
import { fc } from '../../support/values/property.js';
import { traffic } from '../../support/conversations/traffic.js';
import {
  cancel,
  chunk,
  gist,
  opened,
  prompt,
  stopped,
  told,
  toldInV2,
  turnsIn,
  update,
} from '../../support/report/transcript-gists.js';

describe('turns', () => {
  test('show plans as they were each time, and that they were cancelled', () => {
    const plan = (status: string) => update('plan', { entries: [{ content: 'x', priority: 'low', status }] });
    expect(told(prompt(1, 'hi'), plan('pending'), plan('completed'), cancel, stopped(1, 'cancelled'))).toEqual([
      's turn 1 (stop cancelled) | prompt hi | plan x:pending | plan x:completed | cancel',
    ]);
  });

  test('of two sessions never mix', () => {
    const turns = turnsIn([
      ...opened(1, 's', 't'),
      prompt(1, 'one'),
      prompt(2, 'two', 't'),
      chunk('agent', 'a'),
      chunk('agent', 'A', undefined, 't'),
      chunk('agent', 'b'),
      chunk('agent', 'B', undefined, 't'),
      stopped(2),
      chunk('agent', 'c'),
      stopped(1),
    ]);
    expect(gist(turns)).toEqual([
      't turn 1 (stop end_turn) | prompt two | agent AB',
      's turn 1 (stop end_turn) | prompt one | agent abc',
    ]);
  });

  test('that overlap: what comes belongs to the newest that is open', () => {
    expect(
      told(
        prompt(1, 'one'),
        chunk('agent', 'a'),
        prompt(2, 'two'),
        chunk('agent', 'b'),
        stopped(2),
        chunk('agent', 'c'),
        stopped(1),
      ),
    ).toEqual(['s turn 2 (stop end_turn) | prompt two | agent b', 's turn 1 (stop end_turn) | prompt one | agent ac']);
  });

  test('that an error ends, and that nothing ends', () => {
    expect(told(prompt(1, 'one'), line('agent', error(1, -32603, 'x')), prompt(2, 'two'), chunk('agent', 'a'))).toEqual(
      ['s turn 1 (error) | prompt one', 's turn 2 (unanswered) | prompt two | agent a'],
    );
  });

  test('are told once, also where a batch ends one and goes on', () => {
    const { bytes } = chunk('agent', 'late') as { bytes: Uint8Array };
    const late = JSON.parse(new TextDecoder().decode(bytes)) as JsonObject;
    const batch = line('agent', [result(1, { stopReason: 'end_turn' }), late, late]);
    const ended: number[] = [];
    const observer = new Observer([{ turnEnded: ({ number }) => ended.push(number) }]);
    const entries = [...opened(1, 's'), prompt(1, 'hi'), batch];
    tell(observer, entries);
    expect(ended).toEqual([1]);
    expect(gist(turnsIn(entries))).toEqual(['s turn 1 (stop end_turn) | prompt hi', 's outside | agent latelate']);
  });

  test('end where the agent says without an id that it could not read the prompt', () => {
    const broken = line('client', { id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
    const refused = line('agent', { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } });
    const batch = line('client', [request(1, 'session/prompt', { sessionId: 's', prompt: [] })]);
    expect(told(batch, refused)).toEqual(['s turn 1 (error) | prompt ']);
    expect(told(broken)).toEqual(['s turn 1 (unanswered) | prompt ']);
  });
});

describe('history', () => {
  const load = line('client', request(5, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] }));
  const loaded = line('agent', result(5, {}));

  test('stands apart', () => {
    expect(
      told(
        load,
        chunk('user', 'old'),
        chunk('agent', 'said'),
        loaded,
        prompt(6, 'new'),
        chunk('agent', 'now'),
        stopped(6),
      ),
    ).toEqual([
      's outside | client session/load answered',
      's history | user old | agent said',
      's turn 1 (stop end_turn) | prompt new | agent now',
    ]);
  });

  test('stands in the turn where it comes when the next prompt is out: no one can tell where the answer begins', () => {
    const turns = told(
      ...[load, chunk('user', 'old'), loaded, prompt(6, 'new')],
      ...[chunk('user', 'older'), chunk('agent', 'said then'), chunk('agent', ', now'), stopped(6)],
    );
    expect(turns.slice(1)).toEqual([
      's history | user old',
      's turn 1 (stop end_turn) | prompt new | user older | agent said then, now',
    ]);
  });
});

describe('turns of v2', () => {
  const running = update('state_update', { state: 'running' });
  const idle = (stopReason = 'end_turn') => update('state_update', { state: 'idle', stopReason });
  const echo = (messageId: string, text: string) =>
    update('user_message', { messageId, content: [{ type: 'text', text }] });
  const accepted = (id: number, messageId: string) => line('agent', result(id, { messageId }));

  test('take over the prompt and its echo that came before the work began', () => {
    expect(
      toldInV2(prompt(1, 'hi'), accepted(1, 'u'), echo('u', 'hi'), running, chunk('agent', 'a', 'm'), idle()),
    ).toEqual(['s turn 1 (stop end_turn) | prompt hi | user hi | agent a']);
  });

  test('take over an echo that goes on when the work began', () => {
    expect(
      toldInV2(prompt(1, 'hi'), accepted(1, 'u'), chunk('user', 'h', 'u'), running, chunk('user', 'i', 'u'), idle()),
    ).toEqual(['s turn 1 (stop end_turn) | prompt hi | user hi']);
  });

  test('begin without a prompt, too, and what comes after one stands outside', () => {
    expect(
      toldInV2(running, chunk('agent', 'a', 'm'), idle(), chunk('agent', 'late', 'm2'), running, idle('cancelled')),
    ).toEqual(['s turn 1 (stop end_turn) | agent a', 's outside | agent late', 's turn 2 (stop cancelled)']);
  });

  test('are read also under the names that the draft had', () => {
    const draft = (members: JsonObject) => update('state_change', members);
    expect(
      toldInV2(draft({ state: 'running' }), chunk('agent', 'a'), draft({ state: 'idle', stop_reason: 'refusal' })),
    ).toEqual(['s turn 1 (stop refusal) | agent a']);
  });
});

/** The transcript in outline: the frame, who or what, and how many characters; what was said stays in the corpus. */
function outline(entries: readonly Observed[]): string {
  const turns = turnsIn(entries).map((turn) => {
    const [, ...blocks] = transcriptBlocks(turn, [], { hasTimes: false });
    const what = turn.isHistory ? 'history' : turn.number === undefined ? 'outside' : `turn ${turn.number}`;
    const lines = blocks.map((block) => {
      const { seq, label, body } = block;
      const said = body.reduce((sum, { text }) => sum + text.length, 0);
      return `  ${seq} ${label} ${headText(block).length}+${said}`;
    });
    return [what, ...lines].join('\n');
  });
  return `${turns.join('\n')}\n`;
}

describe.skipIf(!hasCorpus)('the transcript of a recorded conversation', () => {
  const recorded = hasCorpus ? conversations() : [];
  test.each([
    ['gemini-cli-0.61.0/11-load-replay', 'history, late too'],
    ['claude-agent-acp-0.100.0/08-cancel-permission', 'a permission that is cancelled'],
    ['sdk-example-client-0.12.0+sdk-example-agent-0.12.0', 'tool calls and a permission'],
  ])('%s reads as it should: %s', async (name) => {
    const conversation = recorded.find((one) => one.name.startsWith(name));
    const file = `../../golden/transcript-reader/${name.replaceAll('/', '-')}.txt`;
    await expect(outline(conversation?.entries ?? [])).toMatchFileSnapshot(file);
  });

  test('has every message, and every frame of a session once', () => {
    for (const { entries, name } of recorded) {
      const texts = (who: string) =>
        turnsIn(entries)
          .flatMap(({ items }) => items)
          .filter((item) => item.type === 'message' && item.who === who)
          .map((item) => (item as { text: string }).text)
          .join('')
          .split('')
          .sort()
          .join('');
      const said = (kind: string) =>
        entries
          .flatMap((entry) =>
            entry.type === 'frame' ? [(entry.json?.['params'] as JsonObject | undefined)?.['update']] : [],
          )
          .filter((one) => (one as JsonObject | undefined)?.['sessionUpdate'] === kind)
          .map((one) => ((one as JsonObject)['content'] as JsonObject)['text'])
          .filter((text) => typeof text === 'string')
          .join('')
          .split('')
          .sort()
          .join('');
      if (entries.some((entry) => entry.type === 'frame' && shown([entry]).includes('"agent_message"'))) continue;
      expect(texts('agent'), name).toBe(said('agent_message_chunk'));
      expect(texts('thought'), name).toBe(said('agent_thought_chunk'));
    }
  });
});

test('whatever is said can be told and shown', () => {
  fc.assert(
    fc.property(traffic(80), (entries) => {
      const turns = turnsIn(entries);
      for (const turn of turns) {
        const text = transcriptMarkdown(transcriptBlocks(turn, [], { hasTimes: false }));
        if (/\[object |native code|\bNaN\b/.test(text)) expect(text, shown(entries)).toBe('something for people');
        expect([...transcriptLines(transcriptBlocks(turn, [], { hasTimes: false }), 80)].length).toBeGreaterThan(0);
      }
      const numbered = turns
        .filter(({ number }) => number !== undefined)
        .map((turn) => `${turn.sessionId} ${turn.number ?? 0}`);
      expect(numbered.length).toBe(new Set(numbered).size);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 300) },
  );
});
