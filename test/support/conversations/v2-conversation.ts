import type { Connection } from '../../../src/model/state/connection.js';
import { Observer } from '../../../src/model/observer.js';
import type { Session } from '../../../src/model/state/session.js';
import type { JsonObject } from '../../../src/wire/json-text.js';
import { request, result, type Said } from './conversation.js';

export type Line = Said[number];

export const client = (message: JsonObject): Line => ['client', message];
export const agent = (message: JsonObject): Line => ['agent', message];
export const update = (fields: JsonObject): Line =>
  agent({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update: fields } });
export const text = (said: string): JsonObject => ({ type: 'text', text: said });
export const prompt = (id: number, said: string): Line =>
  client(request(id, 'session/prompt', { sessionId: 's1', prompt: [text(said)] }));
export const accepted = (id: number, messageId?: string): Line =>
  agent(result(id, messageId === undefined ? {} : { messageId }));
export const echo = (messageId: string, said: string): Line =>
  update({ sessionUpdate: 'user_message', messageId, content: [text(said)] });
export const output = (messageId: string): Line =>
  update({ sessionUpdate: 'agent_message_chunk', messageId, content: text('Well') });
export const state = (name: string, stopReason?: string): Line =>
  update({ sessionUpdate: 'state_update', state: name, ...(stopReason !== undefined && { stopReason }) });
export const idle = state('idle', 'end_turn');

export const HANDSHAKE: readonly Line[] = [
  client(request(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} })),
  agent(
    result(0, {
      protocolVersion: 2,
      info: { name: 'a', version: '1' },
      capabilities: { session: {} },
      authMethods: [],
    }),
  ),
  client(request(1, 'session/new', { cwd: '/p' })),
  agent(result(1, { sessionId: 's1' })),
];
/** The same with a sign of the newer draft. */
export const HANDSHAKE_2B: readonly Line[] = [
  ...HANDSHAKE.slice(0, 3),
  agent(result(1, { sessionId: 's1', availableCommands: [{ type: 'command', name: 'web', description: 'Search' }] })),
];

/** What is known after a conversation. */
export function observed(said: Said): Connection {
  const observer = new Observer([], { fromStart: true });
  said.forEach(([sender, message], seq) => {
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const by = sender === 'client' ? 'client' : 'agent';
    observer.frame({ seq, sender: by, bytes, sizeBytes: bytes.length, terminated: true, atNs: undefined });
  });
  return observer.connection;
}

/** What is known of the session after what was said in it. */
export function sessionAfter(...said: readonly Line[]): Session {
  const session = observed([...HANDSHAKE, ...said]).sessions.get('s1');
  if (session === undefined) throw new Error('no session');
  return session;
}
