import type { JsonValue } from '../../../../src/wire/json-text.js';
import type { Conversation } from '../planting.js';
import { type Fault, at } from './fault.js';
import { isV2, sessionOf, updateOf, kindOf, answered, succeeded, updates, sessions } from './places.js';
import { request, refusal, update, put, without } from './sayings.js';

const states = (conversation: Conversation, state: string) =>
  updates(conversation, 'state_update').filter((line) => updateOf(line)['state'] === state);

export const V2: readonly Fault[] = [
  at(
    'v2: running is dropped',
    (conversation) => (isV2(conversation) ? states(conversation, 'running').slice(0, 1) : []),
    (planting, line, conversation) => {
      planting.remove(line);
      const { lines } = conversation;
      const work: ReadonlySet<JsonValue> = new Set(['agent_message_chunk', 'agent_thought_chunk', 'tool_call_update']);
      const next = lines.slice(lines.indexOf(line) + 1).find((later) => work.has(kindOf(later) ?? ''));
      if (next === undefined) throw new Error('No work follows.');
      return { at: next, rules: ['v2/missing-running'], fault: 'agent' };
    },
  ),
  at(
    'v2: idle is dropped',
    (conversation) => (isV2(conversation) ? states(conversation, 'idle').slice(-1) : []),
    (planting, line, conversation) => {
      planting.remove(line);
      // where the work began that never ended
      const [since] = states(conversation, 'running');
      if (since === undefined) throw new Error('Nothing ever ran.');
      return { at: since, rules: ['eos/foreground-never-idle'], fault: 'agent', isMild: true };
    },
  ),
  at(
    'v2: the response to the prompt has a stop reason',
    (conversation) => (isV2(conversation) ? succeeded(conversation, 'session/prompt') : []),
    (planting, { response }) => ({
      at: planting.replace(response, put(response.json, ['result', 'stopReason'], 'end_turn')),
      rules: ['v2/stop-reason-in-prompt-response'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: the response to the prompt comes when the work is over',
    (conversation) =>
      isV2(conversation)
        ? succeeded(conversation, 'session/prompt').flatMap((one) => {
            const idle = states(conversation, 'idle').at(-1);
            return idle === undefined ? [] : [{ one, idle }];
          })
        : [],
    (planting, { one, idle }) => {
      planting.move(one.response, idle);
      // there it is clear
      return { at: idle, rules: ['v2/prompt-response-held'], fault: 'agent' };
    },
  ),
  at(
    'v2: a tool call is announced as in v1',
    (conversation) => (isV2(conversation) ? updates(conversation, 'tool_call_update').slice(-1) : []),
    (planting, line) => ({
      at: planting.insertAfter(
        line,
        'agent',
        update(sessionOf(line) ?? '', {
          sessionUpdate: 'tool_call',
          toolCallId: 'planted',
          title: 'Planted',
          kind: 'read',
          status: 'completed',
        }),
      ),
      rules: ['version/v1-surface-on-v2'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: the agent asks for a file as in v1',
    (conversation) => (isV2(conversation) ? updates(conversation, 'tool_call_update').slice(-1) : []),
    (planting, line) => {
      const asked = planting.insertAfter(
        line,
        'agent',
        request('fs/read_text_file', { sessionId: sessionOf(line) ?? '', path: '/etc/hosts' }),
      );
      planting.insertAfter(asked, 'client', refusal(-32601, 'Method not found'));
      return { at: asked, rules: ['version/v1-surface-on-v2'], fault: 'agent' };
    },
  ),
  at(
    'v2: a message has no messageId',
    (conversation) =>
      isV2(conversation)
        ? ['agent_message_chunk', 'agent_thought_chunk', 'user_message'].flatMap((kind) => updates(conversation, kind))
        : [],
    (planting, line) => ({
      at: planting.replace(line, without(line.json, ['params', 'update', 'messageId'])),
      rules: ['message/missing-id'],
      fault: 'agent',
      brings: { 'v2/user-message-missing': 'the message that shows the prompt is not to be told as such' },
      takes: { 'message/id-across-kinds': 'the other message of that id has none' },
    }),
  ),
  at(
    'v2: the prompt is never shown',
    (conversation) => (isV2(conversation) ? updates(conversation, 'user_message') : []),
    (planting, line, conversation) => {
      planting.remove(line);
      const [one] = answered(conversation, 'session/prompt');
      if (one === undefined) throw new Error('There is no prompt.');
      // as soon as it is clear: with the idle, or at the prompt
      const idle = states(conversation, 'idle').at(-1);
      return { at: idle ?? one.response, rules: ['v2/user-message-missing'], fault: 'agent' };
    },
  ),
  at(
    'v2: idle says no stop reason',
    (conversation) =>
      (isV2(conversation) ? states(conversation, 'idle') : []).filter((line) => 'stopReason' in updateOf(line)),
    (planting, line) => ({
      at: planting.replace(line, without(line.json, ['params', 'update', 'stopReason'])),
      rules: ['v2/idle-without-stop-reason'],
      fault: 'agent',
    }),
  ),
  at(
    'v2: the client loads a session as in v1',
    (conversation) => (isV2(conversation) ? sessions(conversation) : []),
    (planting) => {
      const line = planting.append('client', request('session/load', { sessionId: 'old', cwd: '/', mcpServers: [] }));
      planting.insertAfter(line, 'agent', refusal(-32601, 'Method not found'));
      return { at: line, rules: ['version/v1-surface-on-v2'], fault: 'client' };
    },
  ),
];
