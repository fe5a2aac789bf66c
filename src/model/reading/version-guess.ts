import { ONLY_V2_METHODS } from '../../acp/methods/method-groups.js';
import type { Sender } from '../../wire/frame.js';
import type { SingleMessage } from '../../wire/message.js';
import type { Connection } from '../state/connection.js';
import { objectOf, textOf } from '../json-access.js';
import { keyOf } from '../state/request-key.js';

/** Updates that only v2 has; the last one under the name that a draft gave it. */
const V2_UPDATES: ReadonlySet<string> = new Set([
  'state_update',
  'user_message',
  'agent_message',
  'agent_thought',
  'tool_call_content_chunk',
  'terminal_update',
  'terminal_output_chunk',
  'state_change',
]);

/**
 * Takes a connection for one of v2 by what only v2 has. Only where the recording does not hold the initialize that
 * would say so: judged as v1, such a conversation would be wrong from one end to the other.
 */
export function guessVersion(connection: Connection, sender: Sender, message: SingleMessage): void {
  const { initialization, negotiated, version } = connection;
  if (version === 2 || negotiated || initialization.state !== 'none') return;
  if (!isOfV2(connection, sender, message)) return;
  connection.version = 2;
  // a prompt of v2 is answered when it is accepted: what seemed to be its turn is none
  for (const session of connection.sessions.values()) {
    session.open = [];
    session.dismissed.clear();
  }
}

function isOfV2(connection: Connection, sender: Sender, message: SingleMessage): boolean {
  if (message.kind === 'malformed') return false;
  if (message.kind === 'response') {
    const key = keyOf(message);
    const asked = key === undefined || sender === 'client' ? undefined : connection.requests.client.pending.get(key);
    const result = message.outcome.ok ? objectOf(message.outcome.result) : undefined;
    return asked?.method === 'session/prompt' && result?.['messageId'] !== undefined && !('stopReason' in result);
  }
  const { method } = message;
  const params = objectOf(message.params);
  if (sender === 'client') return ONLY_V2_METHODS.has(method);
  if (method === 'session/update') return V2_UPDATES.has(textOf(objectOf(params?.['update'])?.['sessionUpdate']) ?? '');
  return method === 'session/request_permission' && params?.['title'] !== undefined && !('toolCall' in params);
}
