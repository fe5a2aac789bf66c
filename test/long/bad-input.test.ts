import { describe, expect, test } from 'vitest';
import { serializeState } from '../../src/store/query/checkpoint-state.js';
import { Observer } from '../../src/model/observer.js';
import { TranscriptReader } from '../../src/model/transcript/transcript-reader.js';
import type { TranscriptTurn } from '../../src/model/transcript/transcript.js';
import { quoted } from '../../src/check/engine/wording.js';
import { transcriptBlocks } from '../../src/report/transcript/blocks.js';
import { transcriptMarkdown } from '../../src/report/transcript/transcript-markdown.js';
import { transcriptLines } from '../../src/report/transcript/transcript-text.js';
import { summaryOf } from '../../src/report/summary.js';
import { NESTING_LIMIT, readMessage } from '../../src/wire/message.js';
import { utf8 } from '../support/values/bytes.js';
import { violationsIn } from '../support/checking/checking.js';
import { request, result } from '../support/conversations/conversation.js';
import { line, tell, type Observed } from '../support/conversations/observing.js';
import type { JsonValue } from '../../src/wire/json-text.js';

const MIB = 1024 * 1024;

const before: readonly Observed[] = [
  line('client', request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} })),
  line('agent', result(0, { protocolVersion: 1, agentCapabilities: {} })),
  line('client', request(1, 'session/new', { cwd: '/', mcpServers: [] })),
  line('agent', result(1, { sessionId: 's' })),
  line('client', request(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'hi' }] })),
];
const after: readonly Observed[] = [
  line('agent', {
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } } },
  }),
  line('agent', result(2, { stopReason: 'end_turn' })),
];
/** What is said of the conversation without the line in its midst: capabilities, names of the programs. */
const usual = new Set([...violationsIn([...before, ...after]).map(({ rule }) => rule), 'jsonrpc/bad-frame-unanswered']);

/** What the checker says of a line in the midst of a turn, as `severity rule`, and the longest thing that it says. */
function judged(bytes: Uint8Array | undefined): { found: string[]; longest: number } {
  const strange: Observed = { type: 'frame', sender: 'agent', bytes, terminated: true, atNs: undefined };
  const violations = violationsIn([...before, strange, ...after]).filter(
    ({ seq, rule }) => seq === before.length && !usual.has(rule),
  );
  return {
    found: violations.map(({ severity, rule }) => `${severity} ${rule}`),
    longest: violations.reduce((longest, { message }) => Math.max(longest, message.length), 0),
  };
}

/** All that shows a frame to people shows this one. */
function show(bytes: Uint8Array): void {
  const turns: TranscriptTurn[] = [];
  const observer = new Observer([new TranscriptReader((turn) => turns.push(turn))]);
  tell(observer, [...before, { type: 'frame', sender: 'agent', bytes, terminated: true, atNs: undefined }, ...after]);
  observer.end();
  expect(serializeState(observer.connection).length).toBeGreaterThan(0);
  for (const turn of turns) {
    const blocks = transcriptBlocks(turn, [], { hasTimes: true });
    expect([...transcriptLines(blocks, 80)].length).toBeGreaterThan(0);
    expect(transcriptMarkdown(blocks).length).toBeGreaterThan(0);
  }
  expect(summaryOf(readMessage(bytes)).length).toBeLessThan(10_000);
}

/** A value with `inner` at its place `_`, in a message of the agent. */
function holding(path: string, inner: string): Uint8Array {
  return utf8(path.replace('"_"', () => inner));
}

const PLACES = [
  '"_"',
  '{"jsonrpc":"2.0","id":5,"result":"_"}',
  '{"jsonrpc":"2.0","id":5,"error":"_"}',
  '{"jsonrpc":"2.0","id":"_","method":"x"}',
  '{"jsonrpc":"2.0","id":2,"result":{"stopReason":"_"}}',
  '{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"m","data":"_"}}',
  '{"jsonrpc":"2.0","method":"_own","params":"_"}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":"_"}}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"t","rawInput":"_","content":["_"]}}}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"config_option_update","configOptions":["_"]}}}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","_meta":{"x":"_"},"update":{"sessionUpdate":"agent_message_chunk","content":"_"}}}',
  '{"jsonrpc":"2.0","id":8,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"c","rawInput":"_"},"options":["_"]}}',
  '{"jsonrpc":"2.0","id":8,"id":8,"method":"x","params":"_"}',
  '[{"jsonrpc":"2.0","method":"x","params":"_"}]',
];

const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

describe('JSON that is nested', () => {
  test.each([
    ['ten million levels of arrays', nested('[', ']', 10_000_000)],
    ['five million levels of objects', nested('{"a":', '}', 5_000_000)],
    ['ten million levels that nothing closes', '['.repeat(10_000_000)],
  ])('%s deep is no message, and that is all', { timeout: 120_000 }, (_, deep) => {
    for (const place of [PLACES[0], PLACES[8], PLACES[12]]) {
      const { found, longest } = judged(holding(place ?? '', deep));
      expect(found).toEqual(['warning transport/non-json-line']);
      expect(longest).toBeLessThan(1_000);
    }
    show(holding(PLACES[8] ?? '', deep));
  });

  test.each(PLACES)('as deep as is read can be looked at and shown wherever it stands: %s', (place) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"_meta":', '}'],
      ['{"a":1,"a":', '}'],
    ] as const) {
      const bytes = holding(place, nested(open, close, NESTING_LIMIT - 12));
      expect(readMessage(bytes)).not.toMatchObject({ reason: 'too-deep' });
      expect(judged(bytes).longest).toBeLessThan(5_000);
      show(bytes);
    }
  });

  test('in a message for people takes no more room than they read', () => {
    let deep: JsonValue = 1;
    for (let i = 0; i < 1_000_000; i += 1) deep = i % 2 === 0 ? [deep] : { a: deep };
    expect(quoted(deep).length).toBeLessThan(200);
  });
});

describe('a line of', () => {
  test.each(PLACES.slice(1))('50 MiB is judged like a small one: %s', { timeout: 120_000 }, (place) => {
    const { found, longest } = judged(holding(place, JSON.stringify('x'.repeat(50 * MIB))));
    expect(found).toContain('warning transport/oversized-frame');
    const small = judged(holding(place, JSON.stringify('x'.repeat(100)))).found;
    expect(found.filter((one) => !one.includes('oversized'))).toEqual(small);
    expect(longest).toBeLessThan(1_000);
  });

  test('50 MiB that is no JSON and too long is two violations, and little of it is kept', { timeout: 120_000 }, () => {
    for (const head of ['', '{', '{"a":"', '[[']) {
      const { found, longest } = judged(utf8(`${head}${'x'.repeat(50 * MIB)}`));
      expect(found).toEqual(['error transport/non-json-line', 'warning transport/oversized-frame']);
      expect(longest).toBeLessThan(1_000);
    }
  });

  test('50 MiB of binary is one violation', { timeout: 120_000 }, () => {
    const { found } = judged(new Uint8Array(50 * MIB).fill(0xfe));
    expect(found.filter((one) => !one.includes('oversized'))).toEqual(['error transport/invalid-utf8']);
  });

  test('more than is looked at is a hole in what is known, and said to be one', () => {
    const { found } = judged(undefined);
    expect(found).toEqual(['warning transport/oversized-frame']);
  });

  test('many members, elements and blocks takes no time that grows faster than its size', { timeout: 120_000 }, () => {
    const members = Array.from({ length: 200_000 }, (_, i) => `"member ${i}":${i}`).join();
    const elements = Array.from({ length: 500_000 }, (_, i) => `{"a":${i}}`).join();
    const quotes = JSON.stringify('"\\'.repeat(2 * MIB));
    for (const place of PLACES) {
      for (const inner of [`{${members}}`, `[${elements}]`, quotes]) {
        const begun = performance.now();
        judged(holding(place, inner));
        expect(performance.now() - begun).toBeLessThan(20_000);
      }
    }
  });
});
