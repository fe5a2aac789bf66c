import type { Envelope } from '../../wire/frame.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import type { Message } from '../../wire/message.js';

/** What lists show and look-ups need of a message; of a batch only that it is one. */
export function envelopeOf(message: Message): Envelope {
  switch (message.kind) {
    case 'request':
      return envelope(message.kind, { method: message.method, id: message.id, sessionId: sessionIn(message.params) });
    case 'notification':
      return envelope(message.kind, { method: message.method, sessionId: sessionIn(message.params) });
    case 'response':
      return envelope(message.kind, {
        id: message.id,
        sessionId: message.outcome.ok ? sessionIn(message.outcome.result) : undefined,
      });
    case 'batch':
    case 'malformed':
      return envelope(message.kind, {});
    default:
      return message satisfies never;
  }
}

function envelope(
  kind: Envelope['kind'],
  { method, id, sessionId }: { method?: string; id?: string | undefined; sessionId?: string | undefined },
): Envelope {
  return { kind, method, id, sessionId };
}

/** The session that params or a result name (spec: v1/session-setup). */
function sessionIn(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const { sessionId } = value;
  return typeof sessionId === 'string' ? sessionId : undefined;
}
