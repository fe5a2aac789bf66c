import { begunAt } from '../../model/turns/turn-beginning.js';
import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import { problemLine } from '../../filter/filter-problem.js';
import { parseFilter } from '../../filter/parse-filter.js';
import type { Playback } from '../playback/playback.js';
import type { DetailPane, ViewMaker } from '../frame/archive.js';
import type { Action, ActionName } from '../keys/key-bindings.js';
import type { Completer } from '../keys/completing.js';
import type { Conversation } from '../frame/conversation.js';
import { copyFrame } from './copied-frame.js';
import { DetailBeside } from '../frame/detail-beside.js';
import { findingsStatus } from '../violations/findings-status.js';
import { frameColumns, type FrameColumnsOptions, type FrameLine } from './frame-line.js';
import { FrameRows } from './frame-rows.js';
import { filterCompleter } from './known-values.js';
import { NO_MARK, type MarkedPlace } from '../frame/marked-place.js';
import { RowCursor } from '../tables/row-cursor.js';
import { ScanSearch } from '../tables/scan-search.js';
import { paintTable, type TableLine } from '../tables/table-painter.js';
import { NO_VIOLATION, sayViolation } from '../violations/said-violation.js';
import type { SharedTools } from '../frame/shared-tools.js';
import { framesTwins } from '../frame/twins.js';
import type { FrameSpan, Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';

const FRAMES_KEYS = ['frames', 'panes', 'playback', 'move'] as const;
const LIVE_FRAMES_KEYS = ['frames', 'live', 'panes', 'playback', 'move'] as const;

/** Every frame and event of a recording on one timeline. */
export class FramesView implements View {
  readonly crumb = 'Frames';
  readonly #conversation: Conversation;
  readonly #playback: Playback;
  readonly #views: ViewMaker;
  readonly #cursor: RowCursor;
  readonly #search: ScanSearch;
  readonly #rows: FrameRows;
  #isFollowing = false;
  readonly #marked: MarkedPlace;
  #lines: readonly TableLine<FrameLine>[] = [];
  readonly #beside: DetailBeside;
  /** Where the play head was in the last picture. */
  #headSeq: number | undefined;
  /** The line of the playback bar; -1 if there is none. */
  #barAt = -1;
  #wanted: number | undefined;
  /** How many entries there were when following stopped. */
  #seenEntries = 0;

  constructor(conversation: Conversation, { views, playback, marked }: SharedTools<ViewMaker>, seq?: number) {
    this.#conversation = conversation;
    this.#marked = marked;
    this.#playback = playback;
    this.#views = views;
    this.#beside = new DetailBeside(conversation, views);
    this.#search = new ScanSearch(conversation);
    this.#rows = new FrameRows(conversation);
    this.#cursor = new RowCursor(this.#rows.rows());
    this.#wanted = seq;
    this.#isFollowing = seq === undefined && conversation.item.state === 'live';
  }

  get contexts() {
    const { entered } = this.#beside;
    if (entered !== undefined) return ['panes', ...entered.contexts] as const;
    return this.#conversation.item.state === 'live' ? LIVE_FRAMES_KEYS : FRAMES_KEYS;
  }

  get place(): ViewPlace {
    const frames = this.#marked.spanTo(this.#span());
    return { conversation: this.#conversation, seq: this.#cursor.selected, frames };
  }

  get twins() {
    return framesTwins(this.#conversation, { filter: this.#rows.expression, headSeq: this.#playback.head?.seq });
  }

  counters(): StyledLine {
    const { item, entries } = this.#conversation;
    const follow = item.state !== 'live' ? '' : this.#isFollowing ? 'following  ' : this.#newText(entries);
    const selected = this.#cursor.selected;
    return [
      { text: follow, role: 'ok' },
      { text: this.#turnText(selected), role: 'dim' },
      { text: `#${selected ?? '-'}/${entries}` },
      ...(this.#beside.isZoomed ? [{ text: '  zoomed', role: 'dim' } as const] : []),
    ];
  }

  status(): StyledLine {
    const selection = this.#marked.status(this.#span());
    return [...selection, ...this.#rows.status(), ...this.#search.status(), ...findingsStatus(this.#conversation)];
  }

  prepare(size: Size): void {
    const { head } = this.#playback;
    this.#cursor.show(this.#rows.rows(head?.seq));
    // the cursor follows the play head, until a person moves the cursor
    const isHeadElsewhere = head !== undefined && head.seq !== this.#headSeq;
    if (this.#isFollowing || this.#playback.isFollowing || isHeadElsewhere) this.#cursor.toLast();
    this.#headSeq = head?.seq;
    if (this.#wanted !== undefined && this.#wanted < this.#conversation.entries) {
      this.#cursor.to(this.#wanted);
      this.#wanted = undefined;
    }
    const height = size.height - (head === undefined ? 0 : 1);
    this.#barAt = head === undefined ? -1 : height;
    this.#cursor.prepare(height - 1);
    if (this.#isFollowing) this.#seenEntries = this.#conversation.entries;
    this.#lines = this.#cursor.visible.flatMap((row) => this.#line(row));
    this.#beside.prepare({ ...size, height }, this.#cursor.selected);
  }

  tick(nowMs: number): number | undefined {
    return this.#playback.tick(nowMs);
  }

  paint(all: Canvas): void {
    const hasBar = this.#barAt !== -1;
    const canvas = all.part({ x: 0, y: 0, width: all.width, height: hasBar ? this.#barAt : all.height });
    if (hasBar) all.line(0, this.#barAt, this.#playback.bar(all.width, all.glyphs));
    const right = this.#beside.widthOf(canvas.width);
    const left = canvas.width - right;
    const isInList = this.#beside.entered === undefined;
    // the pane that is painted last decides the place of the terminal's cursor
    if (!isInList) this.#paintList(canvas, left);
    if (right > 0) this.#beside.paint(canvas, left);
    if (isInList) this.#paintList(canvas, left);
  }

  act(action: Action): readonly Intent[] | undefined {
    const own = this.#beside.act(action);
    if (own !== undefined) return own;
    if (this.#beside.entered !== undefined) return this.#actInDetail(action, this.#beside.entered);
    if (this.#cursor.act(action)) return this.#moved(action.name === 'last');
    return this.#act(action) ?? this.#playback.act(action, this.#cursor.selected ?? 0);
  }

  work(): boolean {
    const isFiltering = this.#rows.step();
    const isSearching = this.#search.step((seq) => {
      this.#cursor.to(seq);
    });
    const isIndexing = this.#beside.work();
    return isFiltering || isSearching || isIndexing;
  }

  mouse({ type, x, y }: MouseAction): readonly Intent[] | undefined {
    if (type === 'click' && y === this.#barAt) return this.#playback.click(x) ? [] : undefined;
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y - 1)) return undefined;
    return this.#moved(false);
  }

  completer(name: ActionName): Completer | undefined {
    return name === 'filter' ? filterCompleter(this.#conversation, this.#cursor.selected ?? 0) : undefined;
  }

  review({ name, argument = '' }: Action): StyledLine | undefined {
    if (name !== 'filter' || argument === '') return undefined;
    const parsed = parseFilter(argument);
    return parsed.ok ? undefined : [{ text: problemLine(argument, parsed.problem), role: 'error' }];
  }

  #act(action: Action): readonly Intent[] | undefined {
    const { selected } = this.#cursor;
    switch (action.name) {
      case 'open':
        return selected === undefined ? [] : [this.#openDetail(selected)];
      case 'filter':
        return this.#filtered(this.#rows.filter(action.argument ?? ''));
      case 'clear-filter':
        this.#search.clear();
        return this.#filtered(this.#rows.filter(''));
      case 'isolate':
        return this.#filtered(this.#rows.isolate(selected ?? -1));
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      case 'pair':
        return this.#toPair();
      case 'next-violation':
      case 'previous-violation':
        return this.#toViolation(action.name === 'next-violation');
      case 'next-turn':
      case 'previous-turn':
        return this.#toTurn(action.name === 'next-turn');
      case 'transcript':
        return [{ type: 'open', view: this.#views.transcript(this.#conversation, selected ?? 0) }];
      case 'copy':
        return copyFrame(this.#conversation, selected ?? -1);
      default:
        return this.#actOnList(action);
    }
  }

  /** Actions that change how the list looks. */
  #actOnList({ name }: Action): readonly Intent[] | undefined {
    switch (name) {
      case 'collapse':
        this.#rows.toggleRuns();
        return [];
      case 'time-column':
        this.#rows.nextTime();
        return [];
      case 'follow':
        this.#isFollowing = !this.#isFollowing;
        this.#cursor.toLast();
        return [];
      case 'mark':
        return this.#marked.toggle(this.#span());
      case 'to-mark':
        if (this.#marked.seq === undefined) return [{ type: 'say', text: NO_MARK, isError: true }];
        return this.#goTo(this.#marked.seq);
      default:
        return undefined;
    }
  }

  #actInDetail(action: Action, detail: DetailPane): readonly Intent[] | undefined {
    if (action.name === 'next-frame' || action.name === 'previous-frame') {
      this.#cursor.move(action.name === 'next-frame' ? 1 : -1);
      return this.#moved(false);
    }
    return detail.act(action);
  }

  #line(row: number): TableLine<FrameLine>[] {
    const line = this.#rows.line(row);
    if (line === undefined) return [];
    const severity = this.#conversation.findings.marks.at(row);
    const sign = this.#marked.sign(this.#rows.spanOf(row), this.#span());
    return [{ row: line, isSelected: row === this.#cursor.selected, severity, sign }];
  }

  /** The frames in the line of the cursor. */
  #span(): FrameSpan | undefined {
    return this.#rows.spanOf(this.#cursor.selected);
  }

  #paintList(canvas: Canvas, width: number): void {
    if (width === 0) return;
    const list = canvas.part({ x: 0, y: 0, width: width < canvas.width ? width - 1 : width, height: canvas.height });
    paintTable(list, frameColumns(this.#columnsOptions(list)), this.#lines);
    if (this.#lines.length === 0) list.text(3, 2, this.#rows.emptyText());
  }

  #columnsOptions({ glyphs, width }: Canvas): FrameColumnsOptions {
    const { entries, item } = this.#conversation;
    return { glyphs, width, time: this.#rows.time, entries, durationNs: item.durationNs };
  }

  #openDetail(seq: number): Intent {
    return { type: 'open', view: this.#views.detail(this.#conversation, seq) };
  }

  /** A person has moved the cursor: new entries do not pull it away any more. */
  #moved(isAtEnd: boolean): readonly Intent[] {
    this.#playback.pause();
    if (!isAtEnd) this.#isFollowing = false;
    this.#wanted = undefined;
    return [];
  }

  #goTo(seq: number): readonly Intent[] {
    this.#cursor.to(seq);
    return this.#moved(false);
  }

  #filtered(failure: string | undefined): readonly Intent[] {
    return failure === undefined ? this.#moved(false) : [{ type: 'say', text: failure, isError: true }];
  }

  #find(action: Action): readonly Intent[] {
    const failure = this.#search.act(action, this.#cursor.selected ?? 0);
    return failure === undefined ? this.#moved(false) : [{ type: 'say', text: failure, isError: true }];
  }

  #toPair(): readonly Intent[] {
    const entry = this.#conversation.entry(this.#cursor.selected ?? -1);
    const other = entry?.type === 'frame' ? this.#conversation.otherHalf(entry) : undefined;
    if (other === undefined) return [{ type: 'say', text: 'no matching request or response', isError: true }];
    return this.#goTo(other.seq);
  }

  #toViolation(isNext: boolean): readonly Intent[] {
    const { marks } = this.#conversation.findings;
    const { selected = -1 } = this.#cursor;
    const found = isNext ? marks.next(selected) : marks.previous(selected);
    if (found === undefined) return [NO_VIOLATION];
    const own = this.#conversation.findings.violations.find(({ seq }) => seq === found);
    return [...this.#goTo(found), ...(own === undefined ? [] : [sayViolation(own, found === selected)])];
  }

  #toTurn(isNext: boolean): readonly Intent[] {
    const { turns } = this.#conversation.findings;
    const { selected = 0 } = this.#cursor;
    const found = isNext
      ? turns.find((turn) => begunAt(turn) > selected)
      : turns.findLast((turn) => begunAt(turn) < selected);
    if (found === undefined) return [{ type: 'say', text: `no turn ${isNext ? 'below' : 'above'}` }];
    return [...this.#goTo(begunAt(found)), { type: 'say', text: `turn ${found.number} of session ${found.sessionId}` }];
  }

  /** The current turn; empty if several sessions have an open turn at once. */
  #turnText(seq = -1): string {
    const around = this.#conversation.findings.turns.filter((turn) => begunAt(turn) <= seq && seq <= turn.end.seq);
    const [turn] = around;
    return turn === undefined || around.length > 1 ? '' : `turn ${turn.number}  `;
  }

  #newText(entries: number): string {
    const count = entries - this.#seenEntries;
    return count === 0 ? '' : `${count} new below  `;
  }
}
