import { objectOf, textOf } from '../../model/json-access.js';
import type { Frame } from '../../wire/frame.js';
import { readMessage } from '../../wire/message.js';
import type { Filter } from '../../filter/filter.js';
import type { Conversation, Search } from '../frame/conversation.js';

/** The text of a file when it was last read or written. */
export interface FileText {
  /** The answer that contained it, or the request that wrote it. */
  readonly seq: number;
  readonly text: string;
}

/** Larger frames are not read, in bytes: that would block a key. */
const MOST_BYTES = 4_000_000;

const READ = 'fs/read_text_file';
const WRITTEN = 'fs/write_text_file';

/** Looks back from a frame for whole files that the agent read or wrote through the client, a little at a time. */
export class FileTexts {
  readonly found = new Map<string, FileText>();
  readonly #conversation: Conversation;
  /** The paths of files, with their new texts. */
  readonly #wanted: ReadonlyMap<string, string>;
  readonly #from: number;
  readonly #search: Search;
  #at: number;
  #isDone = false;

  /** @param wanted paths of files, with their new texts: a write of that text is the change itself, and is passed over */
  constructor(conversation: Conversation, seq: number, wanted: ReadonlyMap<string, string>) {
    this.#conversation = conversation;
    this.#wanted = wanted;
    this.#from = seq;
    this.#at = seq;
    this.#search = conversation.search(ABOUT_FILES, seq);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Looks further. @returns whether there is more to do */
  step(): boolean {
    if (this.#isDone) return false;
    const hit = this.#search.next(this.#at, 'backward');
    if (hit === 'unknown') this.#search.step();
    // after the first frame, the search would start again with the last
    else if (hit === undefined || hit >= this.#at) this.#isDone = true;
    else this.#look((this.#at = hit));
    if (this.found.size === this.#wanted.size) this.#isDone = true;
    return !this.#isDone;
  }

  #look(seq: number): void {
    const entry = this.#conversation.entry(seq);
    if (entry?.type !== 'frame') return;
    const request = this.#message(entry);
    if (request?.kind !== 'request') return;
    const params = objectOf(request.params);
    const path = textOf(params?.['path']) ?? '';
    const newText = this.#wanted.get(path);
    if (newText === undefined || this.found.has(path)) return;
    const isWhole = [params?.['line'], params?.['limit']].every((limit) => limit === undefined || limit === null);
    if (request.method === READ && isWhole) this.#readIn(entry, path);
    const written = request.method === WRITTEN ? textOf(params?.['content']) : undefined;
    if (written !== undefined && written !== newText) this.found.set(path, { seq, text: written });
  }

  #readIn(request: Frame, path: string): void {
    const half = this.#conversation.otherHalf(request);
    if (half === undefined || half.seq >= this.#from) return;
    const entry = this.#conversation.entry(half.seq);
    const response = entry?.type === 'frame' ? this.#message(entry) : undefined;
    if (response?.kind !== 'response' || !response.outcome.ok) return;
    const text = textOf(objectOf(response.outcome.result)?.['content']);
    if (text !== undefined) this.found.set(path, { seq: half.seq, text });
  }

  #message(frame: Frame) {
    return frame.sizeBytes > MOST_BYTES ? undefined : readMessage(this.#conversation.bytes(frame));
  }
}

function named(method: string): Filter {
  return { type: 'name', field: 'method', pattern: { type: 'glob', glob: method } };
}

const ABOUT_FILES: Filter = {
  type: 'and',
  of: [
    { type: 'choice', field: 'kind', value: 'request' },
    { type: 'or', of: [named(READ), named(WRITTEN)] },
  ],
};
