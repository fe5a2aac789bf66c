import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { DetailPane, ViewMaker } from './archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation } from './conversation.js';
import type { Intent, Size } from './view.js';

/** From this width on the frame that is selected stands beside the list. */
const SPLIT_WIDTH = 110;
/** How much of the width is the frame's. */
const SHARE = 0.42;

/** The frame that is selected in a list, beside the list where there is room; a person goes into it and back. */
export class DetailBeside {
  readonly #conversation: Conversation;
  readonly #views: Pick<ViewMaker, 'detail'>;
  #pane: DetailPane | undefined;
  #isEntered = false;
  #isZoomed = false;

  constructor(conversation: Conversation, views: Pick<ViewMaker, 'detail'>) {
    this.#conversation = conversation;
    this.#views = views;
  }

  /** What is worked in; undefined where that is the list. */
  get entered(): DetailPane | undefined {
    return this.#isEntered ? this.#pane : undefined;
  }

  get isZoomed(): boolean {
    return this.#isZoomed;
  }

  /** How many cells of the width it takes. */
  widthOf(width: number): number {
    if (this.#pane === undefined) return 0;
    if (this.#isZoomed) return this.#isEntered ? width : 0;
    return Math.floor(width * SHARE);
  }

  /** @param size of the list and the frame together @param seq of the frame; undefined where none is selected */
  prepare(size: Size, seq: number | undefined): void {
    if (seq === undefined || size.width < SPLIT_WIDTH) {
      this.#pane = undefined;
      this.#isEntered = false;
      return;
    }
    this.#pane ??= this.#views.detail(this.#conversation, seq);
    this.#pane.show(seq);
    const width = this.widthOf(size.width);
    if (width > 0) this.#pane.prepare({ width, height: size.height });
  }

  /** Paints it from a column on, with a rule before it. */
  paint(canvas: Canvas, x: number): void {
    const { width, height, glyphs } = canvas;
    const rule = styleOf(this.#isEntered ? 'key' : 'punctuation');
    for (let y = 0; y < height && x > 0; y += 1) canvas.text(x - 1, y, glyphs.vertical, rule);
    this.#pane?.paint(canvas.part({ x, y: 0, width: width - x, height }));
  }

  /** @returns undefined where the action is the list's */
  act(action: Action): readonly Intent[] | undefined {
    if (action.name === 'zoom' && this.#pane !== undefined) {
      this.#isZoomed = !this.#isZoomed;
      return [];
    }
    if (action.name === 'next-pane' || action.name === 'previous-pane') {
      this.#isEntered = this.#pane !== undefined && !this.#isEntered;
      return [];
    }
    if (action.name === 'back' && this.#isEntered) {
      this.#isEntered = false;
      return [];
    }
    return undefined;
  }

  work(): boolean {
    return this.#pane?.work?.() ?? false;
  }
}
