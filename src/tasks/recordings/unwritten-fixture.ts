import { shellLine } from '../../report/shell-line.js';
import type { JournalReader } from '../../store/journal/journal-reader.js';
import { livenessOf } from '../../store/journal/process-identity.js';

/**
 * Says how to write the fixture that a recovered recording was to become; undefined if it was to become none, or if its tap lives
 * and sees to it. The journal may be a stranger's: the file that it names is told, and stands in no command to copy, which could
 * overwrite it.
 */
export function unwrittenFixture(reader: JournalReader): string | undefined {
  const { id, owner, fixture } = reader.header;
  if (typeof fixture !== 'string' || livenessOf(owner, reader.lastWrittenMs()) === 'alive') return undefined;
  const command = shellLine(['turntable', 'export', id, '-o', 'FILE']);
  return `recording ${id} may not have been exported to ${shellLine([fixture])}. To export it, run: ${command}`;
}
