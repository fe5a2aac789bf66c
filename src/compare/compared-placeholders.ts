import { StandIns } from '../fixture/redact/stand-ins.js';
import type { SameText } from './leaves.js';

/** Knows what the placeholders of either side mean in the other one. */
export class ComparedPlaceholders {
  readonly #ofA = new StandIns();
  readonly #ofB = new StandIns();

  /** Whether one text is what the other one may have been before secrets were taken out of it. */
  readonly isSame: SameText = (a, b) => means(this.#ofA, a, b) || means(this.#ofB, b, a);
}

function means(standIns: StandIns, redacted: string, said: string): boolean {
  const found = standIns.meanings(redacted, said);
  if (found === undefined) return false;
  standIns.bind(found);
  return true;
}
