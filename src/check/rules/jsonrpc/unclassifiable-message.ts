import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

/** Members that only messages have. */
const MEMBERS = ['jsonrpc', 'id', 'params'];

export const unclassifiableMessage = defineRule({
  id: 'jsonrpc/unclassifiable-message',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A message is a request or notification, which has a method, or a response, which has a result or an error.',
  explanation:
    'Without any of the three nobody can tell what is meant, and with a method and a result two things are. Often a ' +
    'result that is undefined was left out by the serialiser: null or {} is a result. A program that prints its log as ' +
    'JSON to stdout ends up here, too: it belongs on stderr.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    nothing: 'the message has neither a method nor a result nor an error',
    foreign: 'the line is a JSON object that is no JSON-RPC message: it has {members}',
    empty: 'the line is an empty JSON object, which is no message',
    both: 'the message has a method and {outcome}: it cannot be a call and a response',
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
