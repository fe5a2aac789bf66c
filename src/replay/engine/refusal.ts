import { INTERNAL_ERROR } from '../../acp/methods/error-codes.js';
import type { Divergence } from './divergence.js';

const encoder = new TextEncoder();

/** The error that a client gets for a request once the replay has diverged. @param id as it is spelled */
export function refusal(id: string, divergence: Divergence): Uint8Array {
  const error = { code: INTERNAL_ERROR, message: `Replay diverged: ${divergence.message}`, data: { divergence } };
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}
