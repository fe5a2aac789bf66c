import type { Reading } from './clients/reading.js';
import type { Entry } from './clients/recorded.js';

/** Two messages of a client said each in the place of the other. */
export interface Swap {
  /** Their numbers among the client's messages, from 0, as `2-5`. */
  readonly pair: string;
  readonly one: Entry;
  readonly other: Entry;
  /** What the client says, in order. */
  readonly order: readonly Entry[];
}

/** Every pair of messages of the client, but for blank lines, which are none. */
export function* swaps({ recorded: { client } }: Reading): Generator<Swap> {
  for (const [i, one] of client.entries()) {
    for (const [j, other] of client.entries()) {
      if (j <= i || one.message.kind === 'nothing' || other.message.kind === 'nothing') continue;
      yield { pair: `${i}-${j}`, one, other, order: client.with(i, other).with(j, one) };
    }
  }
}
