import { escapeUnsafe } from '../../wire/plain-text.js';
import type { Divergence } from './divergence.js';
import { shortPointer } from './short-pointer.js';

/** How many places are named. */
const NAMED = 2;
const AGAIN = 'record the fixture again';

/** What to do if the client is right: the options of the library, with those of the command in brackets. */
export function acceptanceOf({ kind, differences, received }: Divergence): string {
  const pointers = differences.map(({ pointer }) => pointer).filter((pointer) => pointer !== '');
  if (kind === 'different' && pointers.length > 0) {
    const quoted = pointers.slice(0, NAMED).map((pointer) => `'${shortPointer(escapeUnsafe(pointer))}'`);
    const more = pointers.length > NAMED ? ', ...' : '';
    return `If the client is right: ignore: [${quoted.join(', ')}${more}] (--ignore), or ${AGAIN}.`;
  }
  if (kind === 'unused') {
    return `If the client may leave this early: allowPartial: true (--allow-partial), or ${AGAIN}.`;
  }
  if (kind === 'silence') return `If the client needs more time: set wait (--wait). If it never sends this: ${AGAIN}.`;
  if (kind === 'unexpected' && received?.startsWith('session/cancel') === true) {
    return `If the client may cancel here: onCancel: 'answer' (--on-cancel answer), or ${AGAIN}.`;
  }
  return `If the client is right: ${AGAIN}.`;
}
