import type { Canvas } from '../cells/canvas.js';
import { BOLD, INVERSE, styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { pageLineText, standingText, whyPage } from '../../report/waits/why-text.js';
import { wrapped } from '../../report/wrapped.js';
import type { ViewMaker } from '../frame/archive.js';
import type { Conversation } from '../frame/conversation.js';
import type { LineCommand } from '../frame/twins.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import type { Action } from '../keys/key-bindings.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { TextSearch } from '../tables/text-search.js';
import { whyLines, type WhyLine } from './why-lines.js';

/** The cursor stands left of the lines, with a blank behind. */
const GUTTER = 2;
/** Between two answers while the recording is live, in ms. */
const RENEW_MS = 500;
/** Of a recording with more entries it is not asked before it was checked: to read all of it takes time. */
const MANY_ENTRIES = 20_000;

/** Who waits for whom, since when, and how we know: what `turntable why` prints. Renewed while the recording is live. */
export class WhyView implements View {
  readonly contexts = ['why', 'move'] as const;
  readonly crumb = 'Why';
  readonly #conversation: Conversation;
  readonly #views: Pick<ViewMaker, 'frames'>;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  readonly #search = new TextSearch();
  #answer: { readonly why: WhyJson; readonly entries: number; readonly nowMs: number | undefined } | undefined;
  #lines: readonly WhyLine[] = [];

  constructor(conversation: Conversation, views: Pick<ViewMaker, 'frames'>) {
    this.#conversation = conversation;
    this.#views = views;
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#selected()?.seq };
  }

  get twins(): readonly LineCommand[] {
    const words = ['why', String(this.#conversation.item.number)];
    return this.#conversation.nowMs === undefined ? [words] : [words, [...words, '--watch']];
  }

  counters(): StyledLine {
    if (this.#answer === undefined) return [];
    const { why } = this.#answer;
    return [{ text: standingText(why), role: why.stuck ? 'warning' : 'plain' }];
  }

  status(): StyledLine {
    return this.#search.status();
  }

  tick(): number | undefined {
    return this.#conversation.nowMs === undefined ? undefined : RENEW_MS;
  }

  prepare({ width, height }: Size): void {
    this.#renew();
    this.#lines = this.#answer === undefined ? [] : whyLines(this.#answer.why, width - GUTTER);
    this.#cursor.show(new AllRows({ entries: this.#lines.length }));
    this.#cursor.prepare(height);
  }

  paint(canvas: Canvas): void {
    if (this.#lines.length === 0) {
      const percent = Math.floor(this.#conversation.findings.progress * 100);
      const text = `Checking: ${percent} %. Who waits for whom needs all of it.`;
      for (const [i, line] of wrapped(text, canvas.width - 2 * GUTTER).entries()) canvas.text(GUTTER, 1 + i, line);
      return;
    }
    for (const [y, row] of this.#cursor.visible.entries()) {
      const line = this.#lines[row];
      if (line === undefined) continue;
      const isSelected = row === this.#cursor.selected;
      if (isSelected) canvas.park(0, y);
      if (isSelected)
        canvas.text(0, y, canvas.glyphs.selected, styleOf('plain', line.seq === undefined ? 0 : INVERSE | BOLD));
      canvas.line(GUTTER, y, line.spans);
    }
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return [];
    switch (action.name) {
      case 'open':
        return this.#open();
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      case 'copy':
        return [{ type: 'copy', what: 'the page', text: this.#page() }];
      case 'pager':
        return [{ type: 'page', text: this.#page() }];
      default:
        return undefined;
    }
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y)) return undefined;
    return [];
  }

  /** Asks again if more has come, or time has gone on. */
  #renew(): void {
    const { entries, nowMs, findings } = this.#conversation;
    const isKnown = nowMs !== undefined || findings.progress === 1 || findings.failure !== undefined;
    if (!isKnown && entries > MANY_ENTRIES) return;
    const last = this.#answer;
    const isRecent = nowMs === undefined || (last?.nowMs !== undefined && nowMs - last.nowMs < RENEW_MS);
    const isSame = last?.entries === entries && (last.nowMs === undefined) === (nowMs === undefined);
    if (!isSame || !isRecent) this.#answer = { why: this.#conversation.why(), entries, nowMs };
  }

  #open(): readonly Intent[] {
    const seq = this.#selected()?.seq;
    return seq === undefined ? [] : [{ type: 'open', view: this.#views.frames(this.#conversation, seq) }];
  }

  #find(action: Action): readonly Intent[] {
    const texts = this.#lines.map(({ spans }) => spans.map(({ text }) => text).join(''));
    const at = this.#search.act(action, texts, this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no line contains ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return [];
  }

  #page(): string {
    const lines = this.#answer === undefined ? [] : [...whyPage(this.#answer.why)];
    return `${lines.map(pageLineText).join('\n')}\n`;
  }

  #selected(): WhyLine | undefined {
    return this.#lines[this.#cursor.selected ?? -1];
  }
}
