import { objectOf, textOf } from '../../model/json-access.js';
import { SUMMARY_CHARACTERS } from '../../report/summary.js';
import type { Frame, TimelineEntry } from '../../wire/frame.js';
import { readMessage } from '../../wire/message.js';
import type { Conversation } from '../frame/conversation.js';
import type { Rows } from '../tables/rows.js';

/** Chunks of one message, one after the other. */
export interface Run {
  /** The first of them; the row shows it for all. */
  readonly first: number;
  readonly last: number;
}

/** Longer runs are cut, so that finding the rows around a place needs little reading. */
const LONGEST_RUN = 64;
const CHUNK = /"sessionUpdate"\s*:\s*"(agent_message_chunk|agent_thought_chunk|user_message_chunk)"/g;
const MESSAGE_ID = /"messageId"\s*:\s*"([^"]*)"/;
const KEPT_NAMES = 20_000;

/**
 * Rows in which consecutive chunks of a message share one row. A run starts where the chunks start, or at a multiple of the longest length.
 */
export class CollapsedRows implements Rows {
  readonly #conversation: Conversation;
  #rows: Rows;
  readonly #names = new Map<number, string>();
  readonly #decoder = new TextDecoder();

  constructor(conversation: Conversation, rows: Rows) {
    this.#conversation = conversation;
    this.#rows = rows;
  }

  /** Collapses other rows of the same recording. */
  over(rows: Rows): void {
    this.#rows = rows;
  }

  get first(): number | undefined {
    return this.#rows.first;
  }

  get last(): number | undefined {
    const last = this.#rows.last;
    return last === undefined ? undefined : this.runAt(last).first;
  }

  at(seq: number): number | undefined {
    const row = this.#rows.at(seq);
    return row === undefined ? undefined : this.runAt(row).first;
  }

  next(row: number): number | undefined {
    return this.#rows.next(this.runAt(row).last);
  }

  previous(row: number): number | undefined {
    const before = this.#rows.previous(this.runAt(row).first);
    return before === undefined ? undefined : this.runAt(before).first;
  }

  /** The run that contains a row; only the row itself if it is not a chunk. */
  runAt(row: number): Run {
    const name = this.#nameOf(row);
    if (name === '') return { first: row, last: row };
    const from = row - (row % LONGEST_RUN);
    let [first, last] = [row, row];
    for (let at = this.#rows.previous(row); at !== undefined && at >= from && this.#nameOf(at) === name;) {
      first = at;
      at = this.#rows.previous(at);
    }
    for (let at = this.#rows.next(row); at !== undefined && at < from + LONGEST_RUN && this.#nameOf(at) === name;) {
      last = at;
      at = this.#rows.next(at);
    }
    return { first, last };
  }

  /** The joined text of a run's chunks, and their number. */
  textOf({ first, last }: Run): { readonly text: string; readonly count: number } {
    let text = '';
    let count = 0;
    for (let at: number | undefined = first; at !== undefined && at <= last; at = this.#rows.next(at)) {
      count += 1;
      if (text.length < SUMMARY_CHARACTERS) text += chunkText(this.#conversation.entry(at));
    }
    return { text, count };
  }

  /** A name that all chunks of a run share; empty for other entries, and for a chunk that must stay visible. */
  #nameOf(seq: number): string {
    // a frame with a violation is never hidden in a run
    if (this.#conversation.findings.marks.at(seq) !== undefined) return '';
    let name = this.#names.get(seq);
    if (name === undefined) {
      if (this.#names.size >= KEPT_NAMES) this.#names.clear();
      this.#names.set(seq, (name = this.#read(this.#conversation.entry(seq))));
    }
    return name;
  }

  #read(entry: TimelineEntry | undefined): string {
    if (entry?.type !== 'frame' || entry.envelope?.method !== 'session/update') return '';
    if (entry.head.length < entry.sizeBytes) return '';
    const text = this.#decoder.decode(entry.head);
    const found = [...text.matchAll(CHUNK)];
    const [only] = found;
    // if the pattern occurs twice, one of the two is only quoted text
    if (only === undefined || found.length > 1) return '';
    return `${entry.stream} ${entry.envelope.sessionId ?? ''} ${only[1] ?? ''} ${MESSAGE_ID.exec(text)?.[1] ?? ''}`;
  }
}

function chunkText(entry: TimelineEntry | undefined): string {
  if (entry?.type !== 'frame') return '';
  return textOf(objectOf(updateOf(entry)?.['content'])?.['text']) ?? '';
}

function updateOf({ head }: Frame) {
  const message = readMessage(head);
  return message.kind === 'notification' ? objectOf(objectOf(message.params)?.['update']) : undefined;
}
