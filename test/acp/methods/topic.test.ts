import { expect, test } from 'vitest';
import { topicOf } from '../../../src/acp/methods/topic.js';
import { readMessage } from '../../../src/wire/message.js';
import { utf8 } from '../../support/values/bytes.js';

const none = { updateKind: undefined, toolCallId: undefined };

test.each([
  [
    '{"method":"session/update","params":{"update":{"sessionUpdate":"tool_call","toolCallId":"c1"}}}',
    { updateKind: 'tool_call', toolCallId: 'c1' },
  ],
  ['{"method":"session/update","params":{"update":{"sessionUpdate":"plan"}}}', { ...none, updateKind: 'plan' }],
  [
    '{"id":1,"method":"session/request_permission","params":{"toolCall":{"toolCallId":"c1"}}}',
    { ...none, toolCallId: 'c1' },
  ],
  ['{"method":"tool_call/cancel","params":{"toolCallId":"c1"}}', { ...none, toolCallId: 'c1' }],
  ['{"method":"_other","params":{"update":{"sessionUpdate":"plan","toolCallId":"c1"}}}', none],
  ['{"method":"session/update","params":{"update":{"sessionUpdate":"","toolCallId":7}}}', none],
  ['{"method":"session/update","params":[]}', none],
  ['{"id":1,"result":{"toolCallId":"c1"}}', none],
  ['[{"method":"tool_call/cancel","params":{"toolCallId":"c1"}}]', none],
  ['{', none],
])('of %s', (text, topic) => {
  expect(topicOf(readMessage(utf8(text)))).toEqual(topic);
});
