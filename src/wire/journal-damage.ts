/** The damage of a journal; there is none if all numbers are 0. */
export interface JournalDamage {
  /** Bytes that are not a record, or a record that was read before. */
  skippedBytes: number;
  /** Records that are missing in the journal. */
  missingRecords: number;
  /** Records that come after a later one. */
  displacedRecords: number;
  /** Bytes of an incomplete last record, perhaps because the tap was killed while it wrote it. */
  cutBytes: number;
}

export const NO_DAMAGE: Readonly<JournalDamage> = {
  skippedBytes: 0,
  missingRecords: 0,
  displacedRecords: 0,
  cutBytes: 0,
};

export function isWhole(damage: Readonly<JournalDamage>): boolean {
  return Object.values(damage).every((count) => count === 0);
}
