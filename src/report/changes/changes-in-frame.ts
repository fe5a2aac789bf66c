import { objectOf, objectsOf } from '../../model/json-access.js';
import { readMessage } from '../../wire/message.js';
import { fileChangesOf, type FileChange } from './file-change.js';

/** Larger frames are not searched for changes, in bytes: that would block a key. */
const MOST_BYTES = 4_000_000;

/** The file changes in a frame: in an update of a tool call, or in a request to permit one. */
export function changesInFrame(bytes: Uint8Array): FileChange[] {
  if (bytes.length > MOST_BYTES) return [];
  const message = readMessage(bytes);
  const messages = message.kind === 'batch' ? message.messages : [message];
  return messages.flatMap((each) => {
    if (each.kind !== 'notification' && each.kind !== 'request') return [];
    const params = objectOf(each.params);
    const call = objectOf(params?.['update']) ?? objectOf(params?.['toolCall']);
    // v2 can also send content piece by piece
    const piece = objectOf(call?.['content']);
    return fileChangesOf(piece === undefined ? objectsOf(call?.['content']) : [piece]);
  });
}
