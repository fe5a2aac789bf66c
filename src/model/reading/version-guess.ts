import { ONLY_V2_METHODS } from '../../acp/methods/method-groups.js';
import type { Sender } from '../../wire/frame.js';
import type { SingleMessage } from '../../wire/message.js';
import type { Connection } from '../state/connection.js';
import { objectOf, textOf } from '../json-access.js';
import { keyOf } from '../state/request-key.js';

/** Updates that only v2 has; the last one has its name from an early draft. */
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
 * Recognizes a v2 connection by features that only v2 has. Used only if the recording does not hold initialize: judged
 * as v1, such a conversation would be wrong from beginning to end.
 */
export function guessVersion(connection: Connection, sender: Sender, message: SingleMessage): void {
  const { initialization, negotiated, version } = connection;
  if (version === 2 || negotiated || initialization.state !== 'none') return;
  if (!isOfV2(connection, sender, message)) return;
  connection.version = 2;
  // a v2 prompt is answered when it is accepted, so the turn that seemed to end there did not
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
