import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import { pageLineText, standingText, whyPage } from '../../report/waits/why-text.js';
import { wrapped } from '../../report/wrapped.js';
import type { ViewMaker } from '../frame/archive.js';
import type { Conversation } from '../frame/conversation.js';
import type { LineCommand } from '../frame/twins.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import type { Action } from '../keys/key-bindings.js';
import { GUTTER, LineList } from '../tables/line-list.js';
import { TextSearch } from '../tables/text-search.js';
import { whyLines } from './why-lines.js';

/** Between two answers while the recording is live, in ms. */
const RENEW_MS = 500;
/** A recording with more entries is answered only after it was checked, because reading all of it takes time. */
const MANY_ENTRIES = 20_000;

/** Who waits for whom, since when, and how we know: what `turntable why` prints. Updated while the recording is live. */
export class WhyView implements View {
  readonly contexts = ['why', 'move'] as const;
  readonly crumb = 'Why';
  readonly #conversation: Conversation;
  readonly #views: Pick<ViewMaker, 'frames'>;
  readonly #list = new LineList();
  readonly #search = new TextSearch();
  #answer: { readonly why: WhyJson; readonly entries: number; readonly nowMs: number | undefined } | undefined;

  constructor(conversation: Conversation, views: Pick<ViewMaker, 'frames'>) {
    this.#conversation = conversation;
    this.#views = views;
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#list.selected?.seq };
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
    this.#list.show(this.#answer === undefined ? [] : whyLines(this.#answer.why, width - GUTTER));
    this.#list.prepare(height);
  }

  paint(canvas: Canvas): void {
    if (this.#list.lines.length === 0) {
      const percent = Math.floor(this.#conversation.findings.progress * 100);
      const text = `Checking: ${percent} %. Who waits for whom needs all of it.`;
      for (const [i, line] of wrapped(text, canvas.width - 2 * GUTTER).entries()) canvas.text(GUTTER, 1 + i, line);
      return;
    }
    this.#list.paint(canvas);
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#list.act(action)) return [];
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

  mouse(action: MouseAction): readonly Intent[] | undefined {
    return this.#list.mouse(action) ? [] : undefined;
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
    const seq = this.#list.selected?.seq;
    return seq === undefined ? [] : [{ type: 'open', view: this.#views.frames(this.#conversation, seq) }];
  }

  #find(action: Action): readonly Intent[] {
    const texts = this.#list.lines.map(({ spans }) => spans.map(({ text }) => text).join(''));
    const at = this.#search.act(action, texts, this.#list.position ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no line contains ${this.#search.text}`, isError: true }];
    this.#list.to(at);
    return [];
  }

  #page(): string {
    const lines = this.#answer === undefined ? [] : [...whyPage(this.#answer.why)];
    return `${lines.map(pageLineText).join('\n')}\n`;
  }
}
