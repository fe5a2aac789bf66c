import { NO_MESSAGE } from '../../../model/observer.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';
import { blocksOf } from './unread-lines.js';

export const notAnObject = defineRule({
  id: 'transport/not-an-object',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A line must hold a JSON object: a request, a notification or a response.',
  explanation:
    'A string, a number, true, false or null is JSON but not a message. The other side answers "invalid request" or ' +
    'drops it. Often a program printed a value between its messages, or serialized a message twice, which turns it ' +
    'into a string.\n\n' +
    'Not reported: arrays, which the batch rules check.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    value: 'the line is {found}, which is not a message; a message is a JSON object',
    twice: 'the line is a JSON string that contains a message: the message was serialized twice',
    entry: 'an entry of the batch is {found}, which is not a message; a message is a JSON object',
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
      // in v1 the fault is the array itself
      if (version === 2) report('entry', { data: { found: quoted(message.json) }, dialects: { v2b: 'off' } });
    } else {
      report(isMessageText(message.json) ? 'twice' : 'value', { data: { found: quoted(message.json) } });
    }
  },
});

function isMessageText(json: unknown): boolean {
  return typeof json === 'string' && /^\s*\{.*"jsonrpc"/.test(json);
}
