import type { Message, SingleMessage } from '../../../wire/message.js';

/** The entries of a batch. */
export function entriesOf(message: Message): readonly SingleMessage[] {
  return message.kind === 'batch' ? message.messages : [];
}
