import { AcpDevtoolsReader } from '../../fixture/foreign/acp-devtools-export.js';
import type { ForeignReader } from '../../fixture/foreign/foreign-capture.js';
import { RustTraceReader } from '../../fixture/foreign/rust-trace.js';
import type { FileReading } from './conversation-file.js';
import { journalItems } from './journal-file.js';

/** Reads all files that Turntable knows. */
export const ALL_FORMATS: Pick<FileReading, 'foreign' | 'journal'> = { foreign: foreignReader, journal: journalItems };

/** So much of the first line tells what a file is. */
const BEGINNING_BYTES = 100;

/**
 * Who reads a file of JSON that another program wrote, by its first line: an object over many lines, or one whose first member tells;
 * undefined for a JSONL capture. Apart from what reads the others, because these files are described by schemas, which cost time to load.
 */
function foreignReader(file: string, firstLine: Uint8Array): ForeignReader | undefined {
  const beginning = new TextDecoder().decode(firstLine.subarray(0, BEGINNING_BYTES)).trimEnd();
  if (beginning === '{' || /^\{\s*"(?:version|exportedAt)"\s*:/.test(beginning)) return new AcpDevtoolsReader(file);
  return /^\{\s*"type"\s*:/.test(beginning) ? new RustTraceReader(file) : undefined;
}
