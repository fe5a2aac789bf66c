import type { WhyJson } from '../../../src/report/waits/why-json-schema.js';
import { whyOf, type Asked } from '../../../src/report/waits/why-answer.js';
import { request, result } from '../conversations/conversation.js';
import { line, stateAfter, type Observed } from '../conversations/observing.js';

const sessionId = 'sess-1';

/** A permission that nobody answers, and a new session that waits behind it. */
export const HANGING: readonly Observed[] = [
  line('client', request(0, 'initialize', { protocolVersion: 1 }), 0),
  line('agent', result(0, { protocolVersion: 1 }), 10),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] }), 20),
  line('agent', result(1, { sessionId }), 30),
  line(
    'client',
    request(2, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Run the tests.' }] }),
    1_000,
  ),
  line(
    'agent',
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId,
        update: { sessionUpdate: 'tool_call', toolCallId: 'a', title: 'npm test — all', status: 'pending' },
      },
    },
    2_000,
  ),
  line(
    'agent',
    request(99, 'session/request_permission', { sessionId, toolCall: { toolCallId: 'a' }, options: [] }),
    2_100,
  ),
  line('client', request(3, 'session/new', { cwd: '/other', mcpServers: [] }), 5_000),
];

/** Who waits for whom in it. */
export function sampleWhy(asked: Partial<Asked> = {}, entries: readonly Observed[] = HANGING): WhyJson {
  return whyOf(stateAfter(entries), {
    name: 'demo',
    word: '1',
    state: 'live',
    nowMs: 10_500,
    hasTimes: true,
    outside: { stderr: { seq: 5, at: 2_000, text: 'waiting for the user' } },
    notes: [],
    ...asked,
  });
}
