import type { Conversation } from '../frame/conversation.js';
import type { Intent } from '../frame/view.js';

/** Copies the raw bytes of a frame. An event has no bytes. */
export function copyFrame(conversation: Conversation, seq: number): readonly Intent[] {
  const entry = conversation.entry(seq);
  if (entry?.type !== 'frame') return [{ type: 'say', text: 'an event has no bytes to copy', isError: true }];
  const text = new TextDecoder().decode(conversation.bytes(entry));
  return [{ type: 'copy', what: `frame ${entry.seq}`, text }];
}
