import { defineRule } from '../../engine/rule.js';

export const bom = defineRule({
  id: 'transport/bom',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'No byte-order mark stands before a message.',
  explanation:
    'JSON that is exchanged must not begin with U+FEFF (RFC 8259, section 8.1). Many parsers refuse the line, and with ' +
    'it usually initialize, the first one. Choose an encoding without a mark ("utf-8", not "utf-8-sig" or "UTF8" with ' +
    'a preamble). The mark is passed over here.',
  spec: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  messages: { mark: 'the line begins with a byte-order mark (EF BB BF)' },
  on: ['line if odd-line'],
  inspect({ line: { bytes }, report }) {
    if (bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) report('mark');
  },
});
