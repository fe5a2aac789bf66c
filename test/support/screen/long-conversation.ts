import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { request, result } from '../conversations/conversation.js';
import { line, type Observed } from '../conversations/observing.js';

/** A turn of 50 frames: chunks with and without ids, tool calls, a plan, a permission, a terminal, and settings. */
export function turnOf(sessionId: string, n: number): Observed[] {
  const at = n * 1_000;
  const update = (sessionUpdate: string, members: JsonObject) =>
    line(
      'agent',
      { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: { sessionUpdate, ...members } } },
      at,
    );
  const said = (id: JsonObject) =>
    update('agent_message_chunk', { ...id, content: { type: 'text', text: `words of ${n}` } });
  const call = (i: number, status: string) =>
    update(status === 'pending' ? 'tool_call' : 'tool_call_update', {
      toolCallId: `call ${n} ${i}`,
      title: `Read ${n}`,
      kind: 'read',
      status,
    });
  const options: JsonValue = [{ optionId: 'ever', name: 'Ever', kind: 'allow_always' }];
  const asked = { sessionId, toolCall: { toolCallId: `call ${n} 0`, title: `Read ${n}` }, options };
  const terminal = { sessionId, terminalId: `t ${n}` };
  return [
    line(
      'client',
      request(`p-${sessionId}-${n}`, 'session/prompt', { sessionId, prompt: [{ type: 'text', text: `do ${n}` }] }),
      at,
    ),
    ...Array.from({ length: 25 }, () => said({})),
    ...Array.from({ length: 4 }, (_, i) => said({ messageId: `m ${n} ${i}` })),
    update('plan', { entries: [{ content: `step ${n}`, priority: 'low', status: 'pending' }] }),
    ...[0, 1, 2].flatMap((i) => [call(i, 'pending'), call(i, 'in_progress'), call(i, 'completed')]),
    line('agent', request(`a-${n}`, 'session/request_permission', asked), at),
    line('client', result(`a-${n}`, { outcome: { outcome: 'selected', optionId: 'ever' } }), at),
    line('agent', request(`b-${n}`, 'terminal/create', { sessionId, command: 'ls' }), at),
    line('client', result(`b-${n}`, { terminalId: terminal.terminalId }), at),
    line('agent', request(`c-${n}`, 'terminal/release', terminal), at),
    line('client', result(`c-${n}`, {}), at),
    update('usage_update', { used: n, size: 200_000, cost: { amount: n / 100, currency: 'USD' } }),
    update('current_mode_update', { currentModeId: 'ask' }),
    update('available_commands_update', { availableCommands: [{ name: 'plan', description: '' }] }),
    line('agent', result(`p-${sessionId}-${n}`, { stopReason: 'end_turn' }), at),
  ];
}
