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
  summary: 'Every line must be a JSON-RPC message.',
  explanation:
    'The other side parses each line as JSON. A banner, a log line or a stack trace in between is answered with a ' +
    'parse error, ends the connection, or disappears. An agent must write text for people to stderr. This includes ' +
    'whatever starts the agent (npx, uvx, a shell profile) and libraries that print.\n\n' +
    'Indented lines below such a line count as part of it. Only a warning if brackets are nested so deeply that ' +
    'hardly any reader accepts the line; Turntable does not read such a line either.\n\n' +
    'Not reported: empty lines (transport/blank-line), a message printed over several lines ' +
    '(transport/embedded-newline), the truncated last line of a stream (transport/truncated-final-frame).',
  spec: 'v1/transports#stdio',
  messages: {
    line: '{found} is not JSON{likeness}; only JSON-RPC messages may be sent here',
    lines: '{count} beginning with {found} are not JSON{likeness}; only JSON-RPC messages may be sent here',
    deep: 'the line was not read: its brackets are nested more than {limit} levels deep',
  },
  on: ['unread', 'malformed'],
  inspect({ unread, connection, step, lastBad, report }) {
    if (step.message !== NO_MESSAGE) {
      const isDeep = step.message.kind === 'malformed' && step.message.reason === 'too-deep';
      if (isDeep) report('deep', { data: { limit: NESTING_LIMIT }, severity: 'warning' });
      return;
    }
    if (unread.isOneValue) return;
    const { last } = connection.wires[step.sender];
    const bad = lastBad[step.sender];
    for (const block of blocksOf(unread)) {
      const { first, rest, isJson } = block;
      if (isJson) continue;
      // an indented line below a line that was already reported is a part of it
      const isRest = bad?.rule === 'transport/non-json-line' && bad.seq === last?.seq && last.seq < first.seq;
      if (isRest && continues(first)) continue;
      const likeness = likenessOf(block);
      const data = {
        found: quoted(first.text),
        likeness: likeness === undefined ? '' : ` (it looks like ${likeness})`,
      };
      if (rest.length === 0) report('line', { at: first, data });
      else {
        const count = counted(rest.length + 1, 'line');
        report('lines', { at: first, data: { ...data, count }, evidence: rest.slice(0, EVIDENCE) });
      }
    }
  },
});
