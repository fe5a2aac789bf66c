import type { DiffRow, FileDiff } from './diff-rows.js';

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/;
/** The most lines of a patch that are shown. */
const MOST_LINES = 20_000;

/** A file of a patch while it is read. */
interface Draft {
  path: string;
  hunks: { title: string; rows: DiffRow[] }[];
  added: number;
  removed: number;
}

/** The files of a patch in git's format. Other text is shown unchanged. @param path the path to use if the patch names none */
export function patchDiffs(patch: string, path: string): FileDiff[] {
  const lines = patch.split('\n', MOST_LINES + 1);
  const note = lines.length > MOST_LINES ? `showing the first ${MOST_LINES} lines of the patch` : undefined;
  if (lines.at(-1) === '') lines.pop();
  const reader = new PatchReader(path);
  for (const line of lines.slice(0, MOST_LINES)) reader.read(line);
  return reader.files.map((file): FileDiff => ({ ...file, note }));
}

class PatchReader {
  readonly files: Draft[] = [];
  readonly #path: string;
  #old = 0;
  #now = 0;
  /** How many lines of the hunk are still to come, of the old and of the new text. */
  #oldLeft = 0;
  #nowLeft = 0;

  constructor(path: string) {
    this.#path = path;
  }

  read(line: string): void {
    if (this.#oldLeft > 0 || this.#nowLeft > 0) {
      this.#body(line);
      return;
    }
    if (line.startsWith('diff --git ')) {
      this.#file(/ b\/(.*)$/.exec(line)?.[1]);
      return;
    }
    if (line.startsWith('--- ') && !this.#isAtHead) {
      this.#file(undefined);
      return;
    }
    if (line.startsWith('+++ ')) {
      this.#named(line.slice(4));
      return;
    }
    const found = HUNK.exec(line);
    if (found === null) {
      this.#note(line);
      return;
    }
    const [, old = '', oldCount = '1', now = '', newCount = '1', rest = ''] = found;
    [this.#old, this.#now] = [Number(old), Number(now)];
    [this.#oldLeft, this.#nowLeft] = [Number(oldCount), Number(newCount)];
    this.#here().hunks.push({ title: `@@ ${old},${oldCount} ${now},${newCount} @@${rest}`, rows: [] });
  }

  #body(line: string): void {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        this.#nowLeft -= 1;
        this.#here().added += 1;
        {
          this.#push({ kind: 'added', oldNumber: undefined, newNumber: this.#now++, text });
          return;
        }
      case '-':
        this.#oldLeft -= 1;
        this.#here().removed += 1;
        {
          this.#push({ kind: 'removed', oldNumber: this.#old++, newNumber: undefined, text });
          return;
        }
      case '\\': {
        this.#note(line);
        return;
      }
      default:
        this.#oldLeft -= 1;
        this.#nowLeft -= 1;
        {
          this.#push({ kind: 'same', oldNumber: this.#old++, newNumber: this.#now++, text });
          return;
        }
    }
  }

  #note(text: string): void {
    if (text === '' || text.startsWith('--- ') || text.startsWith('index ')) return;
    const isInHunk = text.startsWith('\\') && (this.#last?.hunks.length ?? 0) > 0;
    const { hunks } = this.#here();
    if (!isInHunk && (hunks.length === 0 || hunks.at(-1)?.title !== '')) hunks.push({ title: '', rows: [] });
    this.#push({ kind: 'note', oldNumber: undefined, newNumber: undefined, text });
  }

  #push(row: DiffRow): void {
    this.#here().hunks.at(-1)?.rows.push(row);
  }

  get #last(): Draft | undefined {
    return this.files.at(-1);
  }

  /** Whether no hunk of the file has come yet. */
  get #isAtHead(): boolean {
    return this.#last?.hunks.every(({ title }) => title === '') ?? false;
  }

  #here(): Draft {
    const last = this.#last;
    if (last !== undefined) return last;
    this.#file(undefined);
    return this.#here();
  }

  #file(path: string | undefined): void {
    this.files.push({ path: path ?? this.#path, hunks: [], added: 0, removed: 0 });
  }

  #named(name: string): void {
    const path = name.replace(/^b\//, '').replace(/\t.*$/, '');
    if (path !== '/dev/null') this.#here().path = path;
  }
}
