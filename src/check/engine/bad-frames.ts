import { PARSE_ERROR } from '../../acp/methods/error-codes.js';
import type { BadFrameWatch } from '../../model/requests/bad-frame-watch.js';
import type { Connection } from '../../model/state/connection.js';
import type { Exchange, OpenBatch } from '../../model/state/exchange.js';
import type { Moment } from '../../model/state/moment.js';
import type { RequestKey } from '../../model/state/request-key.js';
import type { Line, Step } from '../../model/state/step.js';
import type { Sender } from '../../wire/frame.js';

/** A frame that breaks JSON-RPC or is no JSON at all. */
export interface BadFrame extends Moment {
  /** The rule that says so. */
  readonly rule: string;
  /** Whether JSON-RPC answers such a frame with an error whose id is null. */
  readonly isAnswerable: boolean;
  /** Where it is a request all the same. */
  readonly key: RequestKey | undefined;
}

/** So many that nobody complained of are remembered; of more, the oldest are forgotten. */
const REMEMBERED = 100;

/** The rule that a batch breaks in a version without batches. */
export const NO_BATCH = 'transport/batch-not-allowed';

/** Faults of a request for which strict readers refuse it without looking at its id. */
const NO_REQUEST: ReadonlySet<string> = new Set([
  'jsonrpc/bad-version',
  'jsonrpc/invalid-id-type',
  'jsonrpc/null-request-id',
  'jsonrpc/params-not-structured',
  'jsonrpc/unclassifiable-message',
]);

/** Bad frames that are answered with a parse error. */
const NOT_PARSED: ReadonlySet<string> = new Set(['transport/non-json-line', 'transport/invalid-utf8']);

/** The bad frames that the rules found, for complaints of the other side. */
export class BadFrames implements BadFrameWatch {
  /** By sender, those of which the other side did not say that it could not read them, oldest first. */
  readonly unnoticed: Record<Sender, BadFrame[]> = { client: [], agent: [] };
  /** The last one of each side. */
  readonly last: Record<Sender, BadFrame | undefined> = { client: undefined, agent: undefined };

  note(
    { sender, seq, at }: Line,
    { rule, isAnswerable, key }: Pick<BadFrame, 'rule' | 'isAnswerable'> & { key?: RequestKey | undefined },
  ): void {
    const bad = { seq, at, rule, isAnswerable, key };
    this.last[sender] = bad;
    const unnoticed = this.unnoticed[sender];
    unnoticed.push(bad);
    if (unnoticed.length > REMEMBERED) unnoticed.shift();
  }

  requestRead({ sender, seq, key }: Exchange): void {
    const unnoticed = this.unnoticed[sender];
    if (unnoticed.length === 0) return;
    this.unnoticed[sender] = unnoticed.filter((bad) => bad.seq !== seq || bad.key !== key);
  }

  batchRead({ sender, seq }: OpenBatch): void {
    this.unnoticed[sender] = this.unnoticed[sender].filter((bad) => bad.seq !== seq || bad.rule !== NO_BATCH);
  }

  mayMeanAnother({ receiver, error }: Step, batch: OpenBatch): boolean {
    const bad = this.unnoticed[receiver].find(
      ({ isAnswerable, rule }) => isAnswerable && (error?.code === PARSE_ERROR || !NOT_PARSED.has(rule)),
    );
    return bad !== undefined && bad.seq !== batch.seq;
  }

  takeComplaint(connection: Connection, { receiver }: Step, batch: OpenBatch | undefined): Exchange | undefined {
    const unnoticed = this.unnoticed[receiver];
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
}
