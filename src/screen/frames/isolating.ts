import { objectOf, textOf } from '../../model/json-access.js';
import type { Frame } from '../../wire/frame.js';
import { readMessage } from '../../wire/message.js';

/** The filter for the frames that belong to a frame: those of its tool call, otherwise of its exchange. Undefined if it has neither. */
export function isolatingFilter(frame: Frame): string | undefined {
  const call = frame.head.length < frame.sizeBytes ? undefined : toolCallOf(frame);
  if (call !== undefined) return `tool:${quoted(call)}`;
  const id = frame.envelope?.id;
  return id === undefined ? undefined : `id:${quoted(id)}`;
}

function toolCallOf({ head }: Frame): string | undefined {
  const message = readMessage(head);
  if (message.kind !== 'notification' && message.kind !== 'request') return undefined;
  const params = objectOf(message.params);
  return textOf(objectOf(params?.['update'])?.['toolCallId']) ?? textOf(objectOf(params?.['toolCall'])?.['toolCallId']);
}

function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : JSON.stringify(text);
}
