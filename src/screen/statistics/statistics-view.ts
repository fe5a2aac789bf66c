import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../report/glyphs.js';
import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { StatsJson } from '../../report/json-output.js';
import type { ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation } from '../frame/conversation.js';
import { findingsStatus } from '../violations/findings-status.js';
import { GUTTER, LineList } from '../tables/line-list.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import { wrapped } from '../../report/wrapped.js';
import { statisticsLines } from './statistics-lines.js';

/** Who waited for whom in a recording, and for how long: what `turntable stats` prints. */
export class StatisticsView implements View {
  readonly contexts = ['statistics', 'move'] as const;
  readonly crumb = 'Statistics';
  readonly #conversation: Conversation;
  readonly #views: Pick<ViewMaker, 'transcript'>;
  readonly #list = new LineList();
  #made: { readonly of: StatsJson | undefined; readonly size: Size } | undefined;

  constructor(conversation: Conversation, views: Pick<ViewMaker, 'transcript'>) {
    this.#conversation = conversation;
    this.#views = views;
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#list.selected?.seq };
  }

  get twins() {
    return [['stats', String(this.#conversation.item.number)]];
  }

  counters(): StyledLine {
    return [{ text: `${(this.#list.position ?? -1) + 1}/${this.#list.lines.length}` }];
  }

  status(): StyledLine {
    return findingsStatus(this.#conversation);
  }

  prepare(size: Size): void {
    const { statistics } = this.#conversation.findings;
    const { width, height, isAscii = false } = size;
    const made = this.#made;
    if (
      made?.of !== statistics ||
      made?.size.width !== width ||
      made.size.height !== height ||
      made.size.isAscii !== size.isAscii
    ) {
      const room = { width: width - GUTTER, height, glyphs: isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS };
      this.#list.show(statistics === undefined ? [] : statisticsLines(statistics, room));
      this.#made = { of: statistics, size };
    }
    this.#list.prepare(height);
  }

  paint(canvas: Canvas): void {
    const { progress, isFollowing, failure, statistics } = this.#conversation.findings;
    if (statistics === undefined) {
      const when = isFollowing
        ? 'Still recording: statistics appear when it has ended. Press 2 to show the turns.'
        : `Checking: ${Math.floor(progress * 100)} %. Statistics appear when this is done.`;
      for (const [i, line] of wrapped(failure ?? when, canvas.width - 2 * GUTTER).entries())
        canvas.text(GUTTER, 1 + i, line);
      return;
    }
    this.#list.paint(canvas);
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#list.act(action)) return [];
    if (action.name !== 'open') return undefined;
    const seq = this.#list.selected?.seq;
    return seq === undefined ? [] : [{ type: 'open', view: this.#views.transcript(this.#conversation, seq) }];
  }

  mouse(action: MouseAction): readonly Intent[] | undefined {
    return this.#list.mouse(action) ? [] : undefined;
  }
}
