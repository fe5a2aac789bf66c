import type { Rule } from '../../check/engine/rule.js';
import { specAddress } from '../../check/engine/spec-address.js';
import type { Violation } from '../../check/engine/violation.js';
import type { Canvas } from '../cells/canvas.js';
import type { Glyphs } from '../../report/glyphs.js';
import { BOLD } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatCount } from '../../report/quantities.js';
import { wrapped } from '../../report/wrapped.js';
import type { Archive, ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation } from '../frame/conversation.js';
import { factsHeight, paintFacts } from '../tables/facts-painter.js';
import { findingsStatus } from './findings-status.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { paintTable, type ScreenColumn } from '../tables/table-painter.js';
import { TextSearch } from '../tables/text-search.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import { violationCounts } from '../recordings/violation-counts.js';
import { grouped, ORDERS, type Group, type Order } from './violation-groups.js';

/** A line of the list: a group, or a violation below it. */
type Row =
  { readonly type: 'group'; readonly group: Group } | { readonly type: 'violation'; readonly violation: Violation };

const PAGER_COLUMNS = 100;

/** The violations of a recording, by rule, by severity or by turn. */
export class ViolationsView implements View {
  readonly contexts = ['violations', 'move'] as const;
  readonly crumb = 'Violations';
  readonly #conversation: Conversation;
  readonly #archive: Archive;
  readonly #views: ViewMaker;
  readonly #cursor = new RowCursor(new AllRows({ entries: 0 }));
  readonly #search = new TextSearch();
  readonly #folded = new Set<string>();
  readonly #muted = new Set<string>();
  #order: Order = 'rule';
  #filter = '';
  #rows: readonly Row[] = [];
  #known = '';

  constructor(conversation: Conversation, archive: Archive, views: ViewMaker) {
    this.#conversation = conversation;
    this.#archive = archive;
    this.#views = views;
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#violation()?.seq };
  }

  get twins() {
    return [['check', String(this.#conversation.item.number)]];
  }

  counters(): StyledLine {
    const { marks } = this.#conversation.findings;
    const at = `${(this.#cursor.selected ?? -1) + 1}/${this.#rows.length}`;
    return [{ text: `by ${this.#order}  ` }, { text: `${formatCount(marks.size, 'frame')}  ` }, { text: at }];
  }

  status(): StyledLine {
    const { findings } = this.#conversation;
    const muted = this.#muted.size === 0 ? '' : `${formatCount(this.#muted.size, 'rule')} hidden  `;
    const left = findings.violationsLeftOut === 0 ? '' : `${findings.violationsLeftOut} more: turntable check  `;
    const filter = this.#filter === '' ? '' : `[filter: ${this.#filter}]  `;
    return [
      { text: filter + muted + left, role: 'warning' },
      ...this.#search.status(),
      ...findingsStatus(this.#conversation),
    ];
  }

  prepare({ height }: Size): void {
    this.#regroup();
    this.#cursor.prepare(height - 1 - explanationHeight(height, this.#rows.length));
  }

  paint(canvas: Canvas): void {
    const lines = this.#cursor.visible.flatMap((index) => {
      const row = this.#rows[index];
      if (row === undefined) return [];
      const severity = row.type === 'group' ? row.group.severity : row.violation.severity;
      return [{ row, isSelected: index === this.#cursor.selected, severity }];
    });
    paintTable(canvas, this.#columns(canvas), lines);
    if (this.#rows.length === 0) canvas.line(3, 2, this.#emptyLine(canvas.glyphs));
    const height = explanationHeight(canvas.height, this.#rows.length);
    const violation = this.#violation();
    if (height === 0 || violation === undefined) return;
    const place = { x: 0, y: canvas.height - height, width: canvas.width, height };
    paintFacts(canvas.part(place), explanationOf(violation, this.#archive.rule(violation.rule), canvas.width - 2));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return [];
    const row = this.#rows[this.#cursor.selected ?? -1];
    switch (action.name) {
      case 'open':
        return this.#open(row);
      case 'fold':
      case 'unfold':
        return this.#fold(row, action.name === 'fold');
      case 'group':
        this.#order = ORDERS[(ORDERS.indexOf(this.#order) + 1) % ORDERS.length] ?? 'rule';
        return [];
      case 'mute':
        return this.#mute();
      case 'filter':
        this.#filter = action.argument ?? '';
        return [];
      case 'clear-filter':
        this.#filter = '';
        this.#muted.clear();
        return [];
      case 'search':
      case 'next-hit':
      case 'previous-hit':
        return this.#find(action);
      case 'copy':
        return this.#copy();
      case 'pager':
        return this.#page();
      default:
        return undefined;
    }
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y - 1)) return undefined;
    return [];
  }

  #emptyLine({ ok }: Glyphs): StyledLine {
    const { progress, isFollowing, violations } = this.#conversation.findings;
    if (violations.length > 0) return [{ text: 'All are hidden. Press Backspace to show them.' }];
    if (isFollowing) return [{ text: `${ok} Nothing has broken the protocol so far.`, role: 'ok' }];
    return progress === 1 ? [{ text: `${ok} Nothing breaks the protocol here.`, role: 'ok' }] : [];
  }

  #open(row: Row | undefined): readonly Intent[] {
    const violation = this.#violation();
    if (row === undefined || violation === undefined) return [];
    if (row.type === 'group' && this.#folded.has(row.group.name)) return this.#fold(row, false);
    return [{ type: 'open', view: this.#views.frames(this.#conversation, violation.seq) }];
  }

  #fold(row: Row | undefined, isFolded: boolean): readonly Intent[] {
    if (row === undefined) return [];
    const name =
      row.type === 'group' ? row.group.name : this.#groups().find((group) => group.of.includes(row.violation))?.name;
    if (name === undefined) return [];
    if (isFolded) this.#folded.add(name);
    else this.#folded.delete(name);
    this.#known = '';
    this.#regroup();
    this.#cursor.to(
      Math.max(
        0,
        this.#rows.findIndex((each) => each.type === 'group' && each.group.name === name),
      ),
    );
    return [];
  }

  #mute(): readonly Intent[] {
    const rule = this.#violation()?.rule;
    if (rule === undefined) return [];
    this.#muted.add(rule);
    return [{ type: 'say', text: `${rule} is hidden; press Backspace to show all` }];
  }

  #copy(): readonly Intent[] {
    const violation = this.#violation();
    if (violation === undefined) return [];
    const { severity, rule, fault, seq, message } = violation;
    return [
      { type: 'copy', what: 'the violation', text: `${severity} ${rule} (${fault}'s fault, frame ${seq}): ${message}` },
    ];
  }

  /** Shows the whole explanation in the pager, because there may be no room for it. */
  #page(): readonly Intent[] {
    const violation = this.#violation();
    if (violation === undefined) return [];
    const lines = explanationOf(violation, this.#archive.rule(violation.rule), PAGER_COLUMNS);
    return [{ type: 'page', text: lines.map((line) => `${line.map(({ text }) => text).join('')}\n`).join('') }];
  }

  #find(action: Action): readonly Intent[] {
    const at = this.#search.act(action, this.#rows.map(textOf), this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no line contains ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return [];
  }

  #violation(): Violation | undefined {
    const row = this.#rows[this.#cursor.selected ?? -1];
    return row?.type === 'group' ? row.group.of[0] : row?.violation;
  }

  #groups(): readonly Group[] {
    const wanted = this.#filter.toLowerCase();
    const shown = this.#conversation.findings.violations.filter(
      ({ rule, severity, message }) =>
        !this.#muted.has(rule) && `${severity} ${rule} ${message}`.toLowerCase().includes(wanted),
    );
    return grouped(shown, this.#order);
  }

  #regroup(): void {
    const { violations } = this.#conversation.findings;
    const known = [violations.length, this.#order, this.#filter, this.#muted.size].join(' ');
    if (known === this.#known) return;
    this.#known = known;
    this.#rows = this.#groups().flatMap((group): Row[] => [
      { type: 'group', group },
      ...(this.#folded.has(group.name)
        ? []
        : group.of.map((violation) => ({ type: 'violation', violation }) satisfies Row)),
    ]);
    this.#cursor.show(new AllRows({ entries: this.#rows.length }));
  }

  #columns({ glyphs }: Canvas): readonly ScreenColumn<Row>[] {
    return [
      {
        title: 'Rule',
        width: 30,
        isFlexible: true,
        dropped: 0,
        span: (row) => {
          if (row.type === 'violation') return { text: `   ${row.violation.message}` };
          const sign = this.#folded.has(row.group.name) ? glyphs.folded : glyphs.unfolded;
          return { text: `${sign} ${row.group.name}`, emphasis: BOLD };
        },
      },
      {
        title: 'Count',
        width: 9,
        dropped: 1,
        span: (row) => (row.type === 'group' ? groupCounts(row.group, glyphs) : { text: '' }),
      },
      {
        title: 'Fault',
        width: 6,
        dropped: 3,
        span: (row) => (row.type === 'group' ? { text: '' } : faultOf(row.violation)),
      },
      {
        title: 'Frame',
        width: 9,
        align: 'right',
        dropped: 2,
        span: (row) => ({ text: row.type === 'group' ? '' : `#${row.violation.seq}`, role: 'dim' }),
      },
      {
        title: 'Turn',
        width: 4,
        align: 'right',
        dropped: 4,
        span: (row) => ({ text: row.type === 'group' ? '' : String(row.violation.turn ?? ''), role: 'dim' }),
      },
    ];
  }
}

/** The counts of a group; if it has only infos, their number. */
function groupCounts({ counts }: Group, glyphs: Glyphs): Span {
  if (counts.error + counts.warning > 0) return violationCounts(counts, glyphs);
  return { text: `${glyphs.info}${counts.info}`, role: 'info' };
}

function faultOf({ fault }: Violation) {
  return { text: fault, role: fault };
}

function textOf(row: Row): string {
  return row.type === 'group' ? row.group.name : `${row.violation.rule} ${row.violation.message}`;
}

/** The number of lines for the explanation: half of the screen, and the lines that the list leaves free. */
function explanationHeight(height: number, rows: number): number {
  const usual = Math.min(14, height >> 1);
  if (height < TALL) return factsHeight(height, rows, usual);
  return Math.max(usual, Math.min(MOST_EXPLANATION, height - LIST_LEFT - rows));
}

/** From this height on, the explanation gets half of the lines, however long the list is. */
const TALL = 18;
const MOST_EXPLANATION = 20;
/** Lines for the titles and for an empty line below the list. */
const LIST_LEFT = 2;

/** The message of a violation and the explanation of its rule, wrapped to a width. */
export function explanationOf(violation: Violation, rule: Rule | undefined, width: number): StyledLine[] {
  const { severity, fault, seq, message, evidence, raced } = violation;
  const shown = evidence.length === 0 ? '' : `; see frame ${evidence.join(', ')}`;
  const lines = (text: string) => wrapped(text, width).map((part): StyledLine => [{ text: part }]);
  return [
    [
      { text: violation.rule, role: severity, emphasis: BOLD },
      { text: `  ${severity}, ${fault}'s fault, frame ${seq}${shown}`, role: 'dim' },
    ],
    ...lines(message),
    ...(raced ? lines('One severity lower, because the two sides may have crossed on the wire.') : []),
    ...(rule === undefined
      ? []
      : [[{ text: '' }], ...lines(rule.summary), ...rule.explanation.split('\n\n').flatMap(lines)]),
    ...(rule === undefined ? [] : [[{ text: specAddress(rule.spec), role: 'dim' } as const]]),
  ];
}
