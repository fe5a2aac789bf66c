import type { Description, Descriptions } from '../../acp/places/descriptions.js';
import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { TimelineEntry } from '../../wire/frame.js';
import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { StyledLine } from '../../report/styled-line.js';
import { formatBytes } from '../../report/quantities.js';
import type { DetailPane } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation } from '../frame/conversation.js';
import { frameTwins } from '../frame/twins.js';
import type { Intent, MouseAction, Size, ViewPlace } from '../frame/view.js';
import { entryTitle } from './entry-title.js';
import { eventPane, FramePanes, type FrameKnowledge, type Mode } from './frame-panes.js';
import type { JsonPath } from '../../wire/json/json-index.js';
import { jsonPointer } from './json-pointer.js';
import type { Pane } from './pane.js';
import { describePlace } from './place-description.js';
import { prettyJson } from '../../report/pretty-json.js';
import { wrapped } from '../../report/wrapped.js';

/** From these heights on, the title has two lines, and more lines about the place are shown below the frame. */
const TITLED_HEIGHT = 8;
const FOOT_HEIGHTS: readonly (readonly [height: number, foot: number])[] = [
  [30, 8],
  [18, 5],
  [9, 1],
];
/** Below this width the title is shortened. */
const NARROW_WIDTH = 60;
/** A larger frame is not given to a pager as lines, in bytes. */
const PRINTED_BYTES = 20_000_000;

/** The knowledge that the view needs besides the conversation. */
export interface DetailKnowledge extends FrameKnowledge {
  readonly version: ProtocolVersion;
  /** Undefined if the schemas cannot be read. */
  readonly descriptions: Descriptions | undefined;
}

/** One frame or event, in all its modes. */
export class DetailView implements DetailPane {
  readonly #conversation: Conversation;
  readonly #knowledge: DetailKnowledge;
  #seq: number;
  #mode: Mode = 'JSON';
  #entry: TimelineEntry | undefined;
  #panes: FramePanes | undefined;
  #pane: Pane | undefined;
  #head = 0;
  #isDescriptionDue = false;
  #described: { readonly path: string; readonly description: Description | undefined } | undefined;

  constructor(conversation: Conversation, knowledge: DetailKnowledge, seq: number) {
    this.#conversation = conversation;
    this.#knowledge = knowledge;
    this.#seq = seq;
  }

  get contexts() {
    return this.#mode === 'change' ? (['detail', 'changes', 'move'] as const) : (['detail', 'move'] as const);
  }

  get crumb(): string {
    return `#${this.#seq}`;
  }

  get place(): ViewPlace {
    return { conversation: this.#conversation, seq: this.#seq };
  }

  get twins() {
    return frameTwins(this.#conversation, this.#seq);
  }

  show(seq: number): void {
    if (seq === this.#seq && this.#entry !== undefined) return;
    const path = this.#path();
    this.#seq = seq;
    this.#entry = undefined;
    this.#open(path);
  }

  counters(): StyledLine {
    return [{ text: `#${this.#seq}/${this.#conversation.entries}` }];
  }

  status(): StyledLine {
    return this.#pane?.status() ?? [];
  }

  prepare({ width, height }: Size): void {
    this.#open();
    const { head, foot } = this.#heights(height);
    this.#head = head;
    this.#pane?.prepare({ width, height: Math.max(1, height - head - foot) });
    // the very first picture does not wait for the description of a place
    if (foot > 0) this.#describe(this.#knowledge.descriptions?.isRead ?? true);
  }

  paint(canvas: Canvas): void {
    const { width, height } = canvas;
    if (this.#entry === undefined || this.#pane === undefined) {
      canvas.text(1, 0, `There is no frame ${this.#seq}.`, styleOf('dim'));
      return;
    }
    const { head, foot } = this.#heights(height);
    this.#paintTitle(canvas.part({ x: 0, y: 0, width, height: head }));
    this.#pane.paint(canvas.part({ x: 0, y: head, width, height: Math.max(1, height - head - foot) }));
    if (foot > 0) this.#paintFoot(canvas.part({ x: 0, y: height - foot, width, height: foot }));
  }

  act(action: Action): readonly Intent[] | undefined {
    this.#open();
    switch (action.name) {
      case 'next-mode':
        return this.#nextMode();
      case 'next-frame':
      case 'previous-frame':
        return this.#goTo(this.#seq + (action.name === 'next-frame' ? 1 : -1));
      case 'pair':
        return this.#toPair();
      case 'pager':
        return this.#page();
      default:
        return this.#pane?.act(action);
    }
  }

  work(): boolean {
    if (this.#isDescriptionDue) {
      this.#describe(true);
      return true;
    }
    return this.#pane?.work() ?? false;
  }

  mouse(event: MouseAction): readonly Intent[] | undefined {
    return this.#pane?.mouse({ ...event, y: event.y - this.#head });
  }

  /** Reads the entry, unless it was read already. @param path the place to go to, unless a violation is at another place */
  #open(path?: JsonPath): void {
    if (this.#entry !== undefined) return;
    this.#entry = this.#conversation.entry(this.#seq);
    this.#described = undefined;
    if (this.#entry?.type === 'frame') {
      this.#panes = new FramePanes(this.#conversation, this.#knowledge, this.#entry);
      this.#pane = this.#panes.pane(this.#shownMode());
      if (path !== undefined) this.#panes.json?.goTo(path);
      if (this.#panes.violations.length > 0) this.#panes.json?.goToMark();
    } else {
      this.#panes = undefined;
      this.#pane = this.#entry && eventPane(this.#entry);
    }
  }

  /** The mode that was chosen last; if this frame does not have it, its first mode. */
  #shownMode(): Mode {
    const modes = this.#panes?.modes ?? [];
    return modes.includes(this.#mode) ? this.#mode : (modes[0] ?? 'raw');
  }

  #nextMode(): readonly Intent[] {
    if (this.#panes === undefined) return [{ type: 'say', text: 'events have only one view' }];
    const { modes } = this.#panes;
    this.#mode = modes[(modes.indexOf(this.#shownMode()) + 1) % modes.length] ?? 'raw';
    this.#pane = this.#panes.pane(this.#mode);
    return [];
  }

  #goTo(seq: number): readonly Intent[] {
    if (seq < 0 || seq >= this.#conversation.entries) {
      return [{ type: 'say', text: seq < 0 ? 'this is the first frame' : 'this is the last frame' }];
    }
    this.show(seq);
    return [];
  }

  #toPair(): readonly Intent[] {
    const other = this.#entry?.type === 'frame' ? this.#conversation.otherHalf(this.#entry) : undefined;
    if (other === undefined) return [{ type: 'say', text: 'no matching request or response', isError: true }];
    this.show(other.seq);
    return [];
  }

  #page(): readonly Intent[] {
    if (this.#panes === undefined) return [{ type: 'say', text: 'an event has no bytes', isError: true }];
    const { bytes, json } = this.#panes;
    const isPrinted = json !== undefined && bytes.length <= PRINTED_BYTES;
    const text = isPrinted ? [...prettyJson(bytes)].join('\n') : new TextDecoder().decode(bytes);
    return [{ type: 'page', text: `${text}\n` }];
  }

  #path(): JsonPath | undefined {
    return this.#panes?.json?.path;
  }

  #describe(mayRead: boolean): void {
    const json = this.#panes?.json;
    const { descriptions, version } = this.#knowledge;
    if (json === undefined || this.#entry?.type !== 'frame' || this.#panes === undefined) {
      this.#described = undefined;
      return;
    }
    const path = jsonPointer(json.path);
    if (this.#described?.path === path && json.index.isDone && !this.#isDescriptionDue) return;
    this.#isDescriptionDue = !mayRead;
    if (!mayRead) {
      this.#described = { path, description: undefined };
      return;
    }
    const frame = this.#entry;
    const otherHalf = this.#conversation.otherHalf(frame);
    const described = { frame, otherHalf, version, bytes: this.#panes.bytes, index: json.index };
    this.#described = { path, description: descriptions && describePlace(descriptions, described, json.path) };
  }

  /** The heights of the title and of the part below the frame, which describes a place in JSON. */
  #heights(height: number): { readonly head: number; readonly foot: number } {
    const head = height < TITLED_HEIGHT ? 1 : 2;
    const isJson = this.#panes !== undefined && this.#shownMode() === 'JSON';
    return { head, foot: isJson ? (FOOT_HEIGHTS.find(([least]) => height >= least)?.[1] ?? 0) : 0 };
  }

  #paintTitle(canvas: Canvas): void {
    if (this.#entry === undefined) return;
    const { left, right } = entryTitle(this.#conversation, this.#entry, canvas.glyphs);
    if (canvas.height === 0) return;
    const x = canvas.lineAtRight(0, canvas.width < NARROW_WIDTH ? [] : right);
    canvas.part({ x: 0, y: 0, width: x, height: 1 }).line(0, 0, left);
    if (canvas.height > 1) this.#paintModes(canvas);
  }

  #paintModes(canvas: Canvas): void {
    const size = this.#entry?.type === 'frame' ? `${formatBytes(this.#entry.sizeBytes)}  ` : '';
    const cut = this.#panes?.isWhole === false ? 'too long, showing its beginning  ' : '';
    const x = canvas.lineAtRight(1, [
      { text: cut, role: 'warning' },
      { text: canvas.width < NARROW_WIDTH ? ' ' : size, role: 'dim' },
      ...(this.#pane?.counters() ?? []),
    ]);
    const shown = this.#shownMode();
    const count = this.#panes?.violations.length ?? 0;
    const names = (this.#panes?.modes ?? []).flatMap((mode): StyledLine => {
      const name = mode === 'rules' ? `rules(${count})` : mode;
      return mode === shown ? [{ text: `[${name}]`, role: 'title' }] : [{ text: ` ${name} `, role: 'dim' }];
    });
    canvas.part({ x: 0, y: 1, width: x, height: 1 }).line(0, 0, names);
  }

  #paintFoot(canvas: Canvas): void {
    const { width, height, glyphs } = canvas;
    const isLined = height > 1;
    if (isLined) canvas.text(0, 0, glyphs.horizontal.repeat(width), styleOf('punctuation'));
    if (this.#described === undefined) return;
    const { path, description } = this.#described;
    const type = description === undefined ? '' : `  ${description.type}`;
    const prose = (description?.paragraphs ?? []).flatMap((paragraph) => wrapped(paragraph, width - 2));
    const page = description?.page === undefined ? [] : [description.page];
    canvas.line(1, isLined ? 1 : 0, [
      { text: path === '' ? 'the message' : path, role: 'key' },
      { text: type, role: 'dim' },
    ]);
    const marked = this.#panes?.json?.marked;
    const lines: StyledLine[] = [
      ...(marked === undefined ? [] : wrapped(marked.text, width - 2)).map((text) => [
        { text, role: marked?.severity ?? 'plain' },
      ]),
      ...prose.map((text) => [{ text }]),
      ...page.map((text) => [{ text, role: 'dim' as const }]),
    ];
    for (const [i, line] of lines.slice(0, Math.max(0, height - 2)).entries()) canvas.line(1, i + 2, line);
  }
}
