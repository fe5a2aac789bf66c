/** What is wrong with a journal: nothing where all are 0. */
export interface JournalDamage {
  /** Bytes that are no record, or one that was read before. */
  skippedBytes: number;
  /** Records that are in the journal no more. */
  missingRecords: number;
  /** Records that stand behind a later one. */
  displacedRecords: number;
  /** Bytes of a last record that is not whole. It may be that the tap was killed while it wrote it. */
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
