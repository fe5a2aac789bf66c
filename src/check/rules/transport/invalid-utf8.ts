import { brokenUtf8 } from '../../../wire/utf8.js';
import { defineRule } from '../../engine/rule.js';

export const invalidUtf8 = defineRule({
  id: 'transport/invalid-utf8',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every message is UTF-8.',
  explanation:
    'Readers that decode strictly refuse the whole line; others put a replacement character where text was, so that a ' +
    'file written from it differs. Usually the bytes of a file or of a terminal were passed through as they are, or a ' +
    'character was cut in two where output is shortened. Decode such bytes before they become a string; cut between ' +
    'characters. The whole line is looked at: how it was cut into chunks does not matter.',
  spec: 'v1/transports',
  messages: { byte: 'byte {offset} of the line (0x{byte}) is no UTF-8' },
  on: ['malformed'],
  inspect({ step, line, report }) {
    if (step.message.kind !== 'malformed' || step.message.reason !== 'invalid-utf8' || line.bytes === undefined) return;
    const broken = brokenUtf8(line.bytes);
    // a last line that ends within a character is cut, and that is all
    if (broken === undefined || (broken.isCutShort && !line.terminated)) return;
    const byte = (line.bytes[broken.offset] ?? 0).toString(16).padStart(2, '0');
    report('byte', { data: { offset: broken.offset, byte } });
  },
});
