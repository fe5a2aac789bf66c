import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INNER_KINDS, type InnerSpan } from '../../src/inside/inner-span.js';
import { placeOnTurns } from '../../src/inside/inner-turns.js';
import { innerTurnText } from '../../src/report/inside/inner-text.js';
import { CAPTURED_AGENTS, capturedExports, innerSpansOf, turnFrom } from '../support/fixtures/captured-exports.js';

function told(fromMs: number, toMs: number, facts: Partial<InnerSpan> = {}): InnerSpan {
  return {
    kind: 'model',
    name: 'm',
    purpose: undefined,
    startUs: fromMs * 1000,
    endUs: toMs * 1000,
    firstMs: undefined,
    failed: false,
    session: 's1',
    call: undefined,
    id: '',
    parent: '',
    service: 'agent',
    ...facts,
  };
}

const atMs = (wallUs: number): number => wallUs / 1000;

describe('on its turns', () => {
  test.each(CAPTURED_AGENTS)('what %s told is as it was captured', async (agent) => {
    const captured = capturedExports(agent);
    const { fromMs, toMs } = captured.turn;
    // the probe answered each permission request after 400 ms
    const turn = turnFrom(0, toMs - fromMs, { sessionId: captured.sessionId, permissionWaitMs: 400 });
    const { turns, elsewhere } = placeOnTurns(innerSpansOf(captured), [turn], (wallUs) => wallUs / 1000 - fromMs);
    const text = [...turns.map(innerTurnText), `elsewhere: ${elsewhere}`].join('\n');
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${agent}.turn.txt`);
  });

  test('a step belongs to the turn of its session in which it began, and after its end still to that', () => {
    const turns = [turnFrom(0, 100), turnFrom(200, 300, { number: 2 }), turnFrom(50, 400, { sessionId: 's2' })];
    const inner = placeOnTurns([told(10, 120), told(150, 250), told(250, 260)], turns, atMs);
    expect(inner.turns.map(({ turn, spans, after }) => [turn.number, spans.length, after.length])).toEqual([
      [1, 1, 1],
      [2, 1, 0],
    ]);
  });

  test('a step without a session belongs to the only turn in progress, and to none where there are two', () => {
    const turns = [turnFrom(0, 100), turnFrom(50, 200, { sessionId: 's2' })];
    const spans = [
      told(10, 20),
      told(30, 40, { session: undefined }),
      told(60, 70, { session: 'x' }),
      told(150, 160, { session: undefined }),
    ];
    const inner = placeOnTurns(spans, turns, atMs);
    expect(inner.turns.map(({ turn, spans: own }) => [turn.sessionId, own.length])).toEqual([
      ['s1', 2],
      ['s2', 1],
    ]);
    expect(inner.elsewhere).toBe(1);
  });

  test('what a program told that the agent ran is left out', () => {
    const inner = placeOnTurns(
      [told(10, 20), told(30, 40, { session: undefined, service: 'my-app' })],
      [turnFrom(0, 100)],
      atMs,
    );
    expect(inner.turns.map(({ spans }) => spans.length)).toEqual([1]);
    expect(inner.elsewhere).toBe(0);
  });

  test('a tool is its execution, with the name of the call around it; the wait before it is yours', () => {
    const call = told(10, 90, { kind: 'tool', name: 'Bash', id: 'aa', call: 'c1' });
    const wait = told(10, 60, { kind: 'user', name: '', parent: 'aa' });
    const run = told(60, 80, { kind: 'tool', name: '', parent: 'aa' });
    const [turn] = placeOnTurns([run, wait, call], [turnFrom(0, 100)], atMs).turns;
    expect(turn?.spans.map(({ kind, name, call: id }) => [kind, name, id])).toEqual([
      ['user', '', 'c1'],
      ['tool', 'Bash', 'c1'],
    ]);
    expect(turn?.sum).toEqual({ model: 0, tool: 20, you: 50, agent: 30, youAreFromAcp: false });
  });

  test('a tool that runs another one keeps its own time', () => {
    const outer = told(10, 90, { kind: 'tool', name: 'Task', id: 'aa' });
    const inner = told(20, 40, { kind: 'tool', name: 'Read', parent: 'aa' });
    const [turn] = placeOnTurns([inner, outer], [turnFrom(0, 100)], atMs).turns;
    expect(turn?.spans.map(({ name }) => name)).toEqual(['Task', 'Read']);
    expect(turn?.sum.tool).toBe(80);
  });

  test('the wait that ACP shows is taken off the tools where the agent tells of none', () => {
    const [turn] = placeOnTurns(
      [told(10, 90, { kind: 'tool' })],
      [turnFrom(0, 100, { permissionWaitMs: 50 })],
      atMs,
    ).turns;
    expect(turn?.sum).toEqual({ model: 0, tool: 30, you: 50, agent: 20, youAreFromAcp: true });
  });

  test('the sums are the whole turn, whatever is told', () => {
    const time = fc.integer({ min: -100, max: 1100 });
    const span = fc
      .record({
        from: time,
        took: fc.integer({ min: 0, max: 600 }),
        kind: fc.constantFrom(...INNER_KINDS),
        id: fc.constantFrom('', 'a', 'b'),
      })
      .map(({ from, took, kind, id }) => told(Math.max(0, from), Math.max(0, from) + took, { kind, id, parent: id }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 20 }), fc.integer({ min: 0, max: 900 }), (spans, permissionWaitMs) => {
        for (const { sum } of placeOnTurns(spans, [turnFrom(100, 1000, { permissionWaitMs })], atMs).turns) {
          const { model, tool, you, agent } = sum;
          expect(model + tool + you + agent).toBeCloseTo(900, 6);
          expect(Math.min(model, tool, you, agent)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('each span is somewhere, once', () => {
    const span = fc
      .record({ from: fc.nat(1000), session: fc.constantFrom('s1', 's2', 'x', undefined) })
      .map(({ from, session }) => told(from, from + 1, { session }));
    const turns = [turnFrom(100, 300), turnFrom(200, 500, { sessionId: 's2' }), turnFrom(600, 700, { number: 2 })];
    fc.assert(
      fc.property(fc.array(span, { maxLength: 20 }), (spans) => {
        const inner = placeOnTurns(spans, turns, atMs);
        const placed = inner.turns.reduce((sum, { spans: own, after }) => sum + own.length + after.length, 0);
        expect(placed + inner.elsewhere).toBe(spans.length);
      }),
    );
  });
});
