import type { Canvas } from '../cells/canvas.js';
import { highlighted } from '../cells/highlighted.js';
import { BOLD, INVERSE, styleOf, type Emphasis } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { Pane } from '../detail/pane.js';
import { formatCount } from '../../report/quantities.js';
import type { Action } from '../keys/key-bindings.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { TextSearch } from '../tables/text-search.js';
import type { Intent, MouseAction, Size } from '../frame/view.js';
import { changeLines, partnersOf, rowSpans, type ChangeLine } from './change-lines.js';
import type { FileChange } from '../../report/changes/file-change.js';
import type { FileTexts } from './file-texts.js';
import { fileDiffs } from '../../report/changes/file-diff.js';
import type { DiffRow, FileDiff } from '../../report/changes/diff-rows.js';

/** From this width on, old and new text can be shown side by side. */
const SIDE_BY_SIDE_WIDTH = 100;
const LEAST_NUMBER_WIDTH = 3;

/** The pane with the changes that tool calls make to files. */
export class ChangesPane implements Pane {
  readonly #changes: readonly FileChange[];
  readonly #lookBack: (wanted: ReadonlyMap<string, string>) => FileTexts;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  readonly #search = new TextSearch();
  #wanted = '';
  #files: readonly FileDiff[];
  #partners: ReadonlyMap<DiffRow, DiffRow> = new Map();
  #lines: readonly ChangeLine[] = [];
  #wantsSides = false;
  #width = 0;
  #isSideBySide = false;
  #ignoresWhitespace = false;
  /** The texts to compare with; undefined: the old text that the agent gave. */
  #base: FileTexts | undefined;
  #isBaseKnown = false;

  /** @param lookBack searches earlier frames for the texts of files, by their paths and new texts */
  constructor(changes: readonly FileChange[], lookBack: (wanted: ReadonlyMap<string, string>) => FileTexts) {
    this.#changes = changes;
    this.#lookBack = lookBack;
    this.#files = this.#compare();
    this.#layOut();
  }

  counters(): StyledLine {
    const { added, removed } = totalOf(this.#files);
    const hunks = this.#lines.flatMap((line, i) => (line.type === 'hunk' ? [i] : []));
    const at = hunks.filter((hunk) => hunk <= (this.#cursor.selected ?? 0)).length;
    return [
      { text: `${formatCount(this.#files.length, 'file')}  `, role: 'dim' },
      { text: `+${added} `, role: 'added' },
      { text: `-${removed}  `, role: 'removed' },
      { text: `hunk ${at}/${hunks.length}`, role: 'dim' },
    ];
  }

  status(): StyledLine {
    const words = [
      ...(this.#ignoresWhitespace ? ['ignoring whitespace'] : []),
      ...(this.#isSideBySide ? ['side by side'] : []),
    ];
    const others: StyledLine = words.map((text) => ({ text: `${text}  `, role: 'dim' }) as const);
    return [...this.#baseStatus(), ...others, ...this.#search.status()];
  }

  prepare({ width, height }: Size): void {
    const isSideBySide = width >= SIDE_BY_SIDE_WIDTH && this.#wantsSides;
    this.#width = width;
    if (isSideBySide !== this.#isSideBySide) {
      this.#isSideBySide = isSideBySide;
      this.#layOut();
    }
    this.#cursor.prepare(height);
  }

  paint(canvas: Canvas): void {
    const numbers = Math.max(LEAST_NUMBER_WIDTH, this.#numberWidth());
    for (const [y, index] of this.#cursor.visible.entries()) {
      const line = this.#lines[index];
      if (line === undefined) continue;
      const base = index === this.#cursor.selected ? INVERSE : 0;
      if (base !== 0) {
        canvas.park(0, y);
        canvas.fill({ x: 0, y, width: canvas.width, height: 1 }, styleOf('plain', base));
      }
      this.#paintLine(canvas.part({ x: 0, y, width: canvas.width, height: 1 }), line, { numbers, base });
    }
    if (this.#lines.length === 0) canvas.text(1, 0, 'no file changes here', styleOf('dim'));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return [];
    switch (action.name) {
      case 'next-hunk':
      case 'previous-hunk':
        return this.#jump('hunk', action.name === 'next-hunk');
      case 'next-file':
      case 'previous-file':
        return this.#jump('file', action.name === 'next-file');
      case 'side-by-side':
        this.#wantsSides = !this.#wantsSides;
        if (!this.#wantsSides || this.#width >= SIDE_BY_SIDE_WIDTH) return [];
        return [{ type: 'say', text: `side by side needs at least ${SIDE_BY_SIDE_WIDTH} columns` }];
      case 'whitespace':
        this.#ignoresWhitespace = !this.#ignoresWhitespace;
        this.#show();
        return [];
      case 'base':
        return this.#changeBase();
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      case 'copy':
        return this.#copy();
      default:
        return undefined;
    }
  }

  work(): boolean {
    if (this.#base === undefined || this.#isBaseKnown) return false;
    this.#base.step();
    this.#isBaseKnown = this.#base.isDone;
    if (this.#isBaseKnown) this.#show();
    return true;
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y)) return undefined;
    return [];
  }

  #show(): void {
    this.#files = this.#compare();
    this.#layOut();
  }

  #compare(): FileDiff[] {
    const known = this.#isBaseKnown ? this.#base?.found : undefined;
    return this.#changes.flatMap((change) => {
      const base = change.type === 'texts' ? known?.get(change.path) : undefined;
      const based = base === undefined || change.type !== 'texts' ? change : { ...change, oldText: base.text };
      return fileDiffs(based, { ignoresWhitespace: this.#ignoresWhitespace });
    });
  }

  /** Switches the base of the comparison: the old text that the agent gave, or the text that was last read or written. */
  #changeBase(): readonly Intent[] {
    const texts = this.#changes.flatMap((change) => (change.type === 'texts' ? [change] : []));
    if (texts.length === 0) return [{ type: 'say', text: 'a patch has only one base', isError: true }];
    this.#base =
      this.#base === undefined ? this.#lookBack(new Map(texts.map(({ path, newText }) => [path, newText]))) : undefined;
    this.#isBaseKnown = false;
    this.#show();
    return [];
  }

  #baseStatus(): StyledLine {
    if (this.#base === undefined) return [];
    if (!this.#isBaseKnown) return [{ text: 'searching earlier frames...  ', role: 'dim' }];
    const seqs = [...this.#base.found.values()].map(({ seq }) => `#${seq}`);
    if (seqs.length > 0) return [{ text: `[base: as read or written in ${seqs.join(', ')}]  `, role: 'warning' }];
    return [{ text: '[base: oldText; not read or written before]  ', role: 'warning' }];
  }

  #layOut(): void {
    this.#partners = partnersOf(this.#files);
    this.#lines = changeLines(this.#files, this.#isSideBySide);
    this.#cursor.show(new AllRows({ entries: this.#lines.length }));
  }

  #paintLine(canvas: Canvas, line: ChangeLine, { numbers, base }: { numbers: number; base: Emphasis }): void {
    switch (line.type) {
      case 'file': {
        const { added, removed, path } = line.file;
        const counts: StyledLine = [
          { text: ` +${added}`, role: 'added' },
          { text: ` -${removed}`, role: 'removed' },
        ];
        const x = canvas.lineAtRight(0, counts, base);
        canvas.cell({ x: 0, y: 0, width: x }, path, styleOf('title', base | BOLD));
        return;
      }
      case 'hunk':
        canvas.text(0, 0, line.title, styleOf('info', base));
        return;
      case 'note':
        canvas.text(0, 0, `  ${line.text}`, styleOf('dim', base));
        return;
      case 'rows':
        if (this.#isSideBySide) this.#paintSides(canvas, line, { numbers, base });
        else this.#paintRow(canvas, line.now ?? line.old, { numbers, base });
        return;
      default:
        line satisfies never;
    }
  }

  /** `  42      - text`: the old and the new line number, the sign, the text. */
  #paintRow(canvas: Canvas, row: DiffRow | undefined, { numbers, base }: { numbers: number; base: Emphasis }): void {
    if (row === undefined) return;
    const [old, now] = [row.oldNumber, row.newNumber].map((number) => String(number ?? '').padStart(numbers));
    const x = canvas.text(0, 0, `${old} ${now} `, styleOf('dim', base));
    canvas.line(x, 0, highlighted([SIGNS[row.kind], ...rowSpans(row, this.#partners.get(row))], this.#wanted), base);
  }

  #paintSides(
    canvas: Canvas,
    { old, now }: { readonly old: DiffRow | undefined; readonly now: DiffRow | undefined },
    { numbers, base }: { numbers: number; base: Emphasis },
  ): void {
    const half = (canvas.width - 1) >> 1;
    for (const [x, row, number] of [
      [0, old, old?.oldNumber],
      [half + 1, now, now?.newNumber],
    ] as const) {
      if (row === undefined) continue;
      const part = canvas.part({ x, y: 0, width: half, height: 1 });
      const at = part.text(0, 0, `${String(number ?? '').padStart(numbers)} `, styleOf('dim', base));
      part.line(at, 0, highlighted([SIGNS[row.kind], ...rowSpans(row, this.#partners.get(row))], this.#wanted), base);
    }
    canvas.text(half, 0, canvas.glyphs.vertical, styleOf('punctuation', base));
  }

  #numberWidth(): number {
    const last = this.#files.flatMap(({ hunks }) => hunks.at(-1)?.rows.at(-1) ?? []);
    return Math.max(
      0,
      ...last.map(({ oldNumber, newNumber }) => String(Math.max(oldNumber ?? 0, newNumber ?? 0)).length),
    );
  }

  #jump(type: 'hunk' | 'file', isNext: boolean): readonly Intent[] {
    const at = this.#cursor.selected ?? 0;
    const places = this.#lines.flatMap((line, i) => (line.type === type ? [i] : []));
    const found = isNext ? places.find((place) => place > at) : places.findLast((place) => place < at);
    if (found === undefined) return [{ type: 'say', text: `no ${type} ${isNext ? 'below' : 'above'}` }];
    this.#cursor.to(found);
    return [];
  }

  #find(action: Action): readonly Intent[] {
    if (action.name === 'search') this.#wanted = (action.argument ?? '').toLowerCase();
    const at = this.#search.act(action, this.#lines.map(textOf), this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no line contains ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return [];
  }

  /** Copies the hunk at the cursor in the form of a patch. */
  #copy(): readonly Intent[] {
    const at = this.#cursor.selected ?? 0;
    const from = this.#lines.findLastIndex((line, i) => i <= at && line.type === 'hunk');
    const hunk = this.#lines[from];
    if (hunk?.type !== 'hunk') return [{ type: 'say', text: 'no hunk here', isError: true }];
    const found = this.#files.flatMap(({ hunks }) => hunks);
    const index = this.#lines.slice(0, from).filter(({ type }) => type === 'hunk').length;
    const rows = found.filter(({ title }) => title !== '')[index]?.rows ?? [];
    const text = [hunk.title, ...rows.map((row) => `${SIGNS[row.kind].text.charAt(0)}${row.text}`)].join('\n');
    return [{ type: 'copy', what: 'the hunk', text: `${text}\n` }];
  }
}

const SIGNS = {
  same: { text: '  ' },
  removed: { text: '- ', role: 'removed' },
  added: { text: '+ ', role: 'added' },
  note: { text: '  ', role: 'dim' },
} as const;

function totalOf(files: readonly FileDiff[]): { readonly added: number; readonly removed: number } {
  const sum = (of: 'added' | 'removed'): number => files.reduce((total, file) => total + file[of], 0);
  return { added: sum('added'), removed: sum('removed') };
}

function textOf(line: ChangeLine): string {
  switch (line.type) {
    case 'file':
      return line.file.path;
    case 'hunk':
      return line.title;
    case 'note':
      return line.text;
    case 'rows':
      return line.old === line.now ? (line.now?.text ?? '') : `${line.old?.text ?? ''} ${line.now?.text ?? ''}`;
    default:
      return line satisfies never;
  }
}
