import type { Divergence } from './divergence.js';

/** JSON-RPC 2.0, section 5.1: internal error; clients show its message. */
const INTERNAL_ERROR = -32_603;
const encoder = new TextEncoder();

/** The error that a client gets for a request once the replay has diverged. @param id as it is spelled */
export function refusal(id: string, divergence: Divergence): Uint8Array {
  const error = { code: INTERNAL_ERROR, message: `Replay diverged: ${divergence.message}`, data: { divergence } };
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}
