import { describe, expect, test } from 'vitest';
import { TrafficCollector } from '../../../src/model/volume/traffic-collector.js';
import { request, result } from '../../support/conversations/conversation.js';
import { line, stateAfter, type Observed } from '../../support/conversations/observing.js';
import { traffic as anyTraffic } from '../../support/conversations/traffic.js';
import { fc } from '../../support/values/property.js';

function collected(entries: readonly Observed[]): TrafficCollector {
  const traffic = new TrafficCollector();
  stateAfter(entries, { listeners: [traffic] });
  return traffic;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const update = (kind: string, said: string, atMs: number, sessionId = 's') =>
  line(
    'agent',
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: kind, content: { type: 'text', text: said } } },
    },
    atMs,
  );
const OPENED = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 5),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 10),
  line('agent', result(1, { sessionId: 's' }), 20),
  line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [] }), 30),
];

describe('what was sent', () => {
  test('is told by method and kind of update, the most bytes first', () => {
    const { methods } = collected([
      ...OPENED,
      update('agent_message_chunk', 'x'.repeat(500), 40),
      update('agent_thought_chunk', 'y', 50),
    ]);
    expect(
      methods.map(
        ({ sender, kind, method, updateKind, frames }) =>
          `${sender} ${kind} ${method ?? ''} ${updateKind ?? ''} ${frames}`,
      ),
    ).toEqual([
      'agent notification session/update agent_message_chunk 1',
      'agent notification session/update agent_thought_chunk 1',
      'client request session/prompt  1',
      'client request session/new  1',
      'client request initialize  1',
      'agent response initialize  1',
      'agent response session/new  1',
    ]);
    expect(methods[0]).toMatchObject({ sentBytes: 500, newBytes: 500, largest: { seq: 5 } });
  });

  test('is told by session, and what of it was largest', () => {
    const { sessions, largest } = collected([...OPENED, update('agent_message_chunk', 'x'.repeat(500), 40)]);
    expect(sessions.map(([id, { frames, sentBytes }]) => ({ id, frames, sentBytes }))).toEqual([
      { id: 's', frames: 3, sentBytes: 500 },
    ]);
    expect(largest.map(([{ of, seq, sentBytes }, id]) => ({ of, seq, sentBytes, id }))).toEqual([
      { of: 'message', seq: 5, sentBytes: 500, id: 's' },
    ]);
  });

  test('is told over time, in intervals that grow with the conversation', () => {
    const entries = Array.from({ length: 100 }, (_, i) => update('agent_message_chunk', 'x', i * 1_000));
    const { intervalMs, intervals } = collected(entries).overTime;
    expect(intervals.length).toBeLessThanOrEqual(60);
    expect(intervalMs).toBe(1_600 * 2);
    expect(sum(intervals.map(({ agent }) => agent))).toBe(
      sum(entries.map((entry) => (entry.type === 'frame' ? (entry.bytes?.length ?? 0) : 0))),
    );
  });

  test('adds up, whatever is said', () => {
    fc.assert(
      fc.property(anyTraffic(80), (entries) => {
        const traffic = new TrafficCollector();
        const { wires } = stateAfter(entries, { listeners: [traffic] });
        for (const side of ['client', 'agent'] as const) {
          const { frames, bytes, sentBytes, newBytes, largest } = traffic.bySender[side];
          expect({ frames, bytes }).toEqual({ frames: wires[side].frames, bytes: wires[side].bytes });
          expect(largest.bytes).toBeLessThanOrEqual(bytes);
          expect(newBytes).toBeLessThanOrEqual(sentBytes);
          expect(sum(traffic.overTime.intervals.map((interval) => interval[side]))).toBe(bytes);
        }
        const content = sum([traffic.bySender.client.sentBytes, traffic.bySender.agent.sentBytes]);
        expect(sum(traffic.methods.map(({ sentBytes }) => sentBytes))).toBe(content);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 300) },
    );
  });

  test('is bounded, however many methods and messages there are', () => {
    const calls = Array.from({ length: 500 }, (_, i) => line('agent', { jsonrpc: '2.0', method: `_x/${i}` }, i));
    const said = Array.from({ length: 500 }, (_, i) =>
      line(
        'agent',
        {
          jsonrpc: '2.0',
          method: 'session/update',
          params: {
            sessionId: 's',
            update: {
              sessionUpdate: 'agent_message_chunk',
              messageId: `m${i}`,
              content: { type: 'text', text: 'x'.repeat(i) },
            },
          },
        },
        i,
      ),
    );
    const { methods, largest } = collected([...OPENED, ...calls, ...said]);
    expect(methods.length).toBeLessThan(210);
    expect(methods.reduce((frames, each) => frames + each.frames, 0)).toBe(OPENED.length + 1_000);
    expect(largest.map(([{ id }]) => id).slice(0, 3)).toEqual(['m499', 'm498', 'm497']);
    expect(largest).toHaveLength(20);
  });
});
