import { objectOf } from '../../model/json-access.js';
import { readMessage } from '../../wire/message.js';
import type { ClientMessage } from '../script/script.js';

const encoder = new TextEncoder();

/** Whether a request loads or resumes a session that was not created in the recording, so that another agent does not know it. */
export function opensUnknown({ kind, method, lane, frame }: ClientMessage): boolean {
  const restores = kind === 'request' && (method === 'session/load' || method === 'session/resume');
  return restores && lane?.opener?.frame === frame;
}

/** Turns a request that loads a session into one for a new session, with the same params. */
export function asNewSession(bytes: Uint8Array): Uint8Array {
  const message = readMessage(bytes);
  if (message.kind !== 'request') return bytes;
  const { sessionId, ...params } = objectOf(message.params) ?? {};
  const said = JSON.stringify(sessionId === undefined ? {} : params);
  return encoder.encode(`{"jsonrpc":"2.0","id":${message.id},"method":"session/new","params":${said}}`);
}
