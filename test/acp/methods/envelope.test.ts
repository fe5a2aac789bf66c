import { describe, expect, test } from 'vitest';
import { envelopeOf } from '../../../src/acp/methods/envelope.js';
import { readMessage } from '../../../src/wire/message.js';
import { utf8 } from '../../support/values/bytes.js';

const none = { method: undefined, id: undefined, sessionId: undefined };

describe('envelopeOf', () => {
  test.each([
    [
      '{"id":1.0,"method":"session/prompt","params":{"sessionId":"s1"}}',
      { kind: 'request', method: 'session/prompt', id: '1.0', sessionId: 's1' },
    ],
    ['{"id":"a","method":"initialize"}', { ...none, kind: 'request', method: 'initialize', id: '"a"' }],
    [
      '{"method":"session/update","params":{"sessionId":"s1","update":{}}}',
      { ...none, kind: 'notification', method: 'session/update', sessionId: 's1' },
    ],
    ['{"id":2,"result":{"sessionId":"s2"}}', { ...none, kind: 'response', id: '2', sessionId: 's2' }],
    ['{"id":2,"result":null}', { ...none, kind: 'response', id: '2' }],
    ['{"id":2,"error":{"sessionId":"s2"}}', { ...none, kind: 'response', id: '2' }],
    ['{"error":{}}', { ...none, kind: 'response' }],
    ['[{"id":1,"method":"a","params":{"sessionId":"s1"}}]', { ...none, kind: 'batch' }],
    ['{', { ...none, kind: 'malformed' }],
  ])('of %s', (text, envelope) => {
    expect(envelopeOf(readMessage(utf8(text)))).toEqual(envelope);
  });

  test.each(['{"sessionId":7}', '{"sessionId":null}', '["s1"]', 'null', '{"update":{"sessionId":"s1"}}'])(
    'names no session for params %s',
    (params) => {
      expect(envelopeOf(readMessage(utf8(`{"method":"m","params":${params}}`)))).toMatchObject({
        sessionId: undefined,
      });
    },
  );
});
