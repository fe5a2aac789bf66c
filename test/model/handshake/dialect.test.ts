import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/wire/json-text.js';
import { check, request, result } from '../../support/conversations/conversation.js';
import { corpusFiles, hasCorpus } from '../../support/fixtures/corpus.js';
import {
  accepted,
  client,
  echo,
  HANDSHAKE,
  idle,
  observed,
  prompt,
  state,
  update,
  type Line,
} from '../../support/conversations/v2-conversation.js';

describe('the draft of v2', () => {
  const work = [echo('m1', 'hi'), state('running'), idle];
  const dialectAfter = (...said: readonly Line[]) => observed([...HANDSHAKE, ...said]).dialect?.name;

  test.each<[string, Line]>([
    ['background', update({ sessionUpdate: 'state_update', state: 'running', background: [] })],
    ['a call that is paused', update({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'paused' })],
    [
      'a command with a type',
      update({ sessionUpdate: 'available_commands_update', availableCommands: [{ type: 'command' }] }),
    ],
    ['tool_call/cancel', client(request(9, 'tool_call/cancel', { sessionId: 's1', toolCallId: 'c1' }))],
    ['terminal/cancel', client(request(9, 'terminal/cancel', { sessionId: 's1', terminalId: 't1' }))],
  ])('is the newer one by %s', (_, line) => {
    expect(dialectAfter(line)).toBe('v2b');
  });

  test('is not told by messageId alone', () => {
    expect(dialectAfter(prompt(3, 'hi'), accepted(3, 'm1'))).toBeUndefined();
    expect(dialectAfter(prompt(3, 'hi'), accepted(3, 'm1'), echo('m9', 'hi'), ...work.slice(1))).toBeUndefined();
    expect(dialectAfter(prompt(3, 'hi'), accepted(3, 'm1'), ...work)).toBe('v2b');
    expect(dialectAfter(prompt(3, 'hi'), echo('m1', 'hi'), accepted(3, 'm1'))).toBe('v2b');
    expect(dialectAfter(prompt(3, 'hi'), accepted(3, 'm1'), state('running'), state('idle', 'error'))).toBe('v2b');
  });

  test('is the older one by an answered batch, or at the end by empty results', () => {
    const batch = ['client', [request(7, 'session/list', {}), request(8, 'session/list', {})]] as unknown as Line;
    const answers = ['agent', [result(7, { sessions: [] }), result(8, { sessions: [] })]] as unknown as Line;
    expect(dialectAfter(batch)).toBeUndefined();
    expect(dialectAfter(batch, answers)).toBe('v2a');
    expect(dialectAfter(prompt(3, 'hi'), accepted(3), ...work)).toBeUndefined();
    const empty = [...HANDSHAKE, prompt(3, 'hi'), accepted(3), ...work];
    expect(check(empty, /prompt-result-shape/)).toEqual([]);
  });

  test('judges from the beginning when a late frame tells it', () => {
    const said = [...HANDSHAKE, prompt(3, 'hi'), accepted(3), ...work];
    const sign = update({ sessionUpdate: 'state_update', state: 'idle', background: [] });
    expect(check([...said, sign], /prompt-result-shape/)).toEqual(['5 error v2/prompt-result-shape']);
  });

  test.skipIf(!hasCorpus)('stays the newer one where a real agent leaves messageId out once', () => {
    const path = corpusFiles().find((file) => file.endsWith('claude-agent-acp-0.100.0/17-protocol-v2.jsonl')) ?? '';
    const said = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { dir: string; line: string })
      .filter(({ dir }) => dir === 'c2a' || dir === 'a2c')
      .map(({ dir, line }): Line => [dir === 'c2a' ? 'client' : 'agent', JSON.parse(line) as JsonValue]);
    const without = said.map(([sender, message]): Line => {
      const answer = (message as { result?: { messageId?: string } }).result;
      return answer?.messageId === undefined ? [sender, message] : [sender, { ...(message as JsonObject), result: {} }];
    });
    expect(observed(without).dialect?.name).toBe('v2b');
    expect(check(without, /^v2\//)).toEqual(['7 error v2/prompt-result-shape']);
  });
});
