import { brokenUtf8 } from '../../../wire/utf8.js';
import { defineRule } from '../../engine/rule.js';

export const invalidUtf8 = defineRule({
  id: 'transport/invalid-utf8',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every message must be valid UTF-8.',
  explanation:
    'A strict reader rejects the whole line. A lenient one puts replacement characters in place of the broken text, ' +
    'so a file written from it differs from the original.\n\n' +
    'Usually the sender passed on raw bytes of a file or a terminal, or cut a character in two when it shortened ' +
    'some output. Decode bytes before you put them into a string, and cut only between characters.\n\n' +
    'Turntable checks the whole line, so it does not matter how the line was split into chunks.',
  spec: 'v1/transports',
  messages: { byte: 'byte {offset} of the line (0x{byte}) is not valid UTF-8' },
  on: ['malformed'],
  inspect({ step, line, report }) {
    if (step.message.kind !== 'malformed' || step.message.reason !== 'invalid-utf8' || line.bytes === undefined) return;
    const broken = brokenUtf8(line.bytes);
    // a last line that ends within a character is truncated, not badly encoded
    if (broken === undefined || (broken.isCutShort && !line.terminated)) return;
    const byte = (line.bytes[broken.offset] ?? 0).toString(16).padStart(2, '0');
    report('byte', { data: { offset: broken.offset, byte } });
  },
});
