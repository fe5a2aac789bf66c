import { deflateRawSync, inflateRawSync, constants } from 'node:zlib';
import { reasonOf, TurntableError } from '../../errors.js';

/** The largest block, in bytes: one line that is just not kept in parts. A larger one is taken for an attack. */
const MOST_BYTES = 16 * 1024 * 1024 + 64 * 1024;
/** The largest columns: they may hold long texts of a line, as JSON. */
const MOST_COLUMN_BYTES = 256 * 1024 * 1024;
/** The largest derived data of a recording: the state of a million frames takes about 20 MB. */
const MOST_DERIVED_BYTES = 128 * 1024 * 1024;

/** How much memory is allocated at once, before anything is inflated. */
const MOST_BYTES_AT_ONCE = 1024 * 1024;

export function deflated(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes);
}

/**
 * @param size the inflated size according to the row; inflating stops there
 * @throws {TurntableError} `DATABASE_UNREADABLE` if the result has another size
 */
export function inflatedBytes(bytes: Uint8Array, size: number): Buffer {
  return inflated(bytes, size, MOST_BYTES);
}

/** The same for the columns of a block. @throws {TurntableError} `DATABASE_UNREADABLE` */
export function inflatedColumns(bytes: Uint8Array, size: number): Buffer {
  return inflated(bytes, size, MOST_COLUMN_BYTES);
}

/** The same for derived data, which is stored without a size. @throws {TurntableError} `DATABASE_UNREADABLE` */
export function inflatedDerived(bytes: Uint8Array): Buffer {
  return damagedIfThrown(() => inflateRawSync(bytes, { maxOutputLength: MOST_DERIVED_BYTES }));
}

/** How many bytes are read of a large block to inflate its beginning: enough for 4 kB, unless they are random. */
const BEGINNING_BYTES = 16 * 1024;

/** The beginning of deflated bytes, without inflating all of them: at least `most` bytes, if there are that many. */
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
  // a small one in one piece, instead of joining several
  const chunkSize = Math.min(MOST_BYTES_AT_ONCE, Math.max(64, size + 1));
  const whole = damagedIfThrown(() => inflateRawSync(bytes, { maxOutputLength: Math.max(1, size), chunkSize }));
  if (whole.length !== size) throw damaged(`${whole.length} bytes instead of ${size}`);
  return whole;
}

/** Runs `read`, which can fail only because of a damaged block. */
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
