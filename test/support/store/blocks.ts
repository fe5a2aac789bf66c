import { Packer, type PackSizes } from '../../../src/store/blocks/pack.js';
import type { Database } from '../../../src/store/schema/sqlite.js';

/** Blocks of a few frames each. */
export const SMALL_BLOCKS: PackSizes = { block: 100, step: 100 };

/** Makes recording 1 small, or as far as `steps` lead; returns how many there were. */
export function pack(
  db: Database,
  { steps = Infinity, sizes }: { readonly steps?: number; readonly sizes?: PackSizes } = {},
): number {
  const packer = new Packer(db, sizes);
  let done = 0;
  while (done < steps && packer.step(1)) done += 1;
  return done;
}
