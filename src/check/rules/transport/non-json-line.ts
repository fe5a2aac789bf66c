import { NO_MESSAGE } from '../../../model/observer.js';
import { NESTING_LIMIT } from '../../../wire/message.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';
import { blocksOf, continues, EVIDENCE, likenessOf } from './unread-lines.js';

export const nonJsonLine = defineRule({
  id: 'transport/non-json-line',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every line between client and agent is a JSON-RPC message.',
  explanation:
    'The other side reads line by line and parses each as JSON: a banner, a log line or a stack trace among them is ' +
    'answered with a parse error, ends the connection, or disappears. An agent writes what is meant for people to ' +
    'stderr; that goes for what starts it (npx, uvx, a shell profile) and for libraries that print. Lines that are ' +
    'indented below such a line count as a part of it. Not reported: empty lines (transport/blank-line), a message ' +
    'printed over several lines (transport/embedded-newline), the cut last line of a stream ' +
    '(transport/truncated-final-frame). A warning where brackets stand in each other so deep that hardly any reader takes ' +
    'the line, whatever it says: it was not read here either.',
  spec: 'v1/transports#stdio',
  messages: {
    line: '{found} is no JSON{likeness}',
    lines: '{count} beginning with {found} are no JSON{likeness}',
    deep: 'the line has brackets within brackets, more than {limit} levels deep; it was not read',
  },
  on: ['unread', 'malformed'],
  inspect({ unread, connection, step, badFrames, report }) {
    if (step.message !== NO_MESSAGE) {
      const isDeep = step.message.kind === 'malformed' && step.message.reason === 'too-deep';
      if (isDeep) report('deep', { data: { limit: NESTING_LIMIT }, severity: 'warning' });
      return;
    }
    if (unread.isOneValue) return;
    const { last } = connection.wires[step.sender];
    const bad = badFrames.last[step.sender];
    for (const block of blocksOf(unread)) {
      const { first, rest, isJson } = block;
      if (isJson) continue;
      // what is indented below a line that was reported already is a part of that
      const isRest = bad?.rule === 'transport/non-json-line' && bad.seq === last?.seq && last.seq < first.seq;
      if (isRest && continues(first)) continue;
      const likeness = likenessOf(block);
      const data = { found: quoted(first.text), likeness: likeness === undefined ? '' : `; it looks like ${likeness}` };
      if (rest.length === 0) report('line', { at: first, data });
      else {
        const count = counted(rest.length + 1, 'line');
        report('lines', { at: first, data: { ...data, count }, evidence: rest.slice(0, EVIDENCE) });
      }
    }
  },
});
