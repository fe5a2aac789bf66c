import type { Canvas } from '../cells/canvas.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS, type Glyphs } from '../../report/glyphs.js';
import type { StyledLine } from '../../report/styled-line.js';
import { hasTimes } from '../playback/conversation-playback.js';
import type { Playback } from '../playback/playback.js';
import type { ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation } from '../frame/conversation.js';
import { findingsStatus } from '../violations/findings-status.js';
import { NO_MARK, type MarkedPlace } from '../frame/marked-place.js';
import { RowCursor } from '../tables/row-cursor.js';
import { NO_VIOLATION } from '../violations/said-violation.js';
import type { SharedTools } from '../frame/shared-tools.js';
import { turnTwins } from '../frame/twins.js';
import type { FrameSpan, Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import { blockText, transcriptBlocks } from '../../report/transcript/blocks.js';
import { FOLDS } from './shown-block.js';
import { transcriptLines } from '../../report/transcript/transcript-text.js';
import { paintTranscript, textWidth } from './transcript-painter.js';
import { isViolation, TranscriptRows } from './transcript-rows.js';
import { TranscriptSearch } from './transcript-search.js';
import { TurnAtHead } from './turn-at-head.js';
import { turnHeader } from './turn-header.js';
import { spansRound, violationsIn } from './turn-spans.js';

/** How many entries are read before a paint, and in one idle step after that. */
const READ_AT_ONCE = 3_000;
const READ_AT_A_TIME = 500;
/** From this height on, there are two lines of facts and a rule below them. */
const TALL = 16;
const PAGER_COLUMNS = 100;

const KEYS = ['transcript', 'move', 'playback'] as const;
const LIVE_KEYS = ['transcript', 'live', 'move', 'playback'] as const;

/** A turn as a person reads it; during playback, as it was at the play head. */
export class TranscriptView implements View {
  readonly #conversation: Conversation;
  readonly #views: Pick<ViewMaker, 'frames'>;
  readonly #playback: Playback;
  readonly #marked: MarkedPlace;
  readonly #turn: TurnAtHead;
  readonly #rows = new TranscriptRows(UNICODE_GLYPHS);
  readonly #cursor = new RowCursor(this.#rows);
  readonly #search = new TranscriptSearch();
  #header: StyledLine[] = [];
  #listHeight = 1;
  #glyphs: Glyphs = UNICODE_GLYPHS;
  /** The entry to go to as soon as it is read. */
  #wanted: number | undefined;
  #wantsViolation = false;

  /** @param seq an entry of the turn, or before it */
  constructor(
    conversation: Conversation,
    { views, playback, marked }: SharedTools<Pick<ViewMaker, 'frames'>>,
    seq: number,
  ) {
    this.#conversation = conversation;
    this.#views = views;
    this.#wanted = seq;
    this.#playback = playback;
    this.#marked = marked;
    this.#turn = new TurnAtHead(conversation, playback);
  }

  get crumb(): string {
    const { span } = this.#turn;
    return span === undefined ? 'Transcript' : `Turn ${span.number}`;
  }

  get contexts() {
    return this.#conversation.item.state === 'live' ? LIVE_KEYS : KEYS;
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#seq(), frames: this.#marked.spanTo(this.#span()) };
  }

  get twins() {
    return turnTwins(this.#conversation, this.#turn.span, this.#playback.head?.seq);
  }

  counters(): StyledLine {
    const { selected } = this.#cursor;
    const at = selected === undefined ? 0 : this.#rows.entryOf(selected) + 1;
    const reading: StyledLine = this.#turn.isRead ? [] : [{ text: 'reading  ', role: 'dim' }];
    return [...reading, { text: `${at}/${this.#rows.entries}` }];
  }

  status(): StyledLine {
    return [...this.#marked.status(this.#span()), ...this.#search.status(), ...findingsStatus(this.#conversation)];
  }

  prepare({ width, height, isAscii = false }: Size): void {
    this.#glyphs = isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS;
    this.#turn.read(this.#wanted ?? 0, READ_AT_ONCE);
    this.#rows.fit(textWidth(width), this.#glyphs);
    this.#update();
    const lines = height >= TALL ? 2 : 1;
    const facts = this.#turn.facts();
    this.#header = facts === undefined ? [] : turnHeader(facts, { width: width - 2, lines, glyphs: this.#glyphs });
    const bar = this.#playback.head === undefined ? 0 : 1;
    this.#listHeight = Math.max(1, height - this.#top() - bar);
    if (this.#playback.isPlaying || this.#playback.isFollowing) this.#cursor.toLast();
    else if (this.#wanted !== undefined && this.#turn.isRead) this.#stand(this.#wanted);
    this.#cursor.prepare(this.#listHeight);
  }

  paint(canvas: Canvas): void {
    const { span } = this.#turn;
    if (span === undefined) {
      const { progress, isFollowing } = this.#conversation.findings;
      if (isFollowing) canvas.text(2, 1, 'No turns yet: the agent has not been prompted.');
      else canvas.text(2, 1, progress < 1 ? 'Looking for turns.' : 'No turns: the agent was not prompted.');
      return;
    }
    const { selected, visible } = this.#cursor;
    const rows = visible.flatMap((id) => {
      const row = this.#rows.row(id);
      if (row === undefined) return [];
      const isOfSelected = selected !== undefined && this.#rows.entryOf(id) === this.#rows.entryOf(selected);
      const sign = this.#marked.sign(this.#rows.spanOf(id), this.#span());
      const { block, atMs, isFirst } = row;
      // written member by member: see frameLine
      const line = this.#search.marked(row.line);
      return [{ block, atMs, isFirst, line, isSelected: id === selected, isOfSelected, sign }];
    });
    const bar = this.#playback.head === undefined ? undefined : this.#playback.bar(canvas.width, canvas.glyphs);
    const begunMs = this.#playback.timeline.timeOf(span.from);
    paintTranscript(canvas, { header: this.#header, rows, bar, begunMs, listHeight: this.#listHeight });
  }

  work(): boolean {
    if (!this.#turn.isRead) {
      this.#turn.read(this.#wanted ?? 0, READ_AT_A_TIME);
      return true;
    }
    return this.#search.step(this.#rows);
  }

  tick(nowMs: number): number | undefined {
    return this.#playback.tick(nowMs);
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return this.#moved();
    return this.#actOnPlayback(action) ?? this.#actOnTurn(action) ?? this.#actOnItem(action);
  }

  mouse({ type, x, y }: MouseAction): readonly Intent[] | undefined {
    const isOnBar = this.#playback.head !== undefined && y === this.#top() + this.#listHeight;
    if (type === 'click' && isOnBar) return this.#playback.click(x) ? [] : undefined;
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y - this.#top())) return undefined;
    return this.#moved();
  }

  #actOnPlayback(action: Action): readonly Intent[] | undefined {
    const playback = this.#playback;
    const isOn = playback.head !== undefined;
    if (action.name === 'back' && isOn) {
      playback.stop();
      return [];
    }
    const from = this.#turn.span?.from ?? 0;
    if (action.name === 'play' && !isOn) {
      playback.playFrom(from);
      return [];
    }
    const intents = playback.act(action, this.#seq() ?? from);
    if (intents !== undefined && playback.head !== undefined) this.#wanted = playback.head.seq;
    return intents;
  }

  #actOnTurn({ name }: Action): readonly Intent[] | undefined {
    switch (name) {
      case 'next-turn':
      case 'previous-turn':
        return this.#toTurn(name === 'next-turn');
      case 'next-violation':
      case 'previous-violation':
        return this.#toViolation(name === 'next-violation');
      case 'pager':
        return this.#page();
      default:
        return undefined;
    }
  }

  #actOnItem(action: Action): readonly Intent[] | undefined {
    const seq = this.#seq();
    switch (action.name) {
      case 'next-item':
      case 'previous-item':
        return this.#toItem(action.name === 'next-item');
      case 'fold':
      case 'unfold':
        return this.#fold(action.name === 'unfold' ? 1 : -1);
      case 'open':
        return seq === undefined ? [] : [{ type: 'open', view: this.#views.frames(this.#conversation, seq) }];
      case 'copy':
        return this.#copy();
      case 'mark':
        return this.#marked.toggle(this.#span());
      case 'to-mark':
        return this.#toMark();
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      default:
        return undefined;
    }
  }

  /** How many lines are above the list. */
  #top(): number {
    return this.#header.length + (this.#header.length > 1 ? 1 : 0);
  }

  #update(): void {
    const news = this.#turn.news();
    if (news === undefined) return;
    this.#rows.show(news === 'nothing' ? undefined : news);
    this.#cursor.show(this.#rows);
    this.#search.again();
  }

  #seq(): number | undefined {
    return this.#span()?.from;
  }

  /** The frames of the selected item. */
  #span(): FrameSpan | undefined {
    return this.#rows.spanOf(this.#cursor.selected ?? -1);
  }

  /** Goes to the mark, even in another turn. */
  #toMark(): readonly Intent[] {
    const { seq } = this.#marked;
    if (seq === undefined) return [{ type: 'say', text: NO_MARK, isError: true }];
    const span = this.#turn.spans.findLast(({ from }) => from <= seq);
    if (span !== undefined && span.from !== this.#turn.span?.from) {
      this.#playback.stop();
      this.#turn.open(span);
    }
    this.#wanted = seq;
    return [];
  }

  /** Goes to the item of an entry, once. */
  #stand(seq: number): void {
    const row = this.#rows.rowAt(seq, this.#wantsViolation ? isViolation : undefined);
    if (row !== undefined) this.#cursor.to(row);
    this.#wanted = undefined;
    this.#wantsViolation = false;
  }

  /** A person has moved the cursor: playback pauses, so that the text can be read. */
  #moved(): readonly Intent[] {
    this.#playback.pause();
    this.#wanted = undefined;
    return [];
  }

  #toItem(isNext: boolean): readonly Intent[] {
    const { selected } = this.#cursor;
    if (selected === undefined) return [];
    // within an item, back leads to its beginning
    const head = this.#rows.headOf(selected);
    const before = head < selected ? head : this.#rows.headBefore(selected);
    this.#cursor.to((isNext ? this.#rows.headBehind(selected) : before) ?? selected);
    return this.#moved();
  }

  #toTurn(isNext: boolean): readonly Intent[] {
    const from = this.#turn.span?.from ?? 0;
    const { spans } = this.#turn;
    const span = isNext ? spans.find((each) => each.from > from) : spans.findLast((each) => each.from < from);
    if (span === undefined) return [{ type: 'say', text: isNext ? 'this is the last turn' : 'this is the first turn' }];
    if (this.#playback.head === undefined) this.#turn.open(span);
    else this.#playback.act({ name: 'seek', argument: `#${span.from}` }, span.from);
    this.#wanted = span.from;
    return [];
  }

  /** Goes to the next violation: in this turn, otherwise in the next turn with one; after the last turn, from the first. */
  #toViolation(isNext: boolean): readonly Intent[] {
    const { selected } = this.#cursor;
    const row = selected === undefined ? undefined : this.#rows.violationBeside(selected, isNext);
    if (row !== undefined) {
      this.#cursor.to(row);
      return this.#moved();
    }
    const from = this.#turn.span?.from ?? 0;
    for (const span of spansRound(this.#turn.spans, from, isNext)) {
      const found = violationsIn(span, this.#conversation.findings.violations).at(isNext ? 0 : -1);
      if (found === undefined) continue;
      this.#playback.stop();
      this.#turn.open(span);
      this.#wanted = found.seq;
      this.#wantsViolation = true;
      return [];
    }
    return [NO_VIOLATION];
  }

  #fold(by: number): readonly Intent[] {
    const { selected } = this.#cursor;
    const fold = selected === undefined ? undefined : FOLDS[FOLDS.indexOf(this.#rows.foldOf(selected)) + by];
    if (selected === undefined || fold === undefined) return [];
    this.#rows.fold(selected, fold);
    this.#cursor.show(this.#rows);
    this.#cursor.to(this.#rows.headOf(selected));
    return [];
  }

  #find({ name, argument }: Action): readonly Intent[] {
    if (name === 'search') this.#search.look(argument ?? '');
    if (this.#search.text === '') return [];
    const from = (this.#cursor.selected ?? 0) - (name === 'search' ? 1 : 0);
    const hit = this.#search.next(this.#rows, from, name !== 'previous-hit');
    if (hit === undefined) return [{ type: 'say', text: `no "${this.#search.text}" in this turn`, isError: true }];
    // a hit below the first line is counted in the unfolded item, so the item is unfolded
    if (hit !== this.#rows.headOf(hit) && this.#rows.foldOf(hit) !== 'open') this.#rows.fold(hit, 'open');
    this.#cursor.show(this.#rows);
    this.#cursor.to(hit);
    return this.#moved();
  }

  #copy(): readonly Intent[] {
    const { selected } = this.#cursor;
    const block = selected === undefined ? undefined : this.#rows.blockOf(selected);
    if (block === undefined) return [];
    return [{ type: 'copy', what: `${block.label} of frame ${block.seq}`, text: blockText(block) }];
  }

  #page(): readonly Intent[] {
    const { turn, violations } = this.#turn;
    if (turn === undefined) return [];
    const blocks = transcriptBlocks(turn, violations, { hasTimes: hasTimes(this.#conversation) });
    const lines = transcriptLines(blocks, PAGER_COLUMNS);
    return [{ type: 'page', text: Array.from(lines, ({ text }) => `${text}\n`).join('') }];
  }
}
