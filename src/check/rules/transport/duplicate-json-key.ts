import { type DuplicateKey, duplicateKeyIn, hasDuplicateKeys } from '../../../wire/duplicate-keys.js';
import { elementSpans } from '../../../wire/json-text.js';
import type { Message } from '../../../wire/message.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const duplicateJsonKey = defineRule({
  id: 'transport/duplicate-json-key',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The keys of a JSON object should be unique.',
  explanation:
    'Parsers disagree about a repeated key: most take its last value, some the first, and some reject the message. ' +
    'The two sides may then act on different ids or parameters. This happens when JSON is assembled as text; use a ' +
    'serializer.\n\n' +
    'Checked: the message, its params or result, and the objects in them. Not checked: _meta and the data of an ' +
    'error.',
  spec: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  messages: { twice: 'the key {key} appears twice in {place}; most readers take its last value' },
  on: ['line'],
  inspect({ line: { bytes }, lineMessage, report }) {
    if (bytes === undefined) return;
    const found = duplicateIn(bytes, lineMessage);
    if (found === undefined) return;
    const place = found.path.length === 0 ? 'the message' : found.path.join('.');
    report('twice', { data: { key: quoted(found.key), place } });
  },
});

function duplicateIn(bytes: Uint8Array, message: Message): DuplicateKey | undefined {
  if (message.kind === 'batch') {
    const text = new TextDecoder().decode(bytes);
    for (const [start, end] of elementSpans(text)) {
      const found = duplicateKeyIn(text.slice(start, end));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const { json } = message;
  if (json === undefined || !hasDuplicateKeys(bytes, json)) return undefined;
  return duplicateKeyIn(new TextDecoder().decode(bytes));
}
