import { factsHeight, paintFacts } from '../tables/facts-painter.js';
import type { Canvas } from '../cells/canvas.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import type { Archive, ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import { askForDifferences, NOTHING_MARKED } from '../frame/comparing.js';
import type { Conversation, RecordingItem } from '../frame/conversation.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import { paintTable } from '../tables/table-painter.js';
import { TextSearch } from '../tables/text-search.js';
import type { Intent, MouseAction, Size, View, ViewPlace } from '../frame/view.js';
import { hasName, recordingColumns, type RecordingRow } from './recording-columns.js';
import { factsLines, NO_RECORDINGS, recordingFacts } from './recording-facts.js';

/** Between two pictures while a recording is live, in ms. */
const LIVE_MS = 1_000;

const ORDERS = ['newest', 'longest', 'largest', 'most violations'] as const;

/** All recordings: the first view. */
export class RecordingsView implements View {
  readonly contexts = ['recordings', 'move'] as const;
  readonly crumb = 'Recordings';
  readonly #archive: Archive;
  readonly #views: ViewMaker;
  readonly #cursor: RowCursor;
  readonly #search = new TextSearch();
  #items: readonly RecordingItem[] = [];
  /** The visible recordings. */
  #shown: readonly (RecordingRow & { readonly index: number })[] = [];
  #order: (typeof ORDERS)[number] = 'newest';
  #filter = '';
  #marked: number | undefined;
  /** The selected recording, by number: it stays selected while others come and go. */
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
    this.#cursor.prepare(height - 1 - this.#factsHeight(height));
    this.#selected = this.#items[this.#cursor.selected ?? -1]?.number;
    this.#shown = this.#cursor.visible.flatMap((index) => {
      const item = this.#items[index];
      return item === undefined ? [] : [{ index, item, why: this.#archive.waits(item.number) }];
    });
    this.#archive.survey(this.#shown.flatMap(({ item }) => (item.violations !== undefined ? [] : [item.number])));
  }

  tick(): number | undefined {
    return this.#shown.some(({ why }) => why !== undefined) ? LIVE_MS : undefined;
  }

  paint(canvas: Canvas): void {
    const { glyphs } = canvas;
    if (this.#archive.recordings.length === 0) {
      paintFacts(canvas, NO_RECORDINGS);
      return;
    }
    const lines = this.#shown.map((row) => {
      const { item } = row;
      const sign: Span | undefined =
        item.number === this.#marked
          ? { text: '*' }
          : item.state === 'live'
            ? { text: glyphs.live, role: 'ok' }
            : undefined;
      return { row, isSelected: row.index === this.#cursor.selected, sign };
    });
    const hasNames = this.#items.some(hasName);
    const hasWaits = this.#shown.some(({ why }) => why?.waitingMs != null);
    paintTable(canvas, recordingColumns(glyphs, { hasNames, hasWaits }), lines);
    const selected = this.#shown.find(({ index }) => index === this.#cursor.selected);
    const height = this.#factsHeight(canvas.height);
    if (selected === undefined || height === 0) return;
    const place = { x: 0, y: canvas.height - height, width: canvas.width, height };
    paintFacts(canvas.part(place), recordingFacts(selected));
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
    if (at === undefined) return [{ type: 'say', text: `no recording contains ${this.#search.text}`, isError: true }];
    this.#cursor.to(at);
    return this.#moved();
  }

  #compare(): readonly Intent[] {
    const [marked, selected] = [this.#marked, this.#selected];
    if (marked === undefined || selected === undefined || marked === selected) return NOTHING_MARKED;
    return askForDifferences([String(marked), String(selected)], this.#views);
  }

  #prune(age: string): readonly Intent[] {
    if (!/^\d+(?:\.\d+)?[hdw]$/.test(age)) return [{ type: 'say', text: 'type an age: 12h, 30d, 2w', isError: true }];
    return [
      {
        type: 'confirm',
        question: `Permanently delete all recordings that started more than ${age} ago?`,
        then: () => [{ type: 'run', words: ['prune', '--older', age] }],
      },
    ];
  }

  #confirmDeletion({ number, label }: RecordingItem): Intent {
    return {
      type: 'confirm',
      question: `Permanently delete recording ${number} (${label})?`,
      then: () => [{ type: 'delete', recording: number }],
    };
  }

  #conversation(): Conversation | undefined {
    return this.#selected === undefined ? undefined : this.#archive.conversation(this.#selected);
  }

  #factsHeight(height: number): number {
    return factsHeight(height, this.#items.length, factsLines(this.#items));
  }

  #rows(): AllRows {
    return new AllRows({ entries: this.#items.length });
  }
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
