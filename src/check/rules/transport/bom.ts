import { defineRule } from '../../engine/rule.js';

export const bom = defineRule({
  id: 'transport/bom',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A message should not begin with a byte order mark.',
  explanation:
    'JSON on a network must not begin with U+FEFF (RFC 8259, section 8.1). Many parsers reject the line, and it is ' +
    'usually the first one: initialize. Choose an encoding without a mark ("utf-8", not "utf-8-sig" or "UTF8" with ' +
    'a preamble).\n\n' +
    'Turntable skips the mark and reads the message.',
  spec: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  messages: { mark: 'the line begins with a byte order mark (EF BB BF); JSON must be sent without one' },
  on: ['line if odd-line'],
  inspect({ line: { bytes }, report }) {
    if (bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) report('mark');
  },
});
