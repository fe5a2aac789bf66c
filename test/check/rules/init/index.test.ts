import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/wire/json-text.js';
import { check, error, request, result } from '../../../support/conversations/conversation.js';

const INFO = { name: 'demo', version: '1.0.0' };
const ask = (id: number, more: JsonObject = {}) =>
  request(id, 'initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo: INFO, ...more });
const answer = (id: number, more: JsonObject = {}) =>
  result(id, { protocolVersion: 1, agentCapabilities: {}, agentInfo: INFO, ...more });

describe('initialize', () => {
  test('may be sent again after an answer that could not be used', () => {
    const said = [
      ['client', ask(0)],
      ['agent', answer(0, { protocolVersion: '1' })],
      ['client', ask(1)],
    ] as const;
    expect(check([...said, ['agent', answer(1)]])).toEqual(['1 error init/invalid-protocol-version']);
  });

  test('may be sent again after an error', () => {
    const said = [
      ['client', ask(0)],
      ['agent', error(0, -32603, 'Out of memory')],
      ['client', ask(1)],
    ] as const;
    expect(check([...said, ['agent', answer(1)]], /^init/)).toEqual(['1 warning init/error-response']);
  });

  test('without params has no version', () => {
    expect(check([['client', { jsonrpc: '2.0', id: 0, method: 'initialize' }]], /^(init\/invalid|schema)/)).toEqual([
      '0 error init/invalid-protocol-version',
    ]);
  });

  test('that was itself wrong may be refused', () => {
    const said = [
      ['client', ask(0, { protocolVersion: 'one' })],
      ['agent', error(0, -32602, 'Invalid params: protocolVersion')],
    ] as const;
    expect(check(said, /^init/)).toEqual(['0 error init/invalid-protocol-version']);
  });

  test('that was cancelled may be refused', () => {
    const cancel = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 0 } };
    const said = [
      ['client', ask(0)],
      ['client', cancel],
      ['agent', error(0, -32800, 'Cancelled')],
    ] as const;
    expect(check(said, /^init/)).toEqual([]);
  });
});

describe('a version that is not known', () => {
  test('makes all that follows a hint', () => {
    const said = [
      ['client', request(0, 'initialize', { protocolVersion: 3, info: INFO, capabilities: {} })],
      ['agent', result(0, { protocolVersion: 3, info: INFO, capabilities: { session: {} }, authMethods: [] })],
      ['client', request(1, 'session/delete', { sessionId: 's1' })],
    ] as const;
    expect(check(said, /^(init|capability)/)).toEqual([
      '1 warning init/unknown-version-agreed',
      '2 info capability/delete-not-advertised',
    ]);
  });
});
