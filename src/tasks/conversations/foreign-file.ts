import { AcpDevtoolsReader } from '../../fixture/foreign/acp-devtools-export.js';
import type { ForeignReader } from '../../fixture/foreign/foreign-capture.js';
import { RustTraceReader } from '../../fixture/foreign/rust-trace.js';
import type { FileReading } from './conversation-file.js';
import { journalItems } from './journal-file.js';

/** Reads all files that Turntable knows. */
export const ALL_FORMATS: Pick<FileReading, 'foreign' | 'journal'> = { foreign: foreignReader, journal: journalItems };

/** How much of the first line is needed to recognise a file. */
const BEGINNING_BYTES = 100;

/**
 * Finds the reader for a JSON file of another program by its first line: an object over many lines, or one with a known first member;
 * undefined for a JSONL capture. It is separate from the other readers, because these files are described by schemas, which take time to
 * load.
 */
function foreignReader(file: string, firstLine: Uint8Array): ForeignReader | undefined {
  const beginning = new TextDecoder().decode(firstLine.subarray(0, BEGINNING_BYTES)).trimEnd();
  if (beginning === '{' || /^\{\s*"(?:version|exportedAt)"\s*:/.test(beginning)) return new AcpDevtoolsReader(file);
  return /^\{\s*"type"\s*:/.test(beginning) ? new RustTraceReader(file) : undefined;
}
