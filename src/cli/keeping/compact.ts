import { formatBytes, formatCount } from '../../report/quantities.js';
import { filesBytes } from '../../store/query/removals.js';
import { makeSmall } from '../../tasks/keeping/keep-house.js';
import type { DatabaseOption } from '../../tasks/recordings/database-for.js';
import { openUpToDate } from '../../tasks/recordings/open-up-to-date.js';
import type { CliIo } from '../program/io.js';

/** `turntable compact`: packs recordings now, which otherwise happens in the background after a recording has ended. */
export async function compact(options: DatabaseOption, io: CliIo): Promise<number> {
  const db = openUpToDate(io, options);
  try {
    const before = filesBytes(db);
    const made = await makeSmall(db.name, (done, of) => {
      io.progress(`compacting recording ${done + 1} of ${of}`);
    });
    const after = `${formatBytes(filesBytes(db))} on disk`;
    await io.printLine(
      made === 0
        ? `nothing to compact: ${after}`
        : `compacted ${formatCount(made, 'recording')}: ${formatBytes(before)} became ${after}`,
    );
    return 0;
  } finally {
    io.progress(undefined);
    db.close();
  }
}
