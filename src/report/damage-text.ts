import type { JournalDamage } from '../wire/journal-damage.js';
import { formatCount } from './quantities.js';

/** The damage of a journal, as part of a sentence: "1 record is missing, 512 bytes could not be read". */
export function damageText({ missingRecords, displacedRecords, skippedBytes, cutBytes }: JournalDamage): string {
  const parts = [
    missingRecords > 0 && `${formatCount(missingRecords, 'record')} ${missingRecords === 1 ? 'is' : 'are'} missing`,
    displacedRecords > 0 && `${formatCount(displacedRecords, 'record')} out of order`,
    skippedBytes > 0 && `${formatCount(skippedBytes, 'byte')} could not be read`,
    cutBytes > 0 && `the last record is cut after ${formatCount(cutBytes, 'byte')}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
