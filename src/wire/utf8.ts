/** The first place where bytes are not UTF-8. */
export interface BrokenUtf8 {
  /** The offset of the first wrong byte. */
  readonly offset: number;
  /** Whether the only fault is an incomplete last character. */
  readonly isCutShort: boolean;
}

/** Finds the first place that is not UTF-8 (Unicode 3.9, table 3-7); undefined if all of it is. */
export function brokenUtf8(bytes: Uint8Array): BrokenUtf8 | undefined {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(lead);
    if (length === 0) return { offset: at, isCutShort: false };
    for (let i = 1; i < length; i += 1) {
      if (at + i === bytes.length) return { offset: at, isCutShort: true };
      if (!mayFollow(lead, i, bytes[at + i] ?? 0)) return { offset: at, isCutShort: false };
    }
    at += length;
  }
  return undefined;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** The range of the second byte excludes overlong forms, surrogates, and code points beyond Unicode. */
function mayFollow(lead: number, index: number, byte: number): boolean {
  const [low, high] = (index === 1 ? SECOND[lead] : undefined) ?? [0x80, 0xbf];
  return byte >= low && byte <= high;
}

const SECOND: Readonly<Partial<Record<number, readonly [number, number]>>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};
