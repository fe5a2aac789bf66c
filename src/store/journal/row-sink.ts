import type { IngestSums } from '../proof/ingest-sums.js';
import type { NewRow } from '../schema/row-writer.js';
import type { FoldSink } from './journal-fold.js';

/** Gives all that a journal amounts to as rows, summed up on the way. */
export function sinkTo(sums: IngestSums, write: (row: NewRow) => void): FoldSink {
  return {
    frame: (seq, stream, line) => {
      write({ type: 'frame', seq, stream, line });
      for (const row of sums.frame(seq, stream, line, line)) write(row);
    },
    part: (stream, bytes, index, lineAt) => {
      write({ type: 'part', stream, bytes, index, lineAt });
      sums.part(stream, bytes, index);
    },
    event: (seq, event, atNs) => {
      write({ type: 'event', seq, event, atNs });
      for (const row of sums.event(seq, event, atNs)) write(row);
    },
    anchor: (atNs, wallUs) => {
      write({ type: 'anchor', atNs, wallUs });
      sums.anchor(atNs, wallUs);
    },
    chunk: (stream, bytes) => {
      for (const row of sums.chunk(stream, bytes)) write(row);
    },
  };
}
