import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import type { Connection } from '../../src/model/state/connection.js';
import { Observer } from '../../src/model/observer.js';
import { deserializeState, serializeState } from '../../src/store/query/checkpoint-state.js';
import { hasCorpus } from '../support/fixtures/corpus.js';
import { event, line, shown, stateAfter, tell, type Observed } from '../support/conversations/observing.js';
import { conversations } from '../support/checking/planting.js';
import { fc } from '../support/values/property.js';
import { traffic } from '../support/conversations/traffic.js';

/** The state after the rest of a conversation, on top of the stored state before it. */
function inTwoParts(entries: readonly Observed[], cut: number): Connection {
  const before = deserializeState(serializeState(stateAfter(entries.slice(0, cut))));
  const observer = new Observer([], {}, before);
  tell(observer, entries.slice(cut), cut);
  return observer.connection;
}

/** Maps and sets in their order too: the oldest are forgotten first. */
function ordered(value: unknown): unknown {
  if (value instanceof Map) return { map: [...value].map(ordered) };
  if (value instanceof Set) return { set: [...value] };
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, ordered(member)]);
}

function expectSame(entries: readonly Observed[], cut: number): void {
  const whole = ordered(stateAfter(entries));
  const parts = ordered(inTwoParts(entries, cut));
  if (!isDeepStrictEqual(parts, whole)) expect(parts, `cut at ${cut}:\n${shown(entries)}`).toStrictEqual(whole);
}

describe('the state', () => {
  it('is the same however the conversation is cut, and whatever was stored in between', () => {
    fc.assert(
      fc.property(traffic(80), fc.nat(), (entries, place) => {
        expectSame(entries, place % (entries.length + 1));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 500) },
    );
  });

  it.skipIf(!hasCorpus)('is the same wherever a recorded conversation is cut', () => {
    for (const { entries } of conversations()) {
      const { length } = entries;
      for (const cut of [1, 3, length >> 2, length >> 1, length - (length >> 2), length - 1]) expectSame(entries, cut);
    }
  });

  it('is a plain value', () => {
    fc.assert(
      fc.property(traffic(), (entries) => {
        const state = stateAfter(entries);
        expect(deserializeState(serializeState(state))).toStrictEqual(state);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a recording', () => {
  const initialize = line('client', {
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } },
  });
  const update = line('agent', { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: {} } });

  test.each([
    ['a spawn event', [event('spawn'), update], true],
    ['an initialize', [initialize], true],
    ['an initialize after an extension of the agent', [line('agent', { method: '_x' }), initialize], true],
    ['an initialize after work of the agent', [update, initialize], false],
    ['something else', [update], false],
    ['nothing', [], false],
  ])('with %s: whether it begins at the beginning', (_, entries, expected) => {
    expect(stateAfter(entries).fromStart).toBe(expected);
    expect(stateAfter(entries, { fromStart: false }).fromStart).toBe(false);
    expect(stateAfter(entries, { fromStart: true }).fromStart).toBe(true);
  });

  test('has a hole where the tap says so, and where a line is too long to be looked at', () => {
    const tooLong: Observed = { type: 'frame', sender: 'agent', bytes: undefined, terminated: true, atNs: undefined };
    expect(stateAfter([event('gap', {}, 5)]).gap).toEqual({ seq: 0, at: 5 });
    expect(stateAfter([update, tooLong]).gap).toMatchObject({ seq: 1 });
    expect(stateAfter([update]).gap).toBeUndefined();
  });

  test('without times counts a second an entry', () => {
    expect(stateAfter([initialize, update]).last).toEqual({ seq: 1, at: 2_000 });
    expect(stateAfter([line('client', '{}', 10), update, event('exit'), update]).last).toEqual({ seq: 3, at: 2_010 });
  });
});
