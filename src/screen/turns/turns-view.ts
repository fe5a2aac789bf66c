import type { TurnSummary } from '../../model/state/turn.js';
import type { Canvas } from '../cells/canvas.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../report/glyphs.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { hasTimes } from '../playback/conversation-playback.js';
import { splitLegend } from '../../report/statistics/turn-split.js';
import { timelineRow } from '../../report/timeline-row.js';
import type { TurnSpan } from '../transcript/turn-reader.js';
import { violationsIn } from '../transcript/turn-spans.js';
import type { ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import { askForDifferences, NOTHING_MARKED } from '../frame/comparing.js';
import type { Conversation } from '../frame/conversation.js';
import { factsHeight, paintFacts } from '../tables/facts-painter.js';
import type { OpenTurn } from '../../report/finding-lines.js';
import { findingsStatus } from '../violations/findings-status.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { paintTable, type ScreenColumn, type TableLine } from '../tables/table-painter.js';
import { NO_VIOLATION, violationLines } from '../violations/said-violation.js';
import { TextSearch } from '../tables/text-search.js';
import { turnColumns } from './turn-columns.js';
import { beginOf, knownTurns, timesOf, turnFacts, turnRow, type TurnRow } from './turn-row.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';

/** Between two pictures while a turn goes on, in ms. */
const RUNNING_MS = 1_000;

type Turn = TurnSummary | OpenTurn;

/** The turns of a recording, including open ones, in the order of their beginnings. */
export class TurnsView implements View {
  readonly contexts = ['turns', 'move'] as const;
  readonly crumb = 'Turns';
  readonly #conversation: Conversation;
  readonly #views: ViewMaker;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  readonly #search = new TextSearch();
  #turns: readonly Turn[] = [];
  /** The data that {@link #turns} was made from. */
  #known: readonly unknown[] = [];
  #list = { hasSessions: false, hasTokens: false, longestEndedMs: 0 };
  #lines: readonly TableLine<TurnRow>[] = [];
  #nowMs = 0;
  #filter = '';
  /** The beginning of the marked turn. */
  #marked: number | undefined;
  /** The entry to go to as soon as its turn is known. */
  #wanted: number | undefined;

  constructor(conversation: Conversation, views: ViewMaker, seq?: number) {
    this.#conversation = conversation;
    this.#views = views;
    this.#wanted = seq;
  }

  get place(): ViewPlace {
    const turn = this.#selected();
    return { conversation: this.#conversation, seq: turn && beginOf(turn) };
  }

  /** Two commands: one for times and tokens, one for prompts and violations. */
  get twins() {
    const number = String(this.#conversation.item.number);
    return [
      ['stats', number],
      ['show', number, '--turns'],
    ];
  }

  counters(): StyledLine {
    return [{ text: `${(this.#cursor.selected ?? -1) + 1}/${this.#turns.length}` }];
  }

  status(): StyledLine {
    const filter: Span[] = this.#filter === '' ? [] : [{ text: `[filter: ${this.#filter}]  `, role: 'warning' }];
    return [...filter, ...this.#search.status(), ...findingsStatus(this.#conversation)];
  }

  tick(): number | undefined {
    const { findings, nowMs } = this.#conversation;
    return nowMs === undefined || findings.openTurns.length === 0 ? undefined : RUNNING_MS;
  }

  prepare({ height, isAscii = false }: Size): void {
    const { live } = isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS;
    this.#nowMs = this.#conversation.nowMs ?? this.#conversation.item.durationNs / 1e6;
    this.#readTurns();
    this.#cursor.show(new AllRows({ entries: this.#turns.length }));
    if (this.#wanted !== undefined) this.#goTo(this.#wanted);
    this.#cursor.prepare(height - 1 - this.#factsHeight(height));
    this.#lines = this.#cursor.visible.flatMap((row) => this.#line(row, live));
  }

  paint(canvas: Canvas): void {
    paintTable(canvas, this.#columns(canvas), this.#lines);
    if (this.#lines.length === 0) canvas.text(3, 2, this.#emptyText());
    const row = this.#selectedRow();
    const height = this.#factsHeight(canvas.height);
    if (row === undefined || height === 0) return;
    const place = { x: 0, y: canvas.height - height, width: canvas.width, height };
    paintFacts(canvas.part(place), this.#facts(row, canvas));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return this.#chosen();
    const turn = this.#selected();
    const seq = turn === undefined ? undefined : beginOf(turn);
    switch (action.name) {
      case 'open':
        return seq === undefined ? undefined : [{ type: 'open', view: this.#views.frames(this.#conversation, seq) }];
      case 'transcript':
        return seq === undefined
          ? undefined
          : [{ type: 'open', view: this.#views.transcript(this.#conversation, seq) }];
      case 'mark':
        this.#marked = this.#marked === seq ? undefined : seq;
        return [];
      case 'compare':
        return this.#compare(turn);
      case 'play':
        return seq === undefined ? undefined : [{ type: 'open', view: this.#views.played(this.#conversation, seq) }];
      case 'next-violation':
      case 'previous-violation':
        return this.#toViolation(action.name === 'next-violation');
      case 'filter':
        this.#filter = action.argument ?? '';
        return [];
      case 'clear-filter':
        this.#filter = '';
        return [];
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      default:
        return undefined;
    }
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y - 1)) return undefined;
    return this.#chosen();
  }

  get #hasTimes(): boolean {
    return hasTimes(this.#conversation);
  }

  /** Finds the turns to list, if they have changed. */
  #readTurns(): void {
    const { turns, openTurns } = this.#conversation.findings;
    const known = [turns, turns.length, openTurns, this.#filter];
    if (known.every((each, i) => each === this.#known[i])) return;
    this.#known = known;
    const all = knownTurns({ turns, openTurns });
    this.#turns = this.#filter === '' ? all : all.filter((turn) => this.#has(turn, this.#filter));
    this.#list = {
      hasSessions: new Set(all.map(({ sessionId }) => sessionId)).size > 1,
      hasTokens: turns.some(({ tokens }) => tokens?.total !== undefined),
      longestEndedMs: turns.reduce((most, turn) => Math.max(most, timesOf(turn, 0).totalMs), 0),
    };
  }

  #line(index: number, live: string): TableLine<TurnRow>[] {
    const turn = this.#turns[index];
    if (turn === undefined) return [];
    const row = turnRow(turn, this.#nowMs);
    const severity = this.#conversation.findings.marks.worstBetween(row.from, row.to ?? Infinity);
    const running: Span | undefined = row.to === undefined ? { text: live, role: 'ok' } : undefined;
    return [
      {
        row,
        isSelected: index === this.#cursor.selected,
        severity: severity === 'info' ? undefined : severity,
        sign: row.from === this.#marked ? { text: '*' } : running,
      },
    ];
  }

  #emptyText(): string {
    if (this.#filter !== '') return `No turn contains ${this.#filter}. Press Backspace to show all.`;
    const { progress, isFollowing } = this.#conversation.findings;
    if (isFollowing) return 'No turns yet: the agent has not been prompted.';
    return progress === 1 ? 'No turns: the agent was not prompted. Press 3 to show the frames.' : '';
  }

  /** The person has chosen a place, so the wanted place is dropped. */
  #chosen(): readonly Intent[] {
    this.#wanted = undefined;
    return [];
  }

  #compare(turn: Turn | undefined): readonly Intent[] {
    const marked = this.#turns.find((each) => beginOf(each) === this.#marked);
    if (marked === undefined || turn === undefined || marked === turn) return NOTHING_MARKED;
    const number = String(this.#conversation.item.number);
    const sessions = `--session=${marked.sessionId}:${turn.sessionId}`;
    return askForDifferences([number, number, sessions, `--turn=${marked.number}:${turn.number}`], this.#views);
  }

  #selected(): Turn | undefined {
    return this.#turns[this.#cursor.selected ?? -1];
  }

  #selectedRow(): TurnRow | undefined {
    const turn = this.#selected();
    return turn && turnRow(turn, this.#nowMs);
  }

  #goTo(seq: number): void {
    const at = this.#turns.findLastIndex((turn) => beginOf(turn) <= seq);
    if (at === -1) return;
    this.#cursor.to(at);
    if (this.#conversation.findings.progress === 1) this.#wanted = undefined;
  }

  #toViolation(isNext: boolean): readonly Intent[] {
    const { marks } = this.#conversation.findings;
    const isMarked = (turn: Turn) => {
      const { from, to = Infinity } = turnRow(turn, this.#nowMs);
      const severity = marks.worstBetween(from, to);
      return severity === 'error' || severity === 'warning';
    };
    const at = this.#cursor.selected ?? -1;
    const marked = this.#turns.flatMap((turn, i) => (isMarked(turn) ? [i] : []));
    const found = isNext ? marked.find((i) => i > at) : marked.findLast((i) => i < at);
    const other = found ?? marked.at(isNext ? 0 : -1);
    if (other === undefined) return [NO_VIOLATION];
    this.#cursor.to(other);
    return other === at
      ? [...this.#chosen(), { type: 'say', text: 'no other turn has a violation; press 4 to list them' }]
      : this.#chosen();
  }

  #find(action: Action): readonly Intent[] {
    const texts = this.#turns.map((turn) => this.#textOf(turn));
    const at = this.#search.act(action, texts, this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no turn contains ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return this.#chosen();
  }

  #has(turn: Turn, text: string): boolean {
    return this.#textOf(turn).toLowerCase().includes(text.toLowerCase());
  }

  #textOf(turn: Turn): string {
    const { number, state, sessionId, from } = turnRow(turn, this.#nowMs);
    return [number, state.text, sessionId, this.#prompt(from)].join(' ');
  }

  /** The prompt's first words. */
  #prompt(seq: number): string {
    const entry = this.#conversation.entry(seq);
    return entry === undefined ? '' : timelineRow(entry, undefined).summary;
  }

  /** The facts about the selected turn. */
  #facts(row: TurnRow, { width, glyphs }: Canvas): StyledLine[] {
    const room = { width: width - 2, glyphs };
    const { violations } = this.#conversation.findings;
    return [
      turnFacts(row, this.#hasTimes, room),
      ...(this.#hasTimes ? [splitLegend(row.times, room.width, glyphs)] : []),
      [{ text: this.#prompt(row.from), role: 'user' }],
      ...violationsIn(spanOf(row), violations).flatMap((violation) => violationLines(violation, room)),
    ];
  }

  /** The number of lines below the list; more if the selected turn has many violations. */
  #factsHeight(height: number): number {
    const usual = factsHeight(height, this.#turns.length, FACTS_HEIGHT);
    if (usual < FACTS_HEIGHT) return usual;
    const row = this.#selectedRow();
    const own = row === undefined ? 0 : violationsIn(spanOf(row), this.#conversation.findings.violations).length;
    return Math.min(height >> 1, Math.max(FACTS_HEIGHT, 3 * own + 4));
  }

  #columns({ glyphs, width }: Canvas): readonly ScreenColumn<TurnRow>[] {
    return turnColumns({
      glyphs,
      width,
      marks: this.#conversation.findings.marks,
      hasTimes: this.#hasTimes,
      ...this.#list,
      longestMs: Math.max(this.#list.longestEndedMs, ...this.#lines.map(({ row }) => row.times.totalMs)),
      promptOf: (row) => this.#prompt(row.from),
    });
  }
}

/** The least number of lines below the list: a rule, two lines of facts, the prompt, some violations. */
const FACTS_HEIGHT = 7;

function spanOf({ sessionId, number, from, to }: TurnRow): TurnSpan {
  return { sessionId, number, from, to, summary: undefined };
}
