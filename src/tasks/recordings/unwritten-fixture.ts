import { shellLine } from '../../report/shell-line.js';
import type { JournalReader } from '../../store/journal/journal-reader.js';
import { livenessOf } from '../../store/journal/process-identity.js';

/**
 * Says how to write the fixture that `record --fixture` would have written; undefined if there was none, or if the tap still lives and
 * writes it. The journal may be a stranger's: so the message names the file, but no command to copy contains its name, which could
 * overwrite a file.
 */
export function unwrittenFixture(reader: JournalReader): string | undefined {
  const { id, owner, fixture } = reader.header;
  if (typeof fixture !== 'string' || livenessOf(owner, reader.lastWrittenMs()) === 'alive') return undefined;
  const command = shellLine(['turntable', 'export', id, '-o', 'FILE']);
  return `recording ${id} may not have been exported to ${shellLine([fixture])}. To export it, run: ${command}`;
}
