import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from '../../../acp/methods/error-codes.js';
import { defineRule } from '../../engine/rule.js';

/** The codes that JSON-RPC reserves, without those it leaves to implementations. */
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
  summary: 'Error codes reserved by JSON-RPC should be used only as it defines them.',
  explanation:
    'In the range from -32768 to -32100 JSON-RPC defines only -32700 and -32600 to -32603; the others may get a ' +
    'meaning later. For your own errors use a code from -32099 to -32000, which JSON-RPC leaves to implementations, ' +
    'or one outside the reserved range.',
  spec: 'https://www.jsonrpc.org/specification#error_object',
  messages: { reserved: 'error code {code} is reserved by JSON-RPC and has no meaning; use another code' },
  on: ['response if failed'],
  inspect({ step: { error }, report }) {
    const code = error?.code;
    if (code === undefined || code < RESERVED.from || code > RESERVED.to || DEFINED.has(code)) return;
    if (Number.isInteger(code)) report('reserved', { data: { code } });
  },
});
