import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';
import { EVIDENCE } from './unread-lines.js';

export const embeddedNewline = defineRule({
  id: 'transport/embedded-newline',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A message must be on one line.',
  explanation:
    'A newline ends a message. A message printed over several lines, or with a raw newline in a string, reaches the ' +
    'other side as several broken messages. Serialize without indentation, and write newlines in strings as \\n.\n\n' +
    'Turntable joins the lines again and checks what follows as if the message had come on one line.',
  spec: 'v1/transports#stdio',
  messages: { spread: 'the message is spread over {lines}, beginning with {found}; a message must be on one line' },
  on: ['unread'],
  inspect({ unread, report }) {
    const [first, ...rest] = unread.lines;
    if (!unread.isOneValue || first === undefined) return;
    const data = { lines: counted(unread.lines.length, 'line'), found: quoted(first.text) };
    report('spread', { at: first, data, evidence: [...rest.slice(0, EVIDENCE - 1), rest.at(-1)] });
  },
});
