import { objectOf } from '../../../model/json-access.js';
import { keyOfValue } from '../../../model/state/request-key.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

const INT64_MIN = -(2n ** 63n);

const INT64_MAX = 2n ** 63n - 1n;

export const invalidIdType = defineRule({
  id: 'jsonrpc/invalid-id-type',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'An id is a string or an integer of 64 bits.',
  explanation:
    'A boolean, an object or an array is no id: the request cannot be answered. A fraction or a larger integer is read ' +
    'differently by different parsers, so that the response carries another id (v1: a warning, JSON-RPC itself only ' +
    'advises against it). Not reported: integers beyond 2^53, which are legal, and a response that repeats such an id.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    type: 'the id is {found}; it has to be a string or an integer',
    number: 'the id is {found}; a number has to be an integer of 64 bits',
  },
  on: ['malformed', 'request'],
  inspect({ step, connection, report }) {
    const { message, receiver, version } = step;
    if (message.kind === 'request') {
      const { id } = message.json;
      if (typeof id !== 'number' || isInt64(id, message.id)) return;
      report('number', { data: { found: message.id }, severity: version === 1 ? 'warning' : 'error' });
    } else if (message.kind === 'malformed' && message.reason === 'invalid-id-type') {
      const json = objectOf(message.json);
      const id = json?.['id'];
      const repeats = json?.['method'] === undefined && connection.requests[receiver].broken.has(keyOfValue(id));
      if (!repeats) report('type', { data: { found: quoted(id) } });
    }
  },
});

/** @param token as it stands on the wire: beyond 2^53 the number is another one */
function isInt64(id: number, token: string): boolean {
  if (Number.isSafeInteger(id)) return true;
  if (!/^-?\d{1,20}$/.test(token)) return false;
  const integer = BigInt(token);
  return integer >= INT64_MIN && integer <= INT64_MAX;
}
