import type { Connection } from '../state/connection.js';
import type { Exchange, OpenBatch } from '../state/exchange.js';
import type { BadFrame } from '../state/wire.js';
import type { RequestKey } from '../state/request-key.js';
import type { Line, Step } from '../state/step.js';

/** At most this many frames that nobody complained about are remembered; beyond that, the oldest are forgotten. */
const REMEMBERED = 100;

/** Faults for which strict readers refuse a request without looking at its id. */
const NO_REQUEST: ReadonlySet<string> = new Set([
  'jsonrpc/bad-version',
  'jsonrpc/invalid-id-type',
  'jsonrpc/null-request-id',
  'jsonrpc/params-not-structured',
  'jsonrpc/unclassifiable-message',
]);

export function noteBadFrame(
  connection: Connection,
  { sender, seq, at }: Line,
  { rule, isAnswerable, key }: Pick<BadFrame, 'rule' | 'isAnswerable'> & { key?: RequestKey | undefined },
): void {
  const wire = connection.wires[sender];
  wire.unnoticed.push({ seq, at, rule, isAnswerable, key });
  if (wire.unnoticed.length > REMEMBERED) wire.unnoticed.shift();
}

/** A side that answers a request could read it. */
export function noteRead(connection: Connection, { sender, seq, key }: Exchange): void {
  const wire = connection.wires[sender];
  if (wire.unnoticed.length === 0) return;
  wire.unnoticed = wire.unnoticed.filter((bad) => bad.seq !== seq || bad.key !== key);
}

/** A side that answers a batch with an array can read batches. */
export function noteBatchRead(connection: Connection, { sender, seq }: OpenBatch): void {
  const wire = connection.wires[sender];
  wire.unnoticed = wire.unnoticed.filter((bad) => bad.seq !== seq || bad.rule !== NO_BATCH);
}

/** The rule that a batch violates in a version without batches. */
export const NO_BATCH = 'transport/batch-not-allowed';

/**
 * Treats an error with id null as the answer to a broken frame.
 *
 * @param batch the batch that it answers
 * @returns the request that it ends, if the broken frame is a request nevertheless
 */
export function noteComplaint(
  connection: Connection,
  { receiver }: Step,
  batch: OpenBatch | undefined,
): Exchange | undefined {
  const wire = connection.wires[receiver];
  const { unnoticed } = wire;
  const { pending } = connection.requests[receiver];
  const requestAt = ({ rule, key, seq }: BadFrame) => {
    const open = key !== undefined && NO_REQUEST.has(rule) ? pending.get(key) : undefined;
    return open?.seq === seq ? open : undefined;
  };
  const bad =
    batch === undefined
      ? (unnoticed.find(({ isAnswerable }) => isAnswerable) ?? unnoticed.find(requestAt) ?? unnoticed[0])
      : unnoticed.find(({ seq }) => seq === batch.seq);
  if (bad === undefined) return undefined;
  unnoticed.splice(unnoticed.indexOf(bad), 1);
  return batch === undefined ? requestAt(bad) : undefined;
}
