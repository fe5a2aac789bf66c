import { describe, expect, test } from 'vitest';
import { Checker } from '../../../../src/check/engine/checker.js';
import { RULES } from '../../../../src/check/rules/index.js';
import type { JsonObject } from '../../../../src/wire/json-text.js';
import { check, error, request, result } from '../../../support/conversations/conversation.js';
import { PROTOCOL } from '../../../support/checking/rule-examples.js';

const INFO = { name: 'demo', version: '1.0.0' };
const ask = (id: number) => request(id, 'initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo: INFO });

describe('what comes before initialize', () => {
  const early = request(7, 'session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }] });

  test('is too early where the agent refuses it', () => {
    const said = [
      ['client', early],
      ['agent', error(7, -32600, 'Not initialized')],
      ['client', ask(0)],
    ] as const;
    expect(check(said, /^init/)).toEqual(['0 error init/prompt-before-initialize']);
  });

  test('shows that the recording begins later where the agent does it', () => {
    const said = [
      ['client', early],
      ['agent', result(7, { stopReason: 'end_turn' })],
      ['client', ask(0)],
    ] as const;
    expect(check(said, /^init/)).toEqual([]);
  });

  test('shows nothing where the recording has a hole', () => {
    const found: string[] = [];
    const checker = new Checker({ protocol: PROTOCOL, rules: RULES, onViolation: ({ rule }) => found.push(rule) });
    const say = (seq: number, sender: 'client' | 'agent', message: JsonObject) => {
      const bytes = new TextEncoder().encode(JSON.stringify(message));
      checker.frame({ seq, sender, bytes, sizeBytes: bytes.length, terminated: true, atNs: seq * 1e9 });
    };
    say(0, 'client', ask(0));
    checker.event({ seq: 1, name: 'gap', fields: {}, atNs: 1e9 });
    say(2, 'client', request(1, 'session/list', {}));
    expect(found.filter((rule) => rule.startsWith('init/'))).toEqual([]);
  });
});
