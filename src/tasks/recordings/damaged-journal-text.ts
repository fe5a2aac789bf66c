import { damageText } from '../../report/damage-text.js';
import type { JournalPutAside } from '../../store/journal/journals.js';

/** Says that a journal was damaged, and where it is kept. */
export function damagedJournalText({ id, damage, path }: JournalPutAside): string {
  return `the journal of recording ${id} is damaged (${damageText(damage)}); everything readable is in the database, and the journal is kept as ${path}`;
}
