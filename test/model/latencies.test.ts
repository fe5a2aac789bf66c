import { describe, expect, test } from 'vitest';
import { LatencyCollector } from '../../src/model/latencies.js';
import { error, request, result } from '../support/conversations/conversation.js';
import { line, stateAfter } from '../support/conversations/observing.js';

describe('LatencyCollector', () => {
  test('tells methods and sides apart, and takes each answer with its own request', () => {
    const latencies = new LatencyCollector();
    stateAfter(
      [
        line('client', request(1, 'session/list', {}), 0),
        line('agent', request(1, 'fs/read_text_file', { sessionId: 's', path: '/a' }), 5),
        line('client', request(2, 'session/list', {}), 10),
        line('agent', result(2, { sessions: [] }), 30),
        line('client', error(1, -32603, 'x'), 45),
        line('agent', result(1, { sessions: [] }), 50),
        line('agent', result(1, { sessions: [] }), 60),
        line('agent', result(9, {}), 61),
        line('client', request(3, 'session/list', {}), 70),
      ],
      { listeners: [latencies] },
    );
    expect([...latencies.byMethod.values()]).toEqual([
      { method: 'session/list', asker: 'client', ms: [20, 50], errors: 0 },
      { method: 'fs/read_text_file', asker: 'agent', ms: [40], errors: 1 },
    ]);
  });
});
