import type { SaidLine } from '../planting.js';
import { type Fault, at } from './fault.js';
import { isV2, kindOf, afterEachAnswer, updates } from './places.js';
import { notification } from './sayings.js';

/** What a line that cannot be read leads to. */
const UNREAD = {
  brings: {
    'jsonrpc/bad-frame-unanswered': 'nobody said that the line could not be read',
    'eos/unreadable-rate': 'it is one more of them',
    'eos/request-never-answered': 'an error without an id may have meant this line instead of a request',
  },
  takes: {
    'jsonrpc/bad-frame-unanswered': 'it is told once a side',
    'turn/prompt-error': 'the prompt was not right',
    'capability/baseline-method-missing': 'the request was not right',
    'eos/session-left-open': 'it is only told where nothing else was open',
  },
};

const isPrintable = (line: SaidLine) => line.json !== undefined && line.terminated;

export const LINES: readonly Fault[] = [
  at(
    'two messages stand in an array',
    ({ lines }) => lines.filter((line) => isPrintable(line) && 'method' in (line.json ?? {})),
    (planting, line, conversation) => ({
      at: planting.replace(line, [line.json ?? {}, notification('_own/note', {})]),
      rules: ['transport/batch-not-allowed'],
      fault: line.sender,
      takes: UNREAD.takes,
      brings: {
        ...UNREAD.brings,
        'extension/not-advertised': 'the method is one that nobody announced',
        'init/not-first': 'where the first of the two is initialize, the other one comes too early',
        ...(isV2(conversation) && { 'transport/batch-lifecycle-method': 'it is that, too' }),
      },
    }),
  ),
  at(
    'an array of one message',
    ({ lines }) => lines.filter(isPrintable),
    (planting, line, conversation) => ({
      at: planting.replace(line, [line.json ?? {}]),
      rules: ['transport/batch-not-allowed'],
      fault: line.sender,
      takes: UNREAD.takes,
      brings: {
        ...UNREAD.brings,
        ...(isV2(conversation) && { 'transport/batch-lifecycle-method': 'it is that, too' }),
      },
    }),
  ),
  at('a log line stands among the messages of the agent', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'agent', '2025-01-01T00:00:00Z INFO model loaded in 3.2 s'),
    rules: ['transport/non-json-line'],
    fault: 'agent',
    ...UNREAD,
  })),
  at(
    'a log line stands before everything',
    ({ lines }) => lines.slice(0, 1),
    (planting, line) => ({
      at: planting.insertAfter(line, 'agent', 'Starting agent...'),
      rules: ['transport/non-json-line'],
      fault: 'agent',
      ...UNREAD,
    }),
  ),
  at('the client writes a line that is no JSON', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'client', 'y'),
    rules: ['transport/non-json-line'],
    fault: 'client',
    ...UNREAD,
  })),
  at(
    'a message is printed over several lines',
    ({ lines }) => lines.filter((line) => isPrintable(line) && 'method' in (line.json ?? {})),
    (planting, line) => {
      const [first] = planting.split(line, JSON.stringify(line.json, null, 2).split('\n'));
      if (first === undefined) throw new Error('There is no piece.');
      return { at: first, rules: ['transport/embedded-newline'], fault: line.sender, ...UNREAD };
    },
  ),
  at(
    'a line is cut off in the middle, and the next one follows',
    (conversation) => conversation.told('session/update').filter((line) => kindOf(line) === 'agent_message_chunk'),
    (planting, line) => ({
      at: planting.replace(line, line.bytes.slice(0, Math.ceil(line.bytes.length / 2))),
      rules: ['transport/non-json-line'],
      fault: 'agent',
      takes: UNREAD.takes,
      brings: { ...UNREAD.brings, 'turn/no-output': 'the one thing that the turn said was cut off' },
    }),
  ),
  at(
    'the last line of the agent is cut off',
    ({ lines }) => lines.filter(({ sender }) => sender === 'agent').slice(-1),
    (planting, line, conversation) => {
      const one = conversation.asked.find(({ response }) => response === line);
      return {
        at: planting.replace(line, line.bytes.slice(0, Math.ceil(line.bytes.length / 2)), { terminated: false }),
        rules: ['transport/truncated-final-frame'],
        fault: 'agent',
        ...(one !== undefined && {
          brings: {
            'eos/turn-never-answered': 'the answer was cut off',
            'eos/cancel-never-confirmed': 'the answer was cut off',
            'eos/request-never-answered': 'the answer was cut off',
            'eos/initialize-never-answered': 'the answer was cut off',
            'eos/load-never-answered': 'the answer was cut off',
            'cancel/request-unanswered': 'the answer was cut off',
          },
        }),
        ...(isV2(conversation) && { brings: { 'eos/foreground-never-idle': 'it is the idle that was cut off' } }),
        takes: { 'eos/tool-call-never-finished': 'the turn is not over' },
      };
    },
  ),
  at(
    'the last line of the agent has no newline',
    ({ lines }) => lines.filter(({ sender }) => sender === 'agent').slice(-1),
    (planting, line) => ({
      at: planting.replace(line, line.bytes, { terminated: false }),
      rules: ['transport/truncated-final-frame'],
      fault: 'agent',
    }),
  ),
  at(
    'a text is no UTF-8',
    (conversation) =>
      [
        ...updates(conversation, 'agent_message_chunk'),
        ...updates(conversation, 'tool_call'),
        ...conversation.askedFor('session/prompt').map(({ request: asked }) => asked),
      ].filter(({ bytes }) => /"(text|title)":"/.test(new TextDecoder().decode(bytes))),
    (planting, line) => {
      // half a character where a text begins
      const said = new TextDecoder().decode(line.bytes);
      const start = /"(text|title)":"/.exec(said);
      const end = new TextEncoder().encode(said.slice(0, (start?.index ?? 0) + (start?.[0].length ?? 0))).length;
      const bytes = new Uint8Array([...line.bytes.subarray(0, end), 0xe2, 0x82, ...line.bytes.subarray(end)]);
      const brings = { ...UNREAD.brings, 'v2/user-message-altered': 'what was no text is shown as something else' };
      const rules = ['transport/invalid-utf8'];
      return { at: planting.replace(line, bytes), rules, fault: line.sender, ...UNREAD, brings };
    },
  ),
  at('an empty line', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'agent', ''),
    rules: ['transport/blank-line'],
    fault: 'agent',
    isMild: true,
  })),
  at(
    'a byte-order mark',
    ({ lines }) => lines.filter(isPrintable),
    (planting, line) => ({
      at: planting.replace(line, new Uint8Array([0xef, 0xbb, 0xbf, ...line.bytes])),
      rules: ['transport/bom'],
      fault: line.sender,
    }),
  ),
  at('a bare text', afterEachAnswer, (planting, line) => ({
    at: planting.insertAfter(line, 'agent', '"ready"'),
    rules: ['transport/not-an-object'],
    fault: 'agent',
    ...UNREAD,
  })),
];
