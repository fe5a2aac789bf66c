import type { Canvas } from '../cells/canvas.js';
import type { StyledLine } from '../../report/styled-line.js';
import type { ViewMaker } from './archive.js';
import type { Action, ActionName } from '../keys/key-bindings.js';
import type { Conversation } from './conversation.js';
import { footerOf, LEAST, linesBelow, paintTooSmall, paintTop } from './frame-of-screen.js';
import { HelpOverlay } from '../keys/help-overlay.js';
import { bindingsIn, KeyResolver } from '../keys/keymap.js';
import { Palette } from '../keys/palette.js';
import { Prompt } from '../keys/prompt.js';
import { typedLine } from './twins.js';
import type { Intent, MouseAction, Size, View } from './view.js';
import { ViewStack } from './view-stack.js';

/** What the screen asks its owner, which holds the terminal, to do. */
export type Effect =
  | { readonly type: 'quit' }
  | { readonly type: 'suspend' }
  | { readonly type: 'redraw' }
  | Extract<Intent, { readonly type: 'copy' | 'page' | 'run' | 'delete' | 'ask' | 'write-fixture' }>;

/** An overlay over the view, which takes the keys. */
type Overlay =
  | { readonly type: 'prompt'; readonly prompt: Prompt }
  | { readonly type: 'palette'; readonly palette: Palette }
  | { readonly type: 'help'; readonly help: HelpOverlay }
  | { readonly type: 'confirm'; readonly question: string; readonly then: () => readonly Intent[] };

const HISTORY = 50;

/** The whole screen: a stack of views, and the input of a person. The same keys always lead to the same picture. */
export class Screen {
  readonly #views: ViewMaker;
  readonly #database: string | undefined;
  readonly #stack: ViewStack;
  readonly #resolver = new KeyResolver();
  readonly #histories = new Map<ActionName, string[]>();
  #overlay: Overlay | undefined;
  #notice: Extract<Intent, { readonly type: 'say' }> | undefined;
  #size: Size = { width: 80, height: 24 };

  /** @param database the database to name in line commands; undefined if it is the default */
  constructor(first: readonly View[], views: ViewMaker, database?: string) {
    this.#stack = new ViewStack(first);
    this.#views = views;
    this.#database = database;
  }

  /**
   * A key was pressed.
   *
   * @param name the name in the table of keys: `j`, `S-g`, `C-d`, `pagedown`
   * @param text the text that it types, if any
   */
  key(name: string, text?: string): readonly Effect[] {
    this.#notice = undefined;
    const overlay = this.#overlay;
    if (overlay !== undefined) return this.#keyOver(overlay, name, text);
    if (this.#isTooSmall()) return ['q', 'S-q', 'C-c'].includes(name) ? [{ type: 'quit' }] : [];
    const view = this.#stack.top;
    const resolved = this.#resolver.take(name, view.contexts);
    if (resolved.type !== 'action') return [];
    if (
      resolved.name === 'back' &&
      name === 'escape' &&
      this.#stack.isAtRoot &&
      view.act({ name: 'back' }) === undefined
    ) {
      return this.#say('Q quits');
    }
    return this.#do({ name: resolved.name });
  }

  /** A text was pasted. In a prompt it is typed; elsewhere it is ignored. */
  paste(text: string): void {
    if (this.#overlay?.type === 'prompt') this.#overlay.prompt.paste(text);
    if (this.#overlay?.type === 'palette') this.#overlay.palette.paste(text);
  }

  mouse({ type, x, y }: MouseAction): readonly Effect[] {
    if (this.#overlay !== undefined || this.#isTooSmall() || y === 0) return [];
    if (y >= this.#size.height - linesBelow(this.#size.height)) return [];
    return this.#all(this.#stack.top.mouse?.({ type, x, y: y - 1 }) ?? []);
  }

  /** Shows a message until the next key. */
  say(text: string, isError = false): void {
    this.#notice = { type: 'say', text, isError };
  }

  /** Opens a view over the others. */
  open(view: View): void {
    this.#stack.open(view);
  }

  /** The conversations that views show, including those below the top one. */
  get conversations(): ReadonlySet<Conversation> {
    return this.#stack.conversations;
  }

  /** Closes views of a conversation that does not exist any more. */
  leaveClosed(isOpen: (conversation: Conversation) => boolean): void {
    if (!this.#stack.leaveClosed(isOpen)) return;
    this.#overlay = undefined;
    this.say('the recording was deleted', true);
  }

  /** Carries out the intents of work that ended later. */
  take(intents: readonly Intent[]): readonly Effect[] {
    this.#notice = undefined;
    return this.#all(intents);
  }

  /** Does a part of long work. @returns whether the picture has changed, or there is more to do */
  work(): boolean {
    return this.#stack.top.work?.() ?? false;
  }

  /** Takes the current time. @returns in how many ms the picture changes again by itself; undefined if it does not */
  tick(nowMs: number): number | undefined {
    return this.#stack.top.tick?.(nowMs);
  }

  prepare(size: Size): void {
    this.#size = size;
    if (!this.#isTooSmall()) this.#stack.top.prepare({ ...size, height: this.#viewHeight() });
  }

  /** Draws what was prepared, and does nothing else. */
  paint(canvas: Canvas): void {
    if (this.#isTooSmall()) {
      paintTooSmall(canvas);
      return;
    }
    const { width, height } = this.#size;
    const view = this.#stack.top;
    paintTop(canvas, this.#stack.crumbs, view.counters());
    view.paint(canvas.part({ x: 0, y: 1, width, height: this.#viewHeight() }));
    this.#paintBottom(canvas);
    const overlay = this.#overlay;
    if (overlay?.type === 'help') overlay.help.paint(canvas.part({ x: 0, y: 1, width, height: height - 1 }));
    if (overlay?.type === 'palette') overlay.palette.paint(canvas.part({ x: 0, y: 1, width, height: height - 1 }));
  }

  #paintBottom(canvas: Canvas): void {
    const { width, height } = this.#size;
    const view = this.#stack.top;
    const below = linesBelow(height);
    if (this.#overlay?.type === 'prompt') {
      const { prompt } = this.#overlay;
      const part = canvas.part({ x: 0, y: height - prompt.height, width, height: prompt.height });
      part.fill({ x: 0, y: 0, width, height: prompt.height }, 0);
      prompt.paint(part, view.review?.(prompt.action));
      return;
    }
    const status = this.#status(view);
    if (below === 2) canvas.line(1, height - 2, status);
    if (below === 1 && status.some(({ text }) => text !== '')) canvas.line(1, height - 1, status);
    else canvas.line(0, height - 1, footerOf(view.contexts, this.#resolver.pending, width));
  }

  #status(view: View): StyledLine {
    if (this.#overlay?.type === 'confirm') {
      return [
        { text: this.#overlay.question, role: 'warning' },
        { text: ' y / n', role: 'key' },
      ];
    }
    if (this.#notice === undefined) return view.status?.() ?? [];
    return [{ text: this.#notice.text, role: this.#notice.isError === true ? 'error' : 'ok' }];
  }

  #keyOver(overlay: Overlay, name: string, text: string | undefined): readonly Effect[] {
    if (overlay.type === 'help') {
      if (overlay.help.key(name)) return [];
      this.#overlay = undefined;
      return name === 'S-y' ? this.#do({ name: 'copy-line' }) : [];
    }
    if (overlay.type === 'confirm') {
      this.#overlay = undefined;
      return name === 'y' ? this.#all(overlay.then()) : this.#say('cancelled');
    }
    const end = overlay.type === 'prompt' ? overlay.prompt.key(name, text) : overlay.palette.key(name, text);
    if (end.type !== 'open') this.#overlay = undefined;
    if (end.type === 'done' && overlay.type === 'palette') this.#remember('palette', commandOf(end.action));
    return end.type === 'done' ? this.#do(end.action) : [];
  }

  #do(action: Action): readonly Effect[] {
    const { name, argument } = action;
    const view = this.#stack.top;
    const asks = bindingsIn(view.contexts).some((binding) => binding.action === name && binding.asks === true);
    if (asks && argument === undefined) return this.#ask(name);
    if (asks && argument !== undefined && argument !== '') this.#remember(name, argument);
    const own = view.act(action);
    if (own !== undefined) return this.#all(own);
    return this.#global(action, view);
  }

  #global({ name }: Action, view: View): readonly Effect[] {
    switch (name) {
      case 'quit':
        return [{ type: 'quit' }];
      case 'suspend':
        return [{ type: 'suspend' }];
      case 'redraw':
        return [{ type: 'redraw' }];
      case 'back':
        return this.#back();
      case 'help':
        this.#overlay = { type: 'help', help: new HelpOverlay(view.contexts, this.#lines(view)) };
        return [];
      case 'copy-line': {
        const [line] = this.#lines(view);
        return line === undefined
          ? this.#say('there is no command yet', true)
          : [{ type: 'copy', what: line, text: line }];
      }
      case 'palette':
        this.#overlay = { type: 'palette', palette: new Palette(view.contexts, this.#histories.get('palette') ?? []) };
        return [];
      default:
        return this.#jump(name, view);
    }
  }

  /** Opens another view at the same place. */
  #jump(name: ActionName, { place }: View): readonly Effect[] {
    if (name === 'export' && place !== undefined) {
      this.open(this.#views.takeAway(place));
      return [];
    }
    if (name === 'replay' && place !== undefined) return this.#all(this.#views.replay(place));
    if (name === 'show-recordings') {
      this.#stack.toRoot();
      return [];
    }
    const made = place === undefined ? undefined : this.#made(name, place);
    if (made === undefined) return this.#say('that does not work here', true);
    this.#stack.toRoot();
    this.open(made);
    return [];
  }

  #made(name: ActionName, { conversation, seq }: NonNullable<View['place']>): View | undefined {
    switch (name) {
      case 'show-turns':
        return this.#views.turns(conversation, seq);
      case 'show-frames':
        return this.#views.frames(conversation, seq);
      case 'show-violations':
        return this.#views.violations(conversation);
      case 'show-transcript':
        return this.#views.transcript(conversation, seq ?? 0);
      case 'show-statistics':
        return this.#views.statistics(conversation);
      case 'show-why':
        return this.#views.why(conversation);
      default:
        return undefined;
    }
  }

  #back(): readonly Effect[] {
    if (this.#stack.isAtRoot) return [{ type: 'quit' }];
    this.#stack.back();
    return [];
  }

  /** The shell commands that show the same. */
  #lines({ twins }: View): readonly string[] {
    return twins.map((words) => typedLine(words, this.#database));
  }

  #ask(name: ActionName): readonly Effect[] {
    const view = this.#stack.top;
    const history = this.#histories.get(name) ?? [];
    const prompt = new Prompt(name, { history, text: view.suggest?.(name), complete: view.completer?.(name) });
    this.#overlay = { type: 'prompt', prompt };
    return [];
  }

  #remember(name: ActionName, text: string): void {
    const history = (this.#histories.get(name) ?? []).filter((each) => each !== text);
    this.#histories.set(name, [...history, text].slice(-HISTORY));
  }

  #all(intents: readonly Intent[]): readonly Effect[] {
    return intents.flatMap((intent) => this.#one(intent));
  }

  #one(intent: Intent): readonly Effect[] {
    switch (intent.type) {
      case 'open':
        this.open(intent.view);
        return [];
      case 'replace':
        this.#stack.replaceTop(intent.view);
        return [];
      case 'back':
        return this.#back();
      case 'say':
        this.#notice = intent;
        return [];
      case 'confirm':
        this.#overlay = intent;
        return [];
      case 'copy':
      case 'page':
      case 'run':
      case 'delete':
      case 'ask':
      case 'write-fixture':
        return [intent];
      default:
        return intent satisfies never;
    }
  }

  #say(text: string, isError = false): readonly Effect[] {
    this.say(text, isError);
    return [];
  }

  #viewHeight(): number {
    return this.#size.height - 1 - linesBelow(this.#size.height);
  }

  #isTooSmall(): boolean {
    return this.#size.width < LEAST.width || this.#size.height < LEAST.height;
  }
}

/** An action, as it is typed in the palette. */
function commandOf({ name, argument }: Action): string {
  return argument === undefined ? name : `${name} ${argument}`;
}
