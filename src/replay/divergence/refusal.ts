import { INTERNAL_ERROR } from '../../acp/methods/error-codes.js';
import type { Divergence } from './divergence.js';
import { divergenceText } from './divergence-text.js';
import { shownValues } from './shown-values.js';

const encoder = new TextEncoder();
/** A runner prints what an error brings with it: so many differences are there. */
const FIELDS_TOLD = 10;

/**
 * The error that a client gets for a request once the replay has diverged. Its message is all that many tests show.
 *
 * @param id as it is spelled
 */
export function refusal(id: string, divergence: Divergence, fixture: string): Uint8Array {
  const message = divergenceText(divergence, fixture);
  const error = { code: INTERNAL_ERROR, message, data: { divergence: told(divergence) } };
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
}

/** The divergence as data, small: the text has what people read, the report has everything. */
function told({ kind, nearest, differences }: Divergence): object {
  return {
    kind,
    nearest: nearest && { line: nearest.line, seq: nearest.seq },
    differences: differences
      .slice(0, FIELDS_TOLD)
      .map(({ pointer, ...values }) => ({ pointer, ...shownValues(values) })),
  };
}
