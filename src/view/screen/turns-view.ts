import type { Violation } from '../../check/violation.js';
import { begunAt, type TurnSummary } from '../../model/turn.js';
import type { Canvas } from '../cells/canvas.js';
import type { Span, StyledLine } from '../cells/styled-line.js';
import { formatDuration } from '../quantities.js';
import { timelineRow } from '../timeline-row.js';
import type { ViewMaker } from './archive.js';
import type { Action } from './bindings.js';
import { askForDifferences, NOTHING_MARKED } from './comparing.js';
import type { Conversation } from './conversation.js';
import { DETAIL_ROWS, paintFacts } from './facts-painter.js';
import { findingsStatus } from './findings-status.js';
import { RowCursor } from './row-cursor.js';
import { AllRows } from './rows.js';
import { paintTable, type ScreenColumn } from './table-painter.js';
import { TextSearch } from './text-search.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from './view.js';

/** The turns of a recording, in the order of their beginnings. */
export class TurnsView implements View {
  readonly contexts = ['turns', 'move'] as const;
  readonly crumb = 'Turns';
  readonly #conversation: Conversation;
  readonly #views: ViewMaker;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  readonly #search = new TextSearch();
  #turns: readonly TurnSummary[] = [];
  #filter = '';
  #marked: TurnSummary | undefined;
  /** Where to stand as soon as its turn is known. */
  #wanted: number | undefined;

  constructor(conversation: Conversation, views: ViewMaker, seq?: number) {
    this.#conversation = conversation;
    this.#views = views;
    this.#wanted = seq;
  }

  get place(): ViewPlace {
    const turn = this.#selected();
    return { conversation: this.#conversation, seq: turn && begunAt(turn) };
  }

  counters(): StyledLine {
    return [{ text: `${(this.#cursor.selected ?? -1) + 1}/${this.#turns.length}` }];
  }

  status(): StyledLine {
    const filter: Span[] = this.#filter === '' ? [] : [{ text: `[filter: ${this.#filter}]  `, role: 'warning' }];
    return [...filter, ...this.#search.status(), ...findingsStatus(this.#conversation.findings)];
  }

  prepare({ height }: Size): void {
    const { turns } = this.#conversation.findings;
    this.#turns = this.#filter === '' ? turns : turns.filter((turn) => this.#has(turn, this.#filter));
    this.#cursor.show(new AllRows({ entries: this.#turns.length }));
    if (this.#wanted !== undefined) this.#goTo(this.#wanted);
    this.#cursor.prepare(height - 1 - factsHeight(height));
  }

  paint(canvas: Canvas): void {
    const { marks } = this.#conversation.findings;
    const lines = this.#cursor.visible.flatMap((row) => {
      const turn = this.#turns[row];
      if (turn === undefined) return [];
      const severity = marks.worstBetween(begunAt(turn), turn.end.seq);
      const sign = turn === this.#marked ? { text: '*' } : undefined;
      const isSelected = row === this.#cursor.selected;
      return [{ row: turn, isSelected, severity: severity === 'info' ? undefined : severity, sign }];
    });
    paintTable(canvas, this.#columns(canvas), lines);
    if (lines.length === 0 && this.#conversation.findings.progress === 1) {
      canvas.text(3, 2, 'No turn: nobody prompted the agent. 3 shows the frames.');
    }
    const turn = this.#selected();
    const height = factsHeight(canvas.height);
    if (turn === undefined || height === 0) return;
    paintFacts(
      canvas.part({ x: 0, y: canvas.height - height, width: canvas.width, height }),
      this.#facts(turn, canvas),
    );
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return this.#chosen();
    const turn = this.#selected();
    switch (action.name) {
      case 'open':
        return turn && [{ type: 'open', view: this.#views.frames(this.#conversation, begunAt(turn)) }];
      case 'transcript':
        return turn && [{ type: 'open', view: this.#views.transcript(this.#conversation, begunAt(turn)) }];
      case 'mark':
        this.#marked = this.#marked === turn ? undefined : turn;
        return [];
      case 'compare':
        return this.#compare(turn);
      case 'play':
        return turn && [{ type: 'open', view: this.#views.played(this.#conversation, begunAt(turn)) }];
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

  /** The person has chosen a place: not the one that was asked for any more. */
  #chosen(): readonly Intent[] {
    this.#wanted = undefined;
    return [];
  }

  #compare(turn: TurnSummary | undefined): readonly Intent[] {
    const marked = this.#marked;
    if (marked === undefined || turn === undefined || marked === turn) return NOTHING_MARKED;
    const number = String(this.#conversation.item.number);
    const sessions = `--session=${marked.sessionId}:${turn.sessionId}`;
    return askForDifferences([number, number, sessions, `--turn=${marked.number}:${turn.number}`], this.#views);
  }

  #selected(): TurnSummary | undefined {
    return this.#turns[this.#cursor.selected ?? -1];
  }

  #goTo(seq: number): void {
    const at = this.#turns.findLastIndex((turn) => begunAt(turn) <= seq);
    if (at === -1) return;
    this.#cursor.to(at);
    if (this.#conversation.findings.progress === 1) this.#wanted = undefined;
  }

  #toViolation(isNext: boolean): readonly Intent[] {
    const { marks } = this.#conversation.findings;
    const turn = this.#selected();
    const isMarked = (other: TurnSummary) => {
      const severity = marks.worstBetween(begunAt(other), other.end.seq);
      return severity === 'error' || severity === 'warning';
    };
    const at = turn === undefined ? -1 : this.#turns.indexOf(turn);
    const found = isNext
      ? this.#turns.findIndex((other, i) => i > at && isMarked(other))
      : this.#turns.findLastIndex((other, i) => i < at && isMarked(other));
    if (found === -1) return [{ type: 'say', text: `no violation ${isNext ? 'below' : 'above'}` }];
    this.#cursor.to(found);
    return this.#chosen();
  }

  #find(action: Action): readonly Intent[] {
    const texts = this.#turns.map((turn) => this.#textOf(turn));
    const at = this.#search.act(action, texts, this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no turn has ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return this.#chosen();
  }

  #has(turn: TurnSummary, text: string): boolean {
    return this.#textOf(turn).toLowerCase().includes(text.toLowerCase());
  }

  #textOf(turn: TurnSummary): string {
    return [turn.number, stopOf(turn), turn.sessionId, this.#prompt(turn)].join(' ');
  }

  #prompt(turn: TurnSummary): string {
    const entry = this.#conversation.entry(begunAt(turn));
    return entry === undefined ? '' : timelineRow(entry, undefined).summary;
  }

  #facts(turn: TurnSummary, { glyphs }: Canvas): StyledLine[] {
    const { agentMs, clientMs, toolMs, totalMs } = times(turn);
    const own = this.#conversation.findings.violations.filter((violation) => isIn(violation, turn));
    const split = `${ms(totalMs)}: agent ${ms(agentMs)}, client ${ms(clientMs)}, tools ${ms(toolMs)}`;
    return [
      [
        { text: `turn ${turn.number} of session ${turn.sessionId}`, role: 'title' },
        { text: `  ${split}`, role: 'dim' },
      ],
      [{ text: this.#prompt(turn), role: 'user' }],
      ...own.map(({ severity, rule, seq, message }): StyledLine => [
        { text: `${glyphs[severity]} ${rule}`, role: severity },
        { text: ` frame ${seq}: ${message}` },
      ]),
    ];
  }

  #columns({ glyphs }: Canvas): readonly ScreenColumn<TurnSummary>[] {
    const { marks } = this.#conversation.findings;
    const right = { align: 'right' } as const;
    return [
      { title: '#', width: 4, ...right, dropped: 0, span: ({ number }) => ({ text: String(number), role: 'dim' }) },
      { title: 'Start', width: 9, ...right, dropped: 3, span: (turn) => ({ text: startOf(turn), role: 'dim' }) },
      { title: 'Took', width: 8, ...right, dropped: 1, span: (turn) => ({ text: ms(times(turn).totalMs) }) },
      { title: 'Stop', width: 10, dropped: 0, span: stopSpan },
      {
        title: 'Agent',
        width: 8,
        ...right,
        dropped: 7,
        span: (turn) => ({ text: ms(times(turn).agentMs), role: 'agent' }),
      },
      {
        title: 'Client',
        width: 8,
        ...right,
        dropped: 7,
        span: (turn) => ({ text: ms(turn.clientMs), role: 'client' }),
      },
      { title: 'Tools', width: 5, ...right, dropped: 2, span: (turn) => ({ text: toolsOf(turn), role: 'tool' }) },
      { title: 'Tok', width: 6, ...right, dropped: 5, span: ({ tokens }) => ({ text: String(tokens?.total ?? '') }) },
      {
        title: 'Viol',
        width: 4,
        ...right,
        dropped: 4,
        span: (turn) => {
          const count = marks.countBetween(begunAt(turn), turn.end.seq);
          return { text: count === 0 ? '' : String(count), role: 'warning' };
        },
      },
      {
        title: 'Session',
        width: 9,
        dropped: 6,
        span: ({ sessionId }) => ({ text: shortened(sessionId, glyphs.cut), role: 'dim' }),
      },
      { title: 'Prompt', width: 8, isFlexible: true, dropped: 0, span: (turn) => ({ text: this.#prompt(turn) }) },
    ];
  }
}

function factsHeight(height: number): number {
  return height >= DETAIL_ROWS + 8 ? 7 : 0;
}

function isIn({ seq, severity, sessionId }: Violation, turn: TurnSummary): boolean {
  const isOther = sessionId !== undefined && sessionId !== turn.sessionId;
  return severity !== 'info' && !isOther && seq >= begunAt(turn) && seq <= turn.end.seq;
}

function times(turn: TurnSummary) {
  const { asked, first, end, clientMs, toolMs } = turn;
  const totalMs = end.at - (asked ?? first).at;
  return { totalMs, clientMs, toolMs, agentMs: Math.max(0, totalMs - clientMs) };
}

function ms(value: number): string {
  return formatDuration(value * 1e6);
}

function startOf({ asked, first }: TurnSummary): string {
  return ((asked ?? first).at / 1000).toFixed(3);
}

function stopOf({ how, stopReason, errorCode }: TurnSummary): string {
  if (how === 'unanswered') return '(open)';
  return stopReason ?? (how === 'error' ? `error ${errorCode ?? ''}` : '');
}

function stopSpan(turn: TurnSummary): Span {
  const text = stopOf(turn);
  if (turn.how === 'error') return { text, role: 'error' };
  return { text, role: text === 'end_turn' ? 'ok' : turn.how === 'unanswered' ? 'dim' : 'warning' };
}

function toolsOf({ toolCalls, openToolCalls }: TurnSummary): string {
  if (toolCalls === 0) return '';
  return openToolCalls === 0 ? String(toolCalls) : `${toolCalls - openToolCalls}/${toolCalls}`;
}

function shortened(id: string, cut: string): string {
  return id.length <= 9 ? id : `${cut}${id.slice(-8)}`;
}
