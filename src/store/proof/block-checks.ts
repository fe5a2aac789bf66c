import { ContentCheck } from './content-check.js';

/** How many entries of a timeline share a block of checks. */
const BLOCK_ENTRIES = 64;

/** The index of the block that an entry belongs to. */
export function blockOf(seq: number): number {
  return Math.floor(seq / BLOCK_ENTRIES);
}

/** The aspects of an entry that can differ. */
export const ASPECTS = ['sender', 'times', 'content'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** The checks of the entries from `64 * index` on. They show where a difference is. */
export interface BlockChecks {
  readonly index: number;
  /** A 32-bit number for each of {@link ASPECTS}, then a 16-bit number for each entry, 0 if there is none. */
  readonly bytes: Uint8Array;
}

/** An entry in a block. */
export interface BlockEntry {
  /** From 1. */
  readonly kind: number;
  readonly terminated: boolean;
  readonly sizeBytes: number;
  readonly firstNs: number | undefined;
  readonly lastNs: number | undefined;
  readonly content: number;
}

/** The byte offsets of the columns of a block: kinds have 32 bits, times and sizes 64, contents 32. */
const KINDS_AT = 0;
const FIRST_NS_AT = KINDS_AT + 4 * BLOCK_ENTRIES;
const LAST_NS_AT = FIRST_NS_AT + 8 * BLOCK_ENTRIES;
const SIZES_AT = LAST_NS_AT + 8 * BLOCK_ENTRIES;
const CONTENTS_AT = SIZES_AT + 8 * BLOCK_ENTRIES;
const BLOCK_BYTES = CONTENTS_AT + 4 * BLOCK_ENTRIES;

const COLUMNS: Readonly<Record<Aspect, readonly [from: number, end: number]>> = {
  sender: [KINDS_AT, FIRST_NS_AT],
  times: [FIRST_NS_AT, SIZES_AT],
  content: [SIZES_AT, BLOCK_BYTES],
};

const ENTRIES_AT = 4 * ASPECTS.length;
const CHECKS_BYTES = ENTRIES_AT + 2 * BLOCK_ENTRIES;

/** Stands for an unknown time; no clock shows this value. */
const NO_TIME = Number.MIN_SAFE_INTEGER;

/** Gathers the entries of one block after the other, in the same form on every machine. */
export class BlockBuilder {
  readonly bytes = new Uint8Array(BLOCK_BYTES);
  readonly #view = new DataView(this.bytes.buffer);
  #index = -1;

  get isEmpty(): boolean {
    return this.#index === -1;
  }

  get index(): number {
    return this.#index;
  }

  put(seq: number, { kind, terminated, sizeBytes, firstNs, lastNs, content }: BlockEntry): void {
    this.#index = blockOf(seq);
    const slot = seq % BLOCK_ENTRIES;
    const view = this.#view;
    // only a changed database has two entries with one number; their check must differ from that of any single entry
    const taken = view.getUint32(KINDS_AT + 4 * slot, true) === 0 ? 0 : 1;
    view.setUint32(KINDS_AT + 4 * slot, kind | ((terminated ? 1 : 0) << 8) | (taken << 9), true);
    view.setFloat64(FIRST_NS_AT + 8 * slot, firstNs ?? NO_TIME, true);
    view.setFloat64(LAST_NS_AT + 8 * slot, lastNs ?? NO_TIME, true);
    view.setFloat64(SIZES_AT + 8 * slot, sizeBytes, true);
    view.setUint32(CONTENTS_AT + 4 * slot, content, true);
  }

  checks(): BlockChecks {
    const bytes = new Uint8Array(CHECKS_BYTES);
    const view = new DataView(bytes.buffer);
    for (const [n, aspect] of ASPECTS.entries()) {
      view.setUint32(4 * n, new ContentCheck().add(this.bytes.subarray(...COLUMNS[aspect])).value(), true);
    }
    for (let slot = 0; slot < BLOCK_ENTRIES; slot += 1)
      view.setUint16(ENTRIES_AT + 2 * slot, this.#entryCheck(slot), true);
    return { index: this.#index, bytes };
  }

  clear(): void {
    this.bytes.fill(0);
    this.#index = -1;
  }

  #entryCheck(slot: number): number {
    const view = this.#view;
    if (view.getUint32(KINDS_AT + 4 * slot, true) === 0) return 0;
    const check = new ContentCheck();
    check.addWord(view.getInt32(KINDS_AT + 4 * slot, true));
    check.addWord(view.getInt32(CONTENTS_AT + 4 * slot, true));
    for (const at of [FIRST_NS_AT, LAST_NS_AT, SIZES_AT]) {
      check.addWord(view.getInt32(at + 8 * slot, true));
      check.addWord(view.getInt32(at + 8 * slot + 4, true));
    }
    // 0 means that there is no entry
    return check.value() & 0xffff || 1;
  }
}

/** Entries that are not what was recorded. */
export interface EntryDifference {
  /** Number of the first entry, and of the last. */
  readonly from: number;
  readonly to: number;
  /** `missing`: they were recorded. `added`: they were not. */
  readonly what: 'missing' | 'added' | 'changed';
  /** For a changed entry: the aspects that may have changed. Empty if they are not known. */
  readonly aspects: readonly Aspect[];
}

const NO_CHECKS = new Uint8Array(CHECKS_BYTES);

/** The differences in a block. An undefined block has no entries. */
export function blockDifferences(
  index: number,
  recorded: Uint8Array = NO_CHECKS,
  found: Uint8Array = NO_CHECKS,
): EntryDifference[] {
  const [then, now] = [viewOn(recorded), viewOn(found)];
  const aspects = ASPECTS.filter((_, n) => then.getUint32(4 * n, true) !== now.getUint32(4 * n, true));
  const slots = Array.from({ length: BLOCK_ENTRIES }, (_, slot) => slot).flatMap((slot) => {
    const at = ENTRIES_AT + 2 * slot;
    const what = differenceOf(then.getUint16(at, true), now.getUint16(at, true));
    return what === undefined ? [] : [{ seq: index * BLOCK_ENTRIES + slot, what }];
  });
  // two different entries can have the same check
  if (slots.length === 0 && aspects.length > 0) {
    return [{ from: index * BLOCK_ENTRIES, to: (index + 1) * BLOCK_ENTRIES - 1, what: 'changed', aspects }];
  }
  // an entry that is missing changes every aspect of its block
  const told = slots.every(({ what }) => what === 'changed') ? aspects : [];
  return slots.map(({ seq, what }) => ({ from: seq, to: seq, what, aspects: what === 'changed' ? told : [] }));
}

function differenceOf(recorded: number, found: number): EntryDifference['what'] | undefined {
  if (recorded === found) return undefined;
  if (found === 0) return 'missing';
  return recorded === 0 ? 'added' : 'changed';
}

/** A view of checks; in a foreign database they may have any length. */
function viewOn(checks: Uint8Array): DataView {
  const whole = new Uint8Array(CHECKS_BYTES);
  whole.set(checks.subarray(0, CHECKS_BYTES));
  return new DataView(whole.buffer);
}
