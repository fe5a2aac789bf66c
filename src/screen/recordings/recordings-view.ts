import { factsHeight, paintFacts } from '../tables/facts-painter.js';
import type { Canvas } from '../cells/canvas.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { formatBytes, formatCount, formatShortDuration } from '../../report/quantities.js';
import type { Archive, ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import { askForDifferences, NOTHING_MARKED } from '../frame/comparing.js';
import type { Conversation, RecordingItem } from '../frame/conversation.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { paintTable, type ScreenColumn } from '../tables/table-painter.js';
import { TextSearch } from '../tables/text-search.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import { violationCounts } from './violation-counts.js';

const ORDERS = ['newest', 'longest', 'largest', 'most violations'] as const;

/** All recordings: where a person begins. */
export class RecordingsView implements View {
  readonly contexts = ['recordings', 'move'] as const;
  readonly crumb = 'Recordings';
  readonly #archive: Archive;
  readonly #views: ViewMaker;
  readonly #cursor: RowCursor;
  readonly #search = new TextSearch();
  #items: readonly RecordingItem[] = [];
  #order: (typeof ORDERS)[number] = 'newest';
  #filter = '';
  #marked: number | undefined;
  /** The recording that is selected: it stays so while others come and go. */
  #selected: number | undefined;

  constructor(archive: Archive, views: ViewMaker) {
    this.#archive = archive;
    this.#views = views;
    const rows = this.#rows();
    this.#cursor = new RowCursor(rows);
  }

  get place(): ViewPlace | undefined {
    const conversation = this.#conversation();
    return conversation && { conversation, seq: undefined };
  }

  get twins() {
    return [['list']];
  }

  counters(): StyledLine {
    const all = this.#archive.recordings;
    const live = all.filter(({ state }) => state === 'live').length;
    const at = (this.#cursor.selected ?? -1) + 1;
    return [
      ...(live === 0 ? [] : [{ text: `${live} live  `, role: 'ok' } as const]),
      { text: `${at}/${this.#items.length}` },
    ];
  }

  status(): StyledLine {
    const filter: Span[] = this.#filter === '' ? [] : [{ text: `[filter: ${this.#filter}]  `, role: 'warning' }];
    const sort: Span[] = this.#order === 'newest' ? [] : [{ text: `sort: ${this.#order}`, role: 'dim' }];
    return [...filter, ...this.#search.status(), ...sort];
  }

  prepare({ height }: Size): void {
    this.#items = sorted(this.#archive.recordings, this.#order).filter((item) => has(item, this.#filter));
    const rows = this.#rows();
    this.#cursor.show(rows);
    const at = this.#items.findIndex(({ number }) => number === this.#selected);
    if (at !== -1) this.#cursor.to(at);
    this.#cursor.prepare(height - 1 - factsHeight(height, this.#items.length, FACTS_HEIGHT));
    this.#selected = this.#items[this.#cursor.selected ?? -1]?.number;
    const shown = this.#cursor.visible.map((row) => this.#items[row]);
    this.#archive.survey(
      shown.flatMap((item) => (item === undefined || item.violations !== undefined ? [] : [item.number])),
    );
  }

  paint(canvas: Canvas): void {
    const { glyphs } = canvas;
    if (this.#archive.recordings.length === 0) {
      paintFacts(canvas, EMPTY);
      return;
    }
    const lines = this.#cursor.visible.flatMap((row) => {
      const item = this.#items[row];
      if (item === undefined) return [];
      const sign: Span | undefined =
        item.number === this.#marked
          ? { text: '*' }
          : item.state === 'live'
            ? { text: glyphs.live, role: 'ok' }
            : undefined;
      return [{ row: item, isSelected: row === this.#cursor.selected, sign }];
    });
    const hasNames = this.#items.some(({ label }) => !label.startsWith(UNNAMED));
    paintTable(canvas, columnsFor(canvas, hasNames), lines);
    const item = this.#item();
    const height = factsHeight(canvas.height, this.#items.length, FACTS_HEIGHT);
    if (item === undefined || height === 0) return;
    paintFacts(canvas.part({ x: 0, y: canvas.height - height, width: canvas.width, height }), factsOf(item));
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) return this.#moved();
    const item = this.#item();
    switch (action.name) {
      case 'open':
        return this.#open();
      case 'sort':
        this.#order = ORDERS[(ORDERS.indexOf(this.#order) + 1) % ORDERS.length] ?? 'newest';
        return [];
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
      case 'mark':
        this.#marked = this.#marked === this.#selected ? undefined : this.#selected;
        return [];
      case 'compare':
        return this.#compare();
      case 'prune':
        return this.#prune(action.argument ?? '');
      case 'delete':
        return item && [this.#confirmDeletion(item)];
      case 'copy':
        return item && [{ type: 'copy', what: 'the command', text: item.command }];
      default:
        return undefined;
    }
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y - 1)) return undefined;
    return this.#moved();
  }

  #moved(): readonly Intent[] {
    this.#selected = this.#item()?.number;
    return [];
  }

  #item(): RecordingItem | undefined {
    return this.#items[this.#cursor.selected ?? -1];
  }

  #open(): readonly Intent[] | undefined {
    const conversation = this.#conversation();
    return conversation && [{ type: 'open', view: this.#views.turns(conversation) }];
  }

  #find(action: Action): readonly Intent[] {
    const texts = this.#items.map(textOf);
    const at = this.#search.act(action, texts, this.#cursor.selected ?? 0);
    if (at === undefined) return [{ type: 'say', text: `no recording has ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return this.#moved();
  }

  #compare(): readonly Intent[] {
    const [marked, selected] = [this.#marked, this.#selected];
    if (marked === undefined || selected === undefined || marked === selected) return NOTHING_MARKED;
    return askForDifferences([String(marked), String(selected)], this.#views);
  }

  #prune(age: string): readonly Intent[] {
    if (!/^\d+(?:\.\d+)?[hdw]$/.test(age)) return [{ type: 'say', text: 'say how old: 12h, 30d, 2w', isError: true }];
    return [
      {
        type: 'confirm',
        question: `Delete all recordings that began more than ${age} ago, for good?`,
        then: () => [{ type: 'run', words: ['prune', '--older', age] }],
      },
    ];
  }

  #confirmDeletion({ number, label }: RecordingItem): Intent {
    return {
      type: 'confirm',
      question: `Delete recording ${number} (${label}) for good?`,
      then: () => [{ type: 'delete', recording: number }],
    };
  }

  #conversation(): Conversation | undefined {
    return this.#selected === undefined ? undefined : this.#archive.conversation(this.#selected);
  }

  #rows(): AllRows {
    return new AllRows({ entries: this.#items.length });
  }
}

const EMPTY: readonly StyledLine[] = [
  [{ text: 'No recordings yet.', role: 'title' }],
  [{ text: '' }],
  [{ text: 'Put turntable before the agent, in the configuration of the client:' }],
  [{ text: '    turntable record -- AGENT [ARG...]', role: 'key' }],
  [{ text: 'What they say then stands here, as it happens.' }],
  [{ text: '' }],
  [{ text: 'Or look at what others recorded:' }],
  [{ text: '    turntable import FILE...', role: 'key' }],
];

/** A rule, and four lines. */
const FACTS_HEIGHT = 5;

function factsOf(item: RecordingItem): StyledLine[] {
  const { number, label, command, cwd, sizeBytes, end, frames, agent, client } = item;
  const size = `${formatCount(frames, 'frame')}, ${formatBytes(sizeBytes)}, ${end}`;
  return [
    [{ text: `${number} ${label}`, role: 'title' }, { text: `  ${size}` }],
    [
      { text: 'agent   ', role: 'dim' },
      { text: agent === '' ? '(not known)' : agent, role: 'agent' },
      { text: '   client ', role: 'dim' },
      { text: client === '' ? '(not known)' : client, role: 'client' },
    ],
    [{ text: 'command ', role: 'dim' }, { text: command === '' ? '(not known)' : command }],
    [{ text: 'cwd     ', role: 'dim' }, { text: cwd === '' ? '(not known)' : cwd }],
  ];
}

function textOf({ number, label, agent, client, command, when, end }: RecordingItem): string {
  return [number, label, agent, client, command, when, end].join(' ');
}

function has(item: RecordingItem, text: string): boolean {
  return text === '' || textOf(item).toLowerCase().includes(text.toLowerCase());
}

function sorted(items: readonly RecordingItem[], order: (typeof ORDERS)[number]): readonly RecordingItem[] {
  const by = (value: (item: RecordingItem) => number) => [...items].sort((a, b) => value(b) - value(a));
  switch (order) {
    case 'newest':
      return items;
    case 'longest':
      return by(({ durationNs }) => durationNs);
    case 'largest':
      return by(({ sizeBytes }) => sizeBytes);
    default:
      return by(({ violations }) => (violations === undefined ? -1 : violations.error * 1e6 + violations.warning));
  }
}

/** @param hasNames whether some have names of their own: they tell more than who the client was */
function columnsFor({ glyphs }: Canvas, hasNames: boolean): readonly ScreenColumn<RecordingItem>[] {
  const right = { align: 'right' } as const;
  return [
    { title: '#', width: 3, ...right, dropped: 6, span: ({ number }) => ({ text: String(number), role: 'dim' }) },
    { title: 'When', width: 10, dropped: 0, span: ({ when, state }) => ({ text: state === 'live' ? 'live' : when }) },
    {
      title: 'Agent',
      width: 14,
      isFlexible: true,
      most: 26,
      dropped: 0,
      span: ({ agent, label }) => (agent === '' ? { text: label, role: 'dim' } : { text: agent, role: 'agent' }),
    },
    {
      title: 'Client',
      width: 14,
      isFlexible: true,
      most: 26,
      dropped: hasNames ? 8 : 5,
      span: ({ client }) => ({ text: client, role: 'client' }),
    },
    {
      title: 'Name',
      width: 16,
      isFlexible: true,
      dropped: hasNames ? 5 : 10,
      span: ({ label }) => ({ text: label, role: label.startsWith(UNNAMED) ? 'dim' : 'plain' }),
    },
    {
      title: 'Turns',
      width: 5,
      ...right,
      dropped: 2,
      span: ({ turns }) => ({ text: turns === undefined ? glyphs.cut : String(turns) }),
    },
    { title: 'Frames', width: 7, ...right, dropped: 3, span: ({ frames }) => ({ text: String(frames) }) },
    {
      title: 'Took',
      width: 7,
      ...right,
      dropped: 4,
      span: ({ durationNs }) => ({ text: formatShortDuration(durationNs / 1e6), role: 'dim' }),
    },
    { title: 'Size', width: 7, ...right, dropped: 7, span: ({ sizeBytes }) => ({ text: formatBytes(sizeBytes) }) },
    { title: 'End', width: 10, dropped: 9, span: ({ end }) => shortEnd(end) },
    { title: 'Violations', width: 10, dropped: 1, span: ({ violations }) => violationCounts(violations, glyphs) },
  ];
}

/** `tap killed, damaged` in few cells: what is missing matters most. The facts below the table say all of it. */
function shortEnd(end: string): Span {
  const comma = end.lastIndexOf(', ');
  return comma === -1 ? { text: end, role: 'dim' } : { text: end.slice(comma + 2), role: 'warning' };
}

/** What a label begins with that is not a name but the end of an id. */
const UNNAMED = '~';
