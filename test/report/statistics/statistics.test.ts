import { describe, expect, test } from 'vitest';
import { LatencyCollector } from '../../../src/model/latencies.js';
import { TrafficCollector } from '../../../src/model/volume/traffic-collector.js';
import type { TurnSummary } from '../../../src/model/state/turn.js';
import { Observer } from '../../../src/model/observer.js';
import { quantile, statisticsOf } from '../../../src/report/statistics/statistics.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, tell, type Observed } from '../../support/conversations/observing.js';
import { fc } from '../../support/values/property.js';

function statistics(entries: readonly Observed[], hasTimes = true) {
  const latencies = new LatencyCollector();
  const turns: TurnSummary[] = [];
  const traffic = new TrafficCollector();
  const observer = new Observer([latencies, traffic, { turnEnded: (turn) => turns.push(turn) }]);
  tell(observer, entries);
  observer.end();
  return statisticsOf(
    observer.connection,
    { latencies: latencies.byMethod.values(), traffic, turns, hasTimes },
    'name',
  );
}

describe('quantile', () => {
  test.each([
    [0.5, [1], 1],
    [0.99, [1], 1],
    [0.5, [1, 2], 1],
    [0.5, [1, 2, 3], 2],
    [0.9, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 9],
    [0.99, [1, 2, 3], 3],
    [0.5, [], 0],
  ])('%f of %j is %d', (part, values, expected) => {
    expect(quantile(Float64Array.from(values), part)).toBe(expected);
  });

  test('is the least value that so many are at or below', () => {
    const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, fc.constantFrom(0.5, 0.9, 0.99), (all, part) => {
        const sorted = Float64Array.from(all).sort();
        const found = quantile(sorted, part);
        const atOrBelow = (limit: number) => all.filter((value) => value <= limit).length;
        expect(all).toContain(found);
        expect(atOrBelow(found)).toBeGreaterThanOrEqual(part * all.length);
        for (const value of all) if (value < found) expect(atOrBelow(value)).toBeLessThan(part * all.length);
      }),
    );
  });
});

describe('statisticsOf', () => {
  const conversation: readonly Observed[] = [
    line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
    line('agent', result(0, { protocolVersion: 1 }), 5),
    line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 10),
    line('agent', result(1, { sessionId: 's' }), 20),
    line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [] }), 100),
    line('agent', request(9, 'fs/read_text_file', { sessionId: 's', path: '/a' }), 200),
    line('client', result(9, { content: '' }), 500),
    line('agent', result(2, { stopReason: 'end_turn' }), 20_500),
    line('client', request(3, 'session/prompt', { sessionId: 's', prompt: [] }), 21_000),
    line('agent', result(3, { stopReason: 'refusal' }), 21_001),
  ];

  test('says how long each turn took, whose time it was, and where it stood still', () => {
    const { turns, stalls, frames, durationMs, sessions } = statistics(conversation);
    expect(turns.map(({ turn, totalMs, agentMs, clientMs }) => ({ turn, totalMs, agentMs, clientMs }))).toEqual([
      { turn: 1, totalMs: 20_400, agentMs: 20_100, clientMs: 300 },
      { turn: 2, totalMs: 1, agentMs: 1, clientMs: 0 },
    ]);
    expect(stalls).toEqual([{ sessionId: 's', turn: 1, silentMs: 20_000 }]);
    expect({ frames, durationMs, sessions }).toEqual({
      frames: { client: 5, agent: 5 },
      durationMs: 21_001,
      sessions: 1,
    });
  });

  test('says how long each method took, the longest in all first', () => {
    const { methods } = statistics(conversation);
    expect(methods.map(({ method, asker, count, totalMs }) => `${asker} ${method} ${count} ${totalMs}`)).toEqual([
      'client session/prompt 2 20401',
      'agent fs/read_text_file 1 300',
      'client session/new 1 10',
      'client initialize 1 5',
    ]);
    expect(methods[0]).toMatchObject({ p50Ms: 1, p90Ms: 20_400, p99Ms: 20_400, maxMs: 20_400, errors: 0 });
  });

  test('knows of no stalls where times mean nothing', () => {
    expect(statistics(conversation, false)).toMatchObject({ stalls: [], hasTimes: false });
  });

  test('of nothing is nothing', () => {
    expect(statistics([])).toMatchObject({ durationMs: 0, methods: [], turns: [], stalls: [], sessions: 0 });
  });
});
