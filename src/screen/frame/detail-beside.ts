import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { DetailPane, ViewMaker } from './archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation } from './conversation.js';
import type { Intent, Size } from './view.js';

/** From this width on, the selected frame is shown beside the list. */
const SPLIT_WIDTH = 110;
/** The frame's share of the width. */
const SHARE = 0.42;

/** The selected frame of a list, shown beside the list if there is room. A person can switch between the two. */
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

  /** The pane that has the keys; undefined if the list has them. */
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

  /** @param size the size of list and frame together @param seq the selected frame; undefined if there is none */
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

  /** Paints it from a column on, with a vertical line before it. */
  paint(canvas: Canvas, x: number): void {
    const { width, height, glyphs } = canvas;
    const rule = styleOf(this.#isEntered ? 'key' : 'punctuation');
    for (let y = 0; y < height && x > 0; y += 1) canvas.text(x - 1, y, glyphs.vertical, rule);
    this.#pane?.paint(canvas.part({ x, y: 0, width: width - x, height }));
  }

  /** @returns undefined if the action belongs to the list */
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
