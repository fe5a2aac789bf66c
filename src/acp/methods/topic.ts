import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import type { Message } from '../../wire/message.js';

/** What a request or notification is about, beside its method. */
export interface Topic {
  /** The kind of a session/update (spec: v1/prompt-turn). */
  readonly updateKind: string | undefined;
  /** The tool call that an update, a permission request or another message names (spec: v1/tool-calls). */
  readonly toolCallId: string | undefined;
}

const NONE: Topic = { updateKind: undefined, toolCallId: undefined };

/** Of a response that is for its request to say; of a batch for each of its messages. */
export function topicOf(message: Message): Topic {
  if (message.kind !== 'request' && message.kind !== 'notification') return NONE;
  const { method, params } = message;
  if (!isJsonObject(params)) return NONE;
  const update = method === 'session/update' ? params['update'] : undefined;
  return {
    updateKind: textIn(update, 'sessionUpdate'),
    toolCallId:
      textIn(update, 'toolCallId') ?? textIn(params['toolCall'], 'toolCallId') ?? textIn(params, 'toolCallId'),
  };
}

function textIn(value: JsonValue | undefined, member: string): string | undefined {
  const text = isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
