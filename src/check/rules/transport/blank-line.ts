import { NO_MESSAGE } from '../../../model/observer.js';
import { defineRule } from '../../engine/rule.js';
import { isBlank as isEmpty } from './unread-lines.js';

const CARRIAGE_RETURN = 0x0d;

export const blankLine = defineRule({
  id: 'transport/blank-line',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Lines should end with a bare newline, and none should be empty.',
  explanation:
    'Readers skip empty lines and whitespace before the newline; the official SDK does too. Still, only messages ' +
    'belong on the stream.\n\n' +
    'Reported at most twice per side: for the first empty line, and for the first line that ends with CR LF.',
  spec: 'v1/transports#stdio',
  messages: {
    blank: 'the line is empty',
    crlf: 'the line ends with CR LF instead of LF',
  },
  on: ['line if odd-line', 'unread'],
  inspect({ step: { sender }, line: { bytes }, lineMessage, unread, report }) {
    const isBlankLine = lineMessage.kind === 'malformed' && lineMessage.reason === 'blank';
    if (isBlankLine && bytes?.[0] !== 0xef) report('blank', { once: `${sender} blank` });
    if (!isBlankLine && bytes?.[bytes.length - 1] === CARRIAGE_RETURN) report('crlf', { once: `${sender} crlf` });
    if (lineMessage !== NO_MESSAGE || unread.isOneValue) return;
    const blank = unread.lines.find(isEmpty);
    if (blank !== undefined) report('blank', { at: blank, once: `${sender} blank` });
  },
});
