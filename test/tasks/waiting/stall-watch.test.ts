import { describe, expect, test } from 'vitest';
import { whyOf } from '../../../src/report/waits/why-answer.js';
import type { WhyJson } from '../../../src/report/waits/why-json-schema.js';
import { StallWatch } from '../../../src/tasks/waiting/stall-watch.js';
import { request, result } from '../../support/conversations/conversation.js';
import { event, line, stateAfter, type Observed } from '../../support/conversations/observing.js';

const ASKED: readonly Observed[] = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 10),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 20),
  line('agent', result(1, { sessionId: 's' }), 30),
  line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'Go.' }] }), 1_000),
];
const CHUNK = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Well.' } };

function chunk(atMs: number): Observed {
  return line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: CHUNK } }, atMs);
}

function ask(atMs: number): Observed {
  return line('agent', request(7, 'session/request_permission', { sessionId: 's', options: [] }), atMs);
}

function why(entries: readonly Observed[], nowMs: number, rest: { readonly hasTimes?: boolean } = {}): WhyJson {
  return whyOf(stateAfter(entries), {
    name: 'demo',
    word: '3',
    state: 'live',
    nowMs,
    hasTimes: true,
    outside: {},
    notes: [],
    ...rest,
  });
}

/** What is told of a conversation that is looked at at these times. */
function told(looks: readonly (readonly [nowMs: number, entries: readonly Observed[]])[], limitMs?: number): string[] {
  const watch = new StallWatch(limitMs);
  return looks.flatMap(([nowMs, entries]) => watch.look(nowMs, () => why(entries, nowMs)));
}

describe('what has gone without progress for long', () => {
  test('is told once, and once when it goes on', () => {
    const later = [...ASKED, chunk(5_000)];
    expect(
      told(
        [
          [2_000, ASKED],
          [4_000, ASKED],
          [4_500, ASKED],
          [5_100, later],
          [9_000, later],
          [10_000, [...later, line('agent', result(2, { stopReason: 'end_turn' }), 9_900)]],
        ],
        3_000,
      ),
    ).toEqual([
      'waiting 3.0 s: agent owes session/prompt 2: the wait is inside the agent (frame 4)',
      'goes on after 4.1 s: agent owes session/prompt 2: the wait is inside the agent (frame 4)',
      'waiting 4.0 s: agent owes session/prompt 2: the wait is inside the agent (frame 4)',
      'goes on after 5.0 s: agent owes session/prompt 2: the wait is inside the agent (frame 4)',
    ]);
  });

  test('is by default what is longer than usual', () => {
    expect(
      told([
        [60_000, ASKED],
        [120_999, ASKED],
      ]),
    ).toEqual([]);
    expect(told([[121_000, ASKED]])).toHaveLength(1);
  });

  test('is a person who is waited for, without being stuck', () => {
    const looks = [[61_100, [...ASKED, ask(1_100)]]] as const;
    expect(told(looks)).toEqual([
      'waiting 1 min 0 s: client owes session/request_permission 7: a person has to decide, or the dialog was lost (frame 5)',
    ]);
  });

  test('is nothing once one side has left, or where no times are known', () => {
    expect(told([[999_000, [...ASKED, event('client-eof', {}, 2_000)]]], 10)).toEqual([]);
    const watch = new StallWatch(10);
    expect(watch.look(999_000, () => why(ASKED, 999_000, { hasTimes: false }))).toEqual([]);
    expect(watch.look(1_999_000, () => undefined)).toEqual([]);
  });

  test('is told again when something else holds it up', () => {
    const looks = [
      [10_000, ASKED],
      [20_000, [...ASKED, ask(15_000)]],
    ] as const;
    expect(told(looks, 3_000).map((text) => text.replace(/:.*/, ''))).toEqual([
      'waiting 9.0 s',
      'goes on after 19.0 s',
      'waiting 5.0 s',
    ]);
  });
});

test('who waits for whom is not asked at each look', () => {
  const watch = new StallWatch();
  let asked = 0;
  const count = (): undefined => void (asked += 1);
  for (let ms = 0; ms < 1_000; ms += 50) watch.look(ms, count);
  expect(asked).toBe(4);
});
