import { INTERNAL_ERROR } from '../../acp/methods/error-codes.js';
import type { Divergence } from './divergence.js';
import { divergenceText } from './divergence-text.js';
import { shownValues } from './shown-values.js';

const encoder = new TextEncoder();
/** How many differences the error contains, because test runners print its data. */
const FIELDS_TOLD = 10;

/**
 * The error that a client gets for a request once the replay has diverged. Many tests show only its message.
 *
 * @param id the id as it is spelled
 */
export function refusal(id: string, divergence: Divergence, fixture: string): Uint8Array {
  const message = divergenceText(divergence, fixture);
  const error = { code: INTERNAL_ERROR, message, data: { divergence: told(divergence) } };
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}

/** The divergence as small data: people read the message, and the report has everything. */
function told({ kind, nearest, differences }: Divergence): object {
  return {
    kind,
    nearest: nearest && { line: nearest.line, seq: nearest.seq },
    differences: differences
      .slice(0, FIELDS_TOLD)
      .map(({ pointer, ...values }) => ({ pointer, ...shownValues(values) })),
  };
}
