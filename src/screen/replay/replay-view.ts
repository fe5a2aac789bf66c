import { reasonOf } from '../../errors.js';
import { readScript, type ReadScript } from '../../replay/script/read-script.js';
import type { Canvas } from '../cells/canvas.js';
import { styleOf } from '../../report/style.js';
import type { Span, StyledLine } from '../../report/styled-line.js';
import { FollowedRun, type RunEnd } from './followed-run.js';
import { coverageLine, ScriptPage } from './script-page.js';
import { commandText, settingsText, setUpOf, snippetText, type SetUp } from './set-up.js';
import { SetUpPage } from './set-up-page.js';
import type { Archive, ViewMaker } from '../frame/archive.js';
import type { Action } from '../keys/key-bindings.js';
import type { Conversation, RecordingItem } from '../frame/conversation.js';
import { fileNameOf, partsAt } from '../frame/exported-part.js';
import { RowCursor } from '../tables/row-cursor.js';
import { AllRows } from '../tables/rows.js';
import type { Intent, MouseAction, Size, View, ViewPlace, WrittenFixture } from '../frame/view.js';

/** Entries of a run that are read between two keys. */
const TAKEN_AT_ONCE = 500;
/** How many lines a list keeps visible above its cursor. */
const LINES_ABOVE = 3;

export interface ReplayViewParts {
  readonly archive: Pick<Archive, 'recordings' | 'path' | 'conversation' | 'places'>;
  readonly views: Pick<ViewMaker, 'detail' | 'frames'>;
}

/** A replay to a client that the person starts: first how to start it, then the run while it goes on. */
export class ReplayView implements View {
  readonly contexts = ['replay', 'move'] as const;
  readonly crumb: string;
  readonly #source: ViewPlace;
  readonly #parts: ReplayViewParts;
  /** The name of the run's recording. */
  readonly #name: string;
  readonly #words: readonly string[];
  /** Runs of that name that were there before. */
  readonly #before: ReadonlySet<string>;
  readonly #rows = { entries: 0 };
  readonly #cursor = new RowCursor(new AllRows(this.#rows));
  #failure: string | undefined;
  #setUp: SetUp | undefined;
  #setUpPage: SetUpPage | undefined;
  #script: ReadScript | undefined;
  #scriptPage: ScriptPage | undefined;
  /** The run that is followed: the latest. */
  #run: { readonly number: number; readonly followed: FollowedRun | undefined } | undefined;
  #chosen: 'set-up' | 'script' | undefined;
  #follows = true;
  #hasMore = false;
  #top = 1;

  /** @param place if it has selected frames, only these are replayed; otherwise its turn; without either, the whole recording */
  constructor(place: ViewPlace, parts: ReplayViewParts) {
    const { conversation } = place;
    const [part] = partsAt(place);
    this.crumb = part === undefined ? 'Replay' : `Replay of ${part.what}`;
    this.#source = place;
    this.#parts = parts;
    this.#name = `replay-of-${fileNameOf(conversation)}${part?.ending ?? ''}`;
    this.#words = ['export', String(conversation.item.number), ...(part?.words ?? [])];
    this.#before = new Set(parts.archive.recordings.map(keyOf));
  }

  get place(): ViewPlace {
    const conversation = this.#conversation();
    return conversation === undefined ? this.#source : { conversation, seq: this.#seq() };
  }

  /** The first step: writes the fixture. */
  begin(): readonly Intent[] {
    const file = `${this.#name.replace(/^replay-of-/, '')}.acp`;
    return [{ type: 'write-fixture', words: this.#words, file, then: (fixture) => this.#written(fixture) }];
  }

  get twins() {
    const [, ...words] = this.#setUp?.command ?? [];
    return words.length === 0 ? [] : [words, ['replay', this.#setUp?.fixture ?? '', '--explain']];
  }

  counters(): StyledLine {
    if (this.#run !== undefined) return [{ text: `run ${this.#run.number}` }];
    return [{ text: this.#setUp === undefined ? '' : 'waiting' }];
  }

  status(): StyledLine {
    const other = this.#page() === 'script' ? 'how to start it' : 'the script';
    return this.#scriptPage === undefined ? [] : [{ text: `Tab: ${other}`, role: 'dim' }];
  }

  prepare(size: Size): void {
    this.#findRun();
    this.#hasMore = this.#take();
    this.#setUpPage?.prepare(size);
    this.#scriptPage?.prepare(this.#run?.followed, size);
    this.#rows.entries = (this.#page() === 'script' ? this.#scriptPage?.count : this.#setUpPage?.count) ?? 0;
    this.#cursor.show(new AllRows(this.#rows));
    this.#top = listTop(size.height);
    this.#follow(size.height - this.#top);
    this.#cursor.prepare(size.height - this.#top);
  }

  /** Scrolls to what happened last: to all of it, or if that is too much, to its beginning. */
  #follow(height: number): void {
    const latest = this.#page() === 'script' ? this.#scriptPage?.latest : undefined;
    if (!this.#follows || latest === undefined) return;
    const [first, last] = latest;
    this.#cursor.to(last);
    this.#cursor.prepare(height);
    this.#cursor.to(Math.min(last, first + LINES_ABOVE));
  }

  work(): boolean {
    this.#hasMore = this.#hasMore && this.#take();
    return this.#hasMore;
  }

  paint(canvas: Canvas): void {
    canvas.line(0, 0, this.#headline(canvas));
    const list = canvas.part({ x: 0, y: this.#top, width: canvas.width, height: canvas.height - this.#top });
    const page = this.#page() === 'script' ? this.#scriptPage : this.#setUpPage;
    for (const [y, index] of this.#cursor.visible.entries()) {
      page?.paintLine(list, { y, index, isSelected: index === this.#cursor.selected });
    }
    if (page === undefined && this.#setUp !== undefined) {
      list.text(2, 0, 'The script is too long to show here. Press 3 to show the frames of the run.', styleOf('dim'));
    }
  }

  act(action: Action): readonly Intent[] | undefined {
    if (this.#cursor.act(action)) {
      this.#follows = false;
      return [];
    }
    switch (action.name) {
      case 'open':
        return this.#open();
      case 'next-pane':
        return this.#turnPage();
      case 'follow':
        this.#follows = true;
        return [];
      case 'copy':
        return this.#copy();
      case 'copy-command':
        return this.#copyText('the command', commandText);
      case 'copy-settings':
        return this.#copyText('the command as JSON', settingsText);
      case 'copy-snippet':
        return this.#copyText('the test snippet', snippetText);
      case 'replay':
        return [{ type: 'say', text: 'start it again from the client; the latest run is shown' }];
      default:
        return undefined;
    }
  }

  mouse({ type, y }: MouseAction): readonly Intent[] | undefined {
    this.#follows = false;
    if (type !== 'click') this.#cursor.scroll(type === 'wheel-up' ? -3 : 3);
    else if (!this.#cursor.click(y - this.#top)) return undefined;
    return [];
  }

  #written(fixture: WrittenFixture): readonly Intent[] {
    if ('failure' in fixture) {
      this.#failure = fixture.failure;
      return [];
    }
    const { path, bytes } = fixture;
    this.#setUp = setUpOf(path, { name: this.#name, database: this.#parts.archive.path });
    try {
      this.#script = bytes && readScript(path, bytes);
      this.#scriptPage = this.#script && new ScriptPage(this.#script);
    } catch (thrown) {
      this.#failure = reasonOf(thrown);
    }
    this.#setUpPage = new SetUpPage(this.#setUp, this.#scriptPage?.prompts() ?? []);
    return [];
  }

  #findRun(): void {
    const { recordings, places } = this.#parts.archive;
    const latest = recordings.find((item) => item.label === this.#name && !this.#before.has(keyOf(item)));
    if (latest === undefined || latest.number === this.#run?.number || this.#setUp === undefined) return;
    const protocol = this.#script && places.call(this.#parts.archive);
    const engine = protocol && this.#script?.newEngine(protocol);
    this.#run = { number: latest.number, followed: engine && new FollowedRun(engine) };
    this.#follows = true;
    this.#chosen = undefined;
  }

  /** @returns whether there is more to read */
  #take(): boolean {
    const conversation = this.#conversation();
    return conversation !== undefined && (this.#run?.followed?.take(conversation, TAKEN_AT_ONCE) ?? false);
  }

  #conversation(): Conversation | undefined {
    // looked up each time, because a conversation that was not used for long may have been closed
    return this.#run && this.#parts.archive.conversation(this.#run.number);
  }

  #page(): 'set-up' | 'script' {
    return this.#chosen ?? (this.#run === undefined ? 'set-up' : 'script');
  }

  #seq(): number | undefined {
    const { selected } = this.#cursor;
    return this.#page() === 'script' && selected !== undefined ? this.#scriptPage?.seqOf(selected) : undefined;
  }

  #headline(canvas: Canvas): StyledLine {
    const { glyphs } = canvas;
    const conversation = this.#conversation();
    if (this.#failure !== undefined) return [{ text: `${glyphs.error} ${this.#failure}`, role: 'error' }];
    if (this.#setUp === undefined) return [{ text: 'Writing the fixture ...', role: 'dim' }];
    if (this.#run === undefined || conversation === undefined) {
      return [{ text: `${glyphs.live} `, role: 'warning' }, { text: 'Waiting for the client' }];
    }
    const { followed } = this.#run;
    if (followed === undefined) return [{ text: `${glyphs.live} The client has connected` }];
    const end = followed.endOf(conversation);
    const goesOn = followed.divergence !== undefined && end === undefined ? '  the client is still connected' : '';
    return [stateSpan(followed, end, canvas), { text: '  ' }, ...coverageLine(followed, canvas), { text: goesOn }];
  }

  #open(): readonly Intent[] {
    const conversation = this.#conversation();
    const seq = this.#seq();
    if (this.#page() === 'set-up') return this.#copy();
    if (conversation === undefined || seq === undefined) return [{ type: 'say', text: 'this frame has not come yet' }];
    const { views } = this.#parts;
    const isFrame = conversation.entry(seq)?.type === 'frame';
    return [{ type: 'open', view: isFrame ? views.detail(conversation, seq) : views.frames(conversation, seq) }];
  }

  #turnPage(): readonly Intent[] {
    if (this.#scriptPage === undefined) return [{ type: 'say', text: 'there is no script to show' }];
    this.#chosen = this.#page() === 'script' ? 'set-up' : 'script';
    this.#cursor.toFirst();
    return [];
  }

  #copy(): readonly Intent[] {
    const copied = this.#page() === 'set-up' ? this.#setUpPage?.copiedAt(this.#cursor.selected ?? 0) : undefined;
    return copied === undefined ? this.#copyText('the command', commandText) : [{ type: 'copy', ...copied }];
  }

  #copyText(what: string, textOf: (setUp: SetUp) => string): readonly Intent[] {
    return this.#setUp === undefined ? [] : [{ type: 'copy', what, text: textOf(this.#setUp) }];
  }
}

function stateSpan({ divergence }: FollowedRun, end: RunEnd | undefined, { glyphs }: Canvas): Span {
  if (divergence !== undefined) return { text: `${glyphs.error} Diverged`, role: 'error' };
  if (end === 'as-recorded') return { text: `${glyphs.ok} As recorded`, role: 'ok' };
  if (end === 'killed') return { text: `${glyphs.warning} Killed`, role: 'warning' };
  return { text: `${glyphs.live} Replaying`, role: 'ok' };
}

/** The first line of the list: if there is room, a line stays free above it. */
function listTop(height: number): number {
  return height < 12 ? 1 : 2;
}

function keyOf({ number, startedUs }: RecordingItem): string {
  return `${number} ${startedUs}`;
}
