import { isJsonObject } from '../../../wire/json-text.js';
import { objectOf } from '../../../model/json-access.js';
import { defineRule } from '../../engine/rule.js';
import { enumerated, quoted } from '../../engine/wording.js';

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

export const badVersion = defineRule({
  id: 'jsonrpc/bad-version',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Every message has the member "jsonrpc" with the value "2.0".',
  explanation:
    'The member tells JSON-RPC 2.0 from 1.0. Strict readers answer "invalid request" or drop the message where it is ' +
    'missing or anything else, the number 2.0 included. The message is taken as one of 2.0 here, so that what follows ' +
    'is judged all the same.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    missing: 'the member "jsonrpc" is missing; it has to be "2.0"',
    other: 'the member "jsonrpc" is {found}; it has to be the string "2.0"',
  },
  on: ['message if odd-members', 'malformed'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json?.['jsonrpc'] === '2.0' || json === undefined) return;
    // what is no message at all is not one of another version
    if (message.kind === 'malformed' && message.reason === 'unclassifiable') return;
    if (json['jsonrpc'] === undefined) report('missing');
    else report('other', { data: { found: quoted(json['jsonrpc']) } });
  },
});

export const methodNotString = defineRule({
  id: 'jsonrpc/method-not-string',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The method is a string that says something, and does not begin with "rpc.".',
  explanation:
    'A message whose method is a number, null or empty calls nothing; names that begin with "rpc." belong to JSON-RPC ' +
    'itself. The other side answers "invalid request" or "method not found". Custom methods begin with an underscore.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    type: 'the method is {found}; it has to be a string',
    empty: 'the method is an empty string',
    reserved: 'the method is {found}; names that begin with "rpc." are reserved for JSON-RPC itself',
  },
  on: ['malformed', 'request if unspecified', 'notification if unspecified'],
  inspect({ step: { message, method }, report }) {
    if (message.kind === 'malformed') {
      const found = quoted(objectOf(message.json)?.['method']);
      if (message.reason === 'method-not-string') report('type', { data: { found } });
    } else if (method === '') report('empty');
    else if (method?.startsWith('rpc.') === true) report('reserved', { data: { found: quoted(method) } });
  },
});

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

export const resultAndError = defineRule({
  id: 'jsonrpc/result-and-error',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'A response has either a result or an error.',
  explanation:
    'With both, one reader sees a success and another a failure, also where one of them is null: leave out the member ' +
    'that does not apply. Not reported: "result": null alone, which is a result.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: { both: 'the response has a result and an error ({error}); exactly one of them may be there' },
  on: ['response if odd-members'],
  inspect({ step: { message }, report }) {
    const json = objectOf(message.json);
    if (json?.['result'] === undefined || json['error'] === undefined) return;
    report('both', { data: { error: quoted(json['error']) } });
  },
});

export const malformedError = defineRule({
  id: 'jsonrpc/malformed-error',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'An error is an object with an integer code and a message, which is a string.',
  explanation:
    'Readers decide by the code and show the message. Where they are missing or of another type, strict readers fail ' +
    'to read the response and the request never ends; others show "undefined". Codes are 32-bit integers. "data" may ' +
    'hold anything, and codes of your own are fine.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: {
    shape: 'the error is {found}; it has to be an object with code and message',
    code: 'the code of the error is {found}; it has to be an integer of 32 bits',
    text: 'the message of the error is {found}; it has to be a string',
    members: 'the error has neither a code that is an integer nor a message that is a string: {found}',
  },
  on: ['response if failed'],
  inspect({ step: { message }, report }) {
    // an error beside a result is looked at where it is one
    if (message.kind !== 'response' || message.outcome.ok) return;
    const { error } = message.outcome;
    if (!isJsonObject(error)) {
      report('shape', { data: { found: quoted(error) } });
      return;
    }
    const { code, message: text } = error;
    const isCode = Number.isInteger(code) && Number(code) >= INT32_MIN && Number(code) <= INT32_MAX;
    const isText = typeof text === 'string';
    if (!isCode && !isText) report('members', { data: { found: quoted(error) } });
    else if (!isCode) report('code', { data: { found: quoted(code) } });
    else if (!isText) report('text', { data: { found: quoted(text) } });
  },
});

