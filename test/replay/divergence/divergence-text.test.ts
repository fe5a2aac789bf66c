import { expect, test } from 'vitest';
import { divergenceText } from '../../../src/replay/divergence/divergence-text.js';
import type { Divergence } from '../../../src/replay/divergence/divergence.js';
import type { ReplayOptions } from '../../../src/replay/engine/match-options.js';
import { request, result } from '../../support/conversations/conversation.js';
import { HELLO, opened, prompt, ROOT, stopped } from '../../support/conversations/opened.js';
import type { JsonValue } from '../../../src/wire/json-text.js';
import { fc } from '../../support/values/property.js';
import { chunk, notification, play, type Conversation, type Line } from '../../support/conversations/scripted.js';

const permission = request(0, 'session/request_permission', {
  sessionId: 's',
  toolCall: { toolCallId: 't' },
  options: [],
});
const allowed = result(0, { outcome: { outcome: 'selected', optionId: 'allow' } });
const LONG = 'Please rename the function in the file that we looked at before, and then run all the tests again.';
const CONVERSATION: Conversation = [
  ...opened('s'),
  ['client', prompt(2, 's', LONG)],
  ['agent', chunk('s', 'x')],
  ['agent', permission],
  ['client', allowed],
  ['agent', stopped(2)],
  ['client', prompt(3, 's', 'more')],
  ['agent', request(1, 'fs/read_text_file', { sessionId: 's', path: '/x' })],
  ['agent', stopped(3)],
];
const MADE = request(1, 'session/new', { cwd: ROOT, mcpServers: [] });
const BEGINNING: readonly Line[] = [HELLO, MADE];
const FIRST: readonly Line[] = [...BEGINNING, prompt(2, 's', LONG)];

interface Case {
  readonly name: string;
  readonly kind: Divergence['kind'];
  readonly lines: readonly Line[];
  readonly end?: 'end' | 'wait';
  readonly options?: Partial<ReplayOptions>;
}

const CASES: readonly Case[] = [
  { name: 'other words', kind: 'different', lines: [...BEGINNING, prompt(2, 's', LONG.replace('function', 'class'))] },
  {
    name: 'a short value, and more',
    kind: 'different',
    lines: [HELLO, request(1, 'session/new', { cwd: 'relative', mcpServers: [], more: { a: [1] } })],
  },
  {
    name: 'a control sequence',
    kind: 'different',
    lines: [...FIRST, result(0, { outcome: { outcome: 'selected', optionId: '\u001b[31mno\u202e' } })],
  },
  { name: 'nothing of the kind', kind: 'unexpected', lines: [...BEGINNING, request(2, 'session/list', {})] },
  { name: 'too early', kind: 'too-early', lines: [...FIRST, prompt(3, 's', 'more')] },
  { name: 'too early and different', kind: 'unexpected', lines: [...FIRST, prompt(3, 's', 'less')] },
  { name: 'once too often', kind: 'repeated', lines: [...BEGINNING, MADE] },
  { name: 'an answer to nothing', kind: 'unasked-answer', lines: [...BEGINNING, result(9, {})] },
  {
    name: 'an answer that was never recorded',
    kind: 'unexpected',
    lines: [...BEGINNING, prompt(2, 's', LONG), allowed, prompt(3, 's', 'more'), result(1, {})],
  },
  { name: 'no message', kind: 'malformed', lines: [HELLO, '{"jsonrpc"'] },
  { name: 'silence', kind: 'silence', lines: FIRST, end: 'wait' },
  { name: 'silence from the beginning', kind: 'silence', lines: [], end: 'wait' },
  { name: 'it left', kind: 'unused', lines: FIRST, end: 'end' },
  { name: 'it left at the very end', kind: 'unused', lines: [...FIRST, allowed], end: 'end' },
  {
    name: 'a method that was recorded once, with content',
    kind: 'different',
    lines: [...FIRST, prompt(3, 's', 'less')],
    options: { match: 'content' },
  },
  {
    name: 'too much differs',
    kind: 'different',
    lines: [HELLO, request(1, 'session/new', Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`k${i}`, i])))],
  },
  {
    name: 'a cancel that was not recorded',
    kind: 'unexpected',
    lines: [...FIRST, notification('session/cancel', { sessionId: 's' })],
  },
];

test('are short and show what differs, whatever is in them', () => {
  const json = fc.oneof(fc.jsonValue() as fc.Arbitrary<JsonValue>, fc.string({ maxLength: 5_000, unit: 'grapheme' }));
  const field = fc.record({ pointer: fc.string({ maxLength: 500 }), expected: json, received: json });
  fc.assert(
    fc.property(fc.array(field, { maxLength: 40 }), fc.string({ maxLength: 1_000 }), (differences, fixture) => {
      const playing = play(CONVERSATION);
      for (const line of [...BEGINNING, request(2, 'session/list', {})]) playing.send(line);
      const { divergence } = playing.engine;
      if (divergence === undefined) throw new Error('it did not diverge');
      const kinds = ['different', 'unexpected', 'repeated'] as const;
      for (const kind of kinds) {
        const nearest = divergence.expectedNext[0];
        const lines = divergenceText({ ...divergence, kind, nearest, differences }, fixture).split('\n');
        expect(lines.length).toBeLessThanOrEqual(15);
        for (const line of lines) expect(line.length).toBeLessThan(500);
      }
    }),
  );
});

test('divergences as people read them', async () => {
  const texts = CASES.map(({ name, kind, lines, end, options }) => {
    const playing = play(CONVERSATION, options);
    for (const line of lines) playing.send(line);
    if (end !== undefined) playing[end]();
    const { divergence } = playing.engine;
    if (divergence === undefined) throw new Error(`${name}: it did not diverge`);
    expect([name, divergence.kind]).toEqual([name, kind]);
    for (const unsafe of ['\u001b', '\u202e']) expect(divergenceText(divergence)).not.toContain(unsafe);
    return `== ${name} (${divergence.kind})\n${divergenceText(divergence)}\n`;
  });
  for (const text of texts) expect(text.split('\n').length - 2).toBeLessThanOrEqual(15);
  await expect(texts.join('\n')).toMatchFileSnapshot('../../golden/replay/divergences.txt');
});
