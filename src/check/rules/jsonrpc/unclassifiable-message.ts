import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** Fields that only messages have. */
const MEMBERS = ['jsonrpc', 'id', 'params'];

export const unclassifiableMessage = defineRule({
  id: 'jsonrpc/unclassifiable-message',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A message must have a method, or else a result or an error.',
  explanation:
    'A method makes it a request or a notification; a result or an error makes it a response. Without any of the ' +
    'three nobody can tell what the message means. With a method and a result or error it means two things at once.\n\n' +
    'Often the result was undefined and the serializer left it out: send null or {} instead. A program that prints ' +
    'its log as JSON to stdout ends up here, too; logs belong on stderr.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    nothing: 'the message has no method, no result and no error',
    foreign: 'the line is a JSON object, but not a JSON-RPC message: it has {members}',
    empty: 'the line is an empty JSON object, which is not a message',
    both: 'the message has both a method and {outcome}; it must be either a call or a response',
  },
  on: ['malformed', 'request if odd-members', 'notification if odd-members'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json === undefined) return;
    if (message.kind !== 'malformed') {
      const outcome = Object.hasOwn(json, 'result') ? 'a result' : 'an error';
      if (outcome === 'a result' || Object.hasOwn(json, 'error')) report('both', { data: { outcome } });
      return;
    }
    if (message.reason !== 'unclassifiable') return;
    const names = Object.keys(json);
    if (names.length === 0) report('empty');
    else if (names.some((name) => MEMBERS.includes(name))) report('nothing');
    else report('foreign', { data: { members: enumerated(names.slice(0, SHOWN).map((name) => quoted(name))) } });
  },
});

const SHOWN = 4;
