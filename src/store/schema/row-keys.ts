const SEQ_LIMIT = 2 ** 32;

/** The key of frame or event `seq` of a recording: both in one integer, safe in a JS number up to 2^21 recordings. */
export function keyOf(recording: number, seq: number): number {
  return recording * SEQ_LIMIT + seq;
}

export function seqOf(key: number): number {
  return key % SEQ_LIMIT;
}

export function recordingOf(key: number): number {
  return Math.floor(key / SEQ_LIMIT);
}
