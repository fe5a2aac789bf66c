import { NESTING_LIMIT } from '../../../wire/message.js';
import { NO_MESSAGE } from '../../../model/observer.js';
import { defineRule } from '../../engine/rule.js';
import { counted, quoted } from '../../engine/wording.js';
import { blocksOf, continues, likenessOf } from './unread-lines.js';

/** So many lines of a block are named as evidence. */
const EVIDENCE = 10;

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
  inspect({ unread, connection, step, report }) {
    if (step.message !== NO_MESSAGE) {
      const isDeep = step.message.kind === 'malformed' && step.message.reason === 'too-deep';
      if (isDeep) report('deep', { data: { limit: NESTING_LIMIT }, severity: 'warning' });
      return;
    }
    if (unread.isOneValue) return;
    const { lastBad, last } = connection.wires[step.sender];
    for (const block of blocksOf(unread)) {
      const { first, rest, isJson } = block;
      if (isJson) continue;
      // what is indented below a line that was reported already is a part of that
      const isRest = lastBad?.rule === 'transport/non-json-line' && lastBad.seq === last?.seq && last.seq < first.seq;
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

export const notAnObject = defineRule({
  id: 'transport/not-an-object',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A line holds a JSON object: a request, a notification or a response.',
  explanation:
    'A string, a number, true, false or null is JSON and yet no message: the other side answers "invalid request" or ' +
    'drops it. Often a program prints a value among its messages, or a message was serialised twice and became a ' +
    'string. Arrays are looked at by the rules about batches.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    value: 'the line is {found}, which is no message',
    twice: 'the line is a JSON string with a message in it: it was serialised twice',
    entry: 'an entry of the batch is {found}, which is no message',
  },
  on: ['malformed', 'unread'],
  inspect({ step, unread, report }) {
    const { message, batch, version } = step;
    if (message === NO_MESSAGE) {
      const blocks = unread.isOneValue ? [] : blocksOf(unread);
      for (const { first, isJson } of blocks)
        if (isJson) report('value', { at: first, data: { found: quoted(first.text) } });
      return;
    }
    if (message.kind !== 'malformed' || message.reason !== 'not-an-object') return;
    if (batch !== undefined) {
      // in v1 the array as a whole is the fault
      if (version === 2) report('entry', { data: { found: quoted(message.json) }, dialects: { v2b: 'off' } });
    } else {
      report(isMessageText(message.json) ? 'twice' : 'value', { data: { found: quoted(message.json) } });
    }
  },
});

function isMessageText(json: unknown): boolean {
  return typeof json === 'string' && /^\s*\{.*"jsonrpc"/.test(json);
}
