import type { Connection } from '../state/connection.js';
import type { Exchange, OpenBatch } from '../state/exchange.js';
import type { Step } from '../state/step.js';

/**
 * Knows which frames were bad. The other side may complain of one with an error whose id is null; only who judges frames can
 * tell which one it means, and whether that ends a request.
 */
export interface BadFrameWatch {
  /** A request was answered: it could be read. */
  requestRead(exchange: Exchange): void;
  /** A batch was answered with an array: its reader reads batches. */
  batchRead(batch: OpenBatch): void;
  /** Whether an error without id may mean a bad frame other than this batch. */
  mayMeanAnother(complaint: Step, batch: OpenBatch): boolean;
  /**
   * Takes an error without id for the answer to a bad frame.
   *
   * @param batch the one that it answers
   * @returns the request that it ends thereby, where the frame is one all the same
   */
  takeComplaint(connection: Connection, complaint: Step, batch: OpenBatch | undefined): Exchange | undefined;
}

/** Where nobody judges frames. */
export const NO_BAD_FRAMES: BadFrameWatch = {
  requestRead: () => undefined,
  batchRead: () => undefined,
  mayMeanAnother: () => false,
  takeComplaint: () => undefined,
};
