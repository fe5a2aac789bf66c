import { request, result } from './conversation.js';
import type { Conversation } from './scripted.js';

/** The root of the sessions that {@link opened} makes. */
export const ROOT = '/home/me/project';

export const HELLO = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } });

/** The handshake of v1: lines 1 and 2. */
export const GREETED: Conversation = [
  ['client', HELLO],
  ['agent', result(0, { protocolVersion: 1, agentCapabilities: { loadSession: true }, authMethods: [] })],
];

/** The handshake, and sessions that are made one after the other: of the first one lines 3 and 4. */
export function opened(...sessionIds: readonly string[]): Conversation {
  return [
    ...GREETED,
    ...sessionIds.flatMap((sessionId, i): Conversation => [
      ['client', request(i + 1, 'session/new', { cwd: ROOT, mcpServers: [] })],
      ['agent', result(i + 1, { sessionId })],
    ]),
  ];
}

/** A prompt of a client. */
export function prompt(id: number, sessionId: string, text = 'hello') {
  return request(id, 'session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
}

export function stopped(id: number, stopReason = 'end_turn') {
  return result(id, { stopReason });
}
