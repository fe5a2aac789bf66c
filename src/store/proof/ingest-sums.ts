import { StreamSums } from '../journal/stream-sums.js';
import type { LineTimes, NewRow } from '../schema/row-writer.js';
import type { Stream, TapEvent } from '../../wire/frame.js';
import type { Line } from '../../wire/line-splitter.js';
import type { BlockChecks } from './block-checks.js';
import { ContentCheck } from './content-check.js';
import { factChecks, factsText, type RecordedFacts } from './recorded-facts.js';
import { TimelineDigest } from './timeline-digest.js';

const NOTHING: readonly NewRow[] = [];

/** The facts that are known without these sums. */
export type FactsBeside = Omit<RecordedFacts, 'anchors'>;

/** Computes the sums of a recording while it is brought in, independently of its rows. Returns the rows that store the sums. */
export class IngestSums {
  readonly streams = new StreamSums();
  readonly #timeline = new TimelineDigest();
  readonly #anchors = new Map<number, number>();
  /** For each stream: the check of its unfinished line in parts. */
  readonly #parts = new Map<Stream, ContentCheck>();

  /** Bytes of a stream before they are split. */
  chunk(stream: Stream, bytes: Uint8Array): readonly NewRow[] {
    return this.streams.add(stream, bytes).map((sum) => ({ type: 'checksum', ...sum }));
  }

  part(stream: Stream, bytes: Uint8Array, index: number): void {
    const check = (index === 0 ? undefined : this.#parts.get(stream)) ?? new ContentCheck();
    this.#parts.set(stream, check.add(bytes));
  }

  frame(seq: number, stream: Stream, line: Line, times: LineTimes | undefined): readonly NewRow[] {
    const check = (line.parts > 0 ? this.#parts.get(stream) : undefined) ?? new ContentCheck().add(line.bytes);
    const { terminated, sizeBytes } = line;
    const [firstNs, lastNs] = [times?.firstNs, times?.lastNs];
    return blockRows(
      this.#timeline.frame(seq, { stream, terminated, sizeBytes, firstNs, lastNs, content: check.value() }),
    );
  }

  event(seq: number, { name, fields }: TapEvent, atNs: number | undefined): readonly NewRow[] {
    return blockRows(this.#timeline.event(seq, { name, fields, atNs }));
  }

  anchor(atNs: number, wallUs: number): void {
    this.#anchors.set(atNs, Math.round(wallUs));
  }

  /** Nothing can be added afterwards. */
  end(facts: FactsBeside): readonly NewRow[] {
    const last = this.#timeline.lastBlock();
    const all = { ...facts, anchors: [...this.#anchors].sort(([a], [b]) => a - b) };
    const sha256 = this.#timeline.sha256(factsText(all));
    return [...blockRows(last), { type: 'digest', sha256, facts: factChecks(all) }];
  }
}

function blockRows(checks: BlockChecks | undefined): readonly NewRow[] {
  return checks === undefined ? NOTHING : [{ type: 'digest-block', index: checks.index, checks: checks.bytes }];
}
