import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';
import { EVIDENCE } from './unread-lines.js';

export const embeddedNewline = defineRule({
  id: 'transport/embedded-newline',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A message stands on one line.',
  explanation:
    'A newline ends a message. One that is printed over several lines, or whose text holds a raw newline, reaches the ' +
    'other side as several broken ones. Write it with a serialiser that does not indent, and newlines in texts as \\n. ' +
    'The message is put together here, so that what follows is judged as if it had come on one line.',
  spec: 'v1/transports#stdio',
  messages: { spread: 'a message is spread over {lines}; the first of them is {found}' },
  on: ['unread'],
  inspect({ unread, report }) {
    const [first, ...rest] = unread.lines;
    if (!unread.isOneValue || first === undefined) return;
    const data = { lines: counted(unread.lines.length, 'line'), found: quoted(first.text) };
    report('spread', { at: first, data, evidence: [...rest.slice(0, EVIDENCE - 1), rest.at(-1)] });
  },
});
