import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';

/** What JSON-RPC keeps for itself ends where it leaves codes to implementations. */
const RESERVED = { from: -32768, to: -32100 };

const DEFINED: ReadonlySet<number> = new Set([
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  INTERNAL_ERROR,
]);

export const reservedErrorCode = defineRule({
  id: 'jsonrpc/reserved-error-code',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'Codes that JSON-RPC keeps for itself are used as it defines them.',
  explanation:
    'From -32768 to -32100 only -32700 and -32600 to -32603 are defined; the others may get a meaning. For an error of ' +
    'your own take one from -32099 to -32000, which is left to implementations, or one outside of the range.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { reserved: 'error code {code} is reserved and has no meaning' },
  on: ['response if failed'],
  inspect({ step: { error }, report }) {
    const code = error?.code;
    if (code === undefined || code < RESERVED.from || code > RESERVED.to || DEFINED.has(code)) return;
    if (Number.isInteger(code)) report('reserved', { data: { code } });
  },
});
