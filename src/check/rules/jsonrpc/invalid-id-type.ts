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
  summary: 'An id must be a string or a 64-bit integer.',
  explanation:
    'A request whose id is a boolean, an object or an array cannot be answered. Parsers read fractions and larger ' +
    'integers in different ways, so the response may carry another id.\n\n' +
    'Only a warning for such numbers in v1, because JSON-RPC itself merely advises against them. Not reported: ' +
    'integers beyond 2^53, which are legal; a response that repeats an invalid id of a request.',
  spec: 'https://www.jsonrpc.org/specification#request_object',
  messages: {
    type: 'the id is {found}; it must be a string or an integer',
    number: 'the id is {found}; a number must be a 64-bit integer',
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

/** @param token the id as it is on the wire: parsing rounds numbers beyond 2^53 */
function isInt64(id: number, token: string): boolean {
  if (Number.isSafeInteger(id)) return true;
  if (!/^-?\d{1,20}$/.test(token)) return false;
  const integer = BigInt(token);
  return integer >= INT64_MIN && integer <= INT64_MAX;
}
