import type { Canvas } from '../cells/canvas.js';
import { BOLD, type Role } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { LinesPane } from '../detail/lines-pane.js';
import type { Compared } from '../../report/diff/compared.js';
import { diffLines, type DiffLine } from '../../report/diff/diff-text.js';
import { formatCount } from '../../report/quantities.js';
import type { Action } from '../keys/key-bindings.js';
import type { Intent, MouseAction, Size, View } from '../frame/view.js';
import type { LineCommand } from '../frame/twins.js';
import { wrapped } from '../../report/wrapped.js';

const ROLES: Readonly<Record<DiffLine['style'], Role>> = {
  title: 'title',
  place: 'info',
  summary: 'plain',
  removed: 'removed',
  added: 'added',
  context: 'dim',
  note: 'dim',
};
/** The indentation of a continued line. */
const INDENT = '    ';

/** The differences between two recordings or turns, as `turntable diff` prints them. */
export class DifferencesView implements View {
  readonly contexts = ['changes', 'move'] as const;
  readonly crumb = 'Differences';
  readonly twins: readonly LineCommand[];
  readonly #compared: Compared;
  readonly #pane: LinesPane;
  /** The lines where differences begin, in the current layout of the pane. */
  #beginnings: readonly number[] = [];

  /** @param words the command that compared them */
  constructor(compared: Compared, words: LineCommand) {
    this.#compared = compared;
    this.twins = [words];
    this.#pane = new LinesPane((width) => this.#lines(width), 'No differences.');
  }

  counters(): StyledLine {
    return [{ text: `${formatCount(this.#compared.differences.length, 'difference')}  ` }, ...this.#pane.counters()];
  }

  status(): StyledLine {
    return this.#pane.status();
  }

  prepare(size: Size): void {
    this.#pane.prepare(size);
  }

  paint(canvas: Canvas): void {
    this.#pane.paint(canvas);
  }

  act(action: Action): readonly Intent[] | undefined {
    if (action.name !== 'next-hunk' && action.name !== 'previous-hunk') return this.#pane.act(action);
    const at = this.#pane.selected ?? 0;
    const isNext = action.name === 'next-hunk';
    const found = isNext ? this.#beginnings.find((line) => line > at) : this.#beginnings.findLast((line) => line < at);
    if (found === undefined) return [{ type: 'say', text: `no difference ${isNext ? 'below' : 'above'}` }];
    this.#pane.goTo(found);
    return [];
  }

  mouse(event: MouseAction): readonly Intent[] | undefined {
    return this.#pane.mouse(event);
  }

  #lines(width: number): StyledLine[] {
    const lines: StyledLine[] = [];
    const beginnings: number[] = [];
    for (const { text, style } of diffLines(this.#compared)) {
      const isBeginning = style === 'summary';
      if (isBeginning) beginnings.push(lines.length);
      const pieces = text.length <= width ? [text] : wrapped(text, width - INDENT.length);
      for (const [i, piece] of pieces.entries()) {
        lines.push([
          { text: i === 0 ? piece : INDENT + piece, role: ROLES[style], ...(isBeginning && { emphasis: BOLD }) },
        ]);
      }
    }
    this.#beginnings = beginnings;
    return lines;
  }
}
