import type { JsonValue } from '../../../../src/wire/json-text.js';
import type { Conversation, Expected } from '../planting.js';
import { type Fault, at } from './fault.js';
import { isOrderly, sessionOf, type Answered, answered, stopped, isAlone, firstSessions } from './places.js';
import {
  FRESH_ID,
  OPTIONS,
  request,
  notification,
  answer,
  refusal,
  update,
  prompt,
  text,
  put,
  without,
} from './sayings.js';

/** Requests that were sent while another one of the same side was open. */
function overlapping(conversation: Conversation): { first: Answered; second: Answered }[] {
  if (!isOrderly(conversation)) return [];
  const { asked, lines } = conversation;
  const pairs: { first: Answered; second: Answered }[] = [];
  for (const first of asked) {
    for (const second of asked) {
      if (first === second || first.request.sender !== second.request.sender) continue;
      if (first.response === undefined || second.response === undefined) continue;
      const [begin, middle, end] = [first.request, second.request, first.response].map((line) => lines.indexOf(line));
      if (begin === undefined || middle === undefined || end === undefined) continue;
      if (begin < middle && middle < end) pairs.push({ first: first as Answered, second: second as Answered });
    }
  }
  return pairs;
}

export const ENVELOPES: readonly Fault[] = [
  at(
    'the id of a request in flight is used again, by a request that is there',
    overlapping,
    (planting, { first, second }) => {
      const id = first.request.json?.['id'] ?? null;
      planting.replace(second.response, put(second.response.json, ['id'], id));
      return {
        at: planting.replace(second.request, put(second.request.json, ['id'], id)),
        rules: ['jsonrpc/duplicate-inflight-id'],
        fault: second.request.sender,
        brings: {
          'turn/open-request-at-end': 'nobody can tell which of the two was answered',
          'stop-reason/missing': 'nobody can tell which of the two was answered',
          'schema/invalid-result': 'nobody can tell which of the two was answered',
        },
        takes: { 'turn/prompt-error': 'nobody can tell which of the two failed' },
      };
    },
  ),
  at(
    'the id of a request in flight is used again, by one more request',
    (conversation) => stopped(conversation).filter((turn) => isAlone(conversation, turn)),
    (planting, { request: asked, response }) => {
      const id = asked.json?.['id'] ?? null;
      const again = planting.insertAfter(asked, 'client', request('_own/ping', {}, id));
      planting.insertBefore(response, 'agent', answer({}, id));
      return {
        at: again,
        rules: ['jsonrpc/duplicate-inflight-id'],
        fault: 'client',
        brings: {
          'extension/not-advertised': 'the method is one that nobody announced',
          'extension/wrong-unknown-reply': 'the method is one that nobody announced',
        },
      };
    },
  ),
  at(
    'the agent uses the id of its request in flight again',
    (conversation) => answered(conversation, 'session/request_permission'),
    (planting, { request: asked, response }) => {
      const id = asked.json?.['id'] ?? null;
      const again = planting.insertAfter(asked, 'agent', request('_own/ping', {}, id));
      planting.insertBefore(response, 'client', answer({}, id));
      return {
        at: again,
        rules: ['jsonrpc/duplicate-inflight-id'],
        fault: 'agent',
        brings: {
          'extension/not-advertised': 'the method is one that nobody announced',
          'extension/wrong-unknown-reply': 'the method is one that nobody announced',
        },
        takes: {
          'permission/client-auto': 'nobody can tell which of the two was answered',
          'capability/baseline-method-missing': 'nobody can tell which of the two was refused',
        },
      };
    },
  ),
  at(
    'the member jsonrpc is missing',
    ({ lines }) => lines.filter(({ json }) => json?.['jsonrpc'] === '2.0'),
    (planting, line) => ({
      at: planting.replace(line, without(line.json, ['jsonrpc'])),
      rules: ['jsonrpc/bad-version'],
      fault: line.sender,
    }),
  ),
  at(
    'the member jsonrpc is another version',
    ({ lines }) => lines.filter(({ json }) => json?.['jsonrpc'] === '2.0'),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['jsonrpc'], '1.0')),
      rules: ['jsonrpc/bad-version'],
      fault: line.sender,
    }),
  ),
  at('a request is sent without an id', firstSessions, (planting, { id }, conversation) => ({
    at: planting.append('client', notification('session/prompt', prompt(id))),
    rules: ['jsonrpc/request-sent-as-notification'],
    fault: 'client',
    ...closed(conversation, id),
  })),
  at(
    'a permission request is sent without an id',
    (conversation) => stopped(conversation).filter((turn) => isOrderly(conversation) && isAlone(conversation, turn)),
    (planting, { request: asked }) => ({
      at: planting.insertAfter(
        asked,
        'agent',
        notification('session/request_permission', {
          sessionId: sessionOf(asked) ?? '',
          toolCall: { toolCallId: 'planted', title: 'Planted' },
          options: OPTIONS,
        }),
      ),
      rules: ['jsonrpc/request-sent-as-notification'],
      fault: 'agent',
      brings: { 'tool-call/nonterminal-at-turn-end': 'nothing more is heard of the call' },
    }),
  ),
  at(
    'session/cancel is sent with an id',
    (conversation) => conversation.told('session/cancel'),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['id'], FRESH_ID)),
      rules: ['jsonrpc/notification-sent-as-request'],
      fault: 'client',
    }),
  ),
  at(
    'session/update is sent with an id',
    (conversation) => conversation.told('session/update'),
    (planting, line) => ({
      at: planting.replace(line, put(line.json, ['id'], FRESH_ID)),
      rules: ['jsonrpc/notification-sent-as-request'],
      fault: 'agent',
    }),
  ),
  at('the client sends a method of its own', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(
      made.response,
      'client',
      request('session/request_permission', {
        sessionId: id,
        toolCall: { toolCallId: 'planted', title: 'Planted' },
        options: OPTIONS,
      }),
    );
    planting.insertAfter(line, 'agent', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/wrong-direction'], fault: 'client' };
  }),
  at('the client sends session/update', firstSessions, (planting, { id, made }) => ({
    at: planting.insertAfter(
      made.response,
      'client',
      update(id, { sessionUpdate: 'agent_message_chunk', content: text('hello') }),
    ),
    rules: ['jsonrpc/wrong-direction'],
    fault: 'client',
  })),
  at('the agent sends a method of its own', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(made.response, 'agent', request('session/prompt', prompt(id)));
    planting.insertAfter(line, 'client', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/wrong-direction'], fault: 'agent' };
  }),
  at('the client sends an unknown method', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(made.response, 'client', request('session/summarize', { sessionId: id }));
    planting.insertAfter(line, 'agent', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/unknown-method'], fault: 'client' };
  }),
  at('the agent sends an unknown method', firstSessions, (planting, { id, made }) => {
    const line = planting.insertAfter(
      made.response,
      'agent',
      request('fs/list_directory', { sessionId: id, path: '/' }),
    );
    planting.insertAfter(line, 'client', refusal(-32601, 'Method not found'));
    return { at: line, rules: ['jsonrpc/unknown-method'], fault: 'agent' };
  }),
  at('the agent sends an unknown notification', firstSessions, (planting, { id, made }) => ({
    at: planting.insertAfter(made.response, 'agent', notification('session/progress', { sessionId: id, done: 0.5 })),
    rules: ['jsonrpc/unknown-method'],
    fault: 'agent',
  })),
];

/** Where a session was closed, using it is wrong for that, too. */
function closed(conversation: Conversation, id: JsonValue): Partial<Expected> {
  const isClosed = conversation.askedFor('session/close').some(({ request: asked }) => sessionOf(asked) === id);
  return isClosed ? { brings: { 'session/use-after-close': 'the session was closed before' } } : {};
}
