import { deflateRawSync, inflateRawSync, constants } from 'node:zlib';
import { reasonOf, TurntableError } from '../../errors.js';

/** No block holds more than this, in bytes: one line that is not in parts yet. More is taken for an attack. */
const MOST_BYTES = 16 * 1024 * 1024 + 64 * 1024;
/** No columns do: texts of a line of many bytes may stand in them, as JSON. */
const MOST_COLUMN_BYTES = 256 * 1024 * 1024;
/** Nothing that was derived of a recording and kept does: of a million frames a state is some 20 MB. */
const MOST_DERIVED_BYTES = 128 * 1024 * 1024;

/** Memory for so much is asked for before anything comes out. */
const MOST_BYTES_AT_ONCE = 1024 * 1024;

export function deflated(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes);
}

/**
 * @param size what the row says that comes out of it; nothing larger is made
 * @throws {TurntableError} `DATABASE_UNREADABLE` where something else comes out
 */
export function inflatedBytes(bytes: Uint8Array, size: number): Buffer {
  return inflated(bytes, size, MOST_BYTES);
}

/** The same for the columns of a block. @throws {TurntableError} `DATABASE_UNREADABLE` */
export function inflatedColumns(bytes: Uint8Array, size: number): Buffer {
  return inflated(bytes, size, MOST_COLUMN_BYTES);
}

/** The same for what was derived and kept, beside which no size stands. @throws {TurntableError} `DATABASE_UNREADABLE` */
export function inflatedDerived(bytes: Uint8Array): Buffer {
  return damagedIfThrown(() => inflateRawSync(bytes, { maxOutputLength: MOST_DERIVED_BYTES }));
}

/** Bytes that are read of a large block to learn how it begins: far more than its first 4 kB need, but for noise. */
const BEGINNING_BYTES = 16 * 1024;

/** How something begins, without inflating all of it: at least `most` bytes where there are so many. */
export function inflatedBeginning(bytes: Uint8Array, size: number, most: number): Buffer {
  if (bytes.length <= BEGINNING_BYTES || most > BEGINNING_BYTES / 2) return inflatedBytes(bytes, size);
  return damagedIfThrown(() =>
    inflateRawSync(bytes.subarray(0, BEGINNING_BYTES), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, Math.min(size, MOST_BYTES)),
    }),
  );
}

function inflated(bytes: Uint8Array, size: number, limit: number): Buffer {
  if (size < 0 || size > limit) throw damaged(`${size} bytes`);
  // in one piece where it is small, instead of several that are joined
  const chunkSize = Math.min(MOST_BYTES_AT_ONCE, Math.max(64, size + 1));
  const whole = damagedIfThrown(() => inflateRawSync(bytes, { maxOutputLength: Math.max(1, size), chunkSize }));
  if (whole.length !== size) throw damaged(`${whole.length} bytes instead of ${size}`);
  return whole;
}

/** Runs `read`, for which nothing but a damaged block is a reason to fail. */
export function damagedIfThrown<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof TurntableError ? thrown : damaged(reasonOf(thrown), thrown);
  }
}

function damaged(what: string, cause?: unknown): TurntableError {
  return new TurntableError('DATABASE_UNREADABLE', `compressed data in the database is damaged: ${what}`, {
    hint: 'Run "turntable doctor".',
    cause,
  });
}
