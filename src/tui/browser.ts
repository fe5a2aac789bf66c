import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeWatch } from '../store/query/change-watch.js';
import type { Database } from '../store/schema/sqlite.js';
import { untilChanged } from '../tasks/recordings/until-written.js';
import { Canvas } from '../screen/cells/canvas.js';
import type { CellBuffer } from '../screen/cells/cell-buffer.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../report/glyphs.js';
import { Screen, type Effect } from '../screen/frame/screen.js';
import { ScreenViews } from '../screen/frame/screen-views.js';
import { DatabaseArchive } from './data/database-archive.js';
import { askOwnCommand, runOwnCommand } from './own-command.js';
import { useLittleMemory } from './lean-memory.js';
import { writeFixture } from './data/replayed-fixture.js';
import type { Surface } from './terminal/surface.js';

/** The longest time between two looks at the database, in ms: while a recording is live, and otherwise. */
const LOOK_MS = { live: 100, quiet: 1_000 } as const;
/** The least time between two pictures that are not the answer to a key, in ms. */
const PICTURE_MS = 33;

export interface BrowserOptions {
  readonly surface: Surface;
  readonly db: Database;
  /** The path of the database, even before it exists. */
  readonly path: string;
  /** If nothing was ever recorded: opens the database once there is one. Until then `db` is empty. @param say as for {@link bringIn} */
  readonly awaited: ((say: (text: string) => void) => Database | undefined) | undefined;
  /** The recording to open first; if undefined, all are listed. */
  readonly recording: number | undefined;
  /** The database, as line commands have to name it; undefined if it is the default. */
  readonly named: string | undefined;
  /** Brings in journals that no other process brings in. @param say called with problems of journals */
  readonly bringIn: (say: (text: string) => void) => void;
  readonly copy: (text: string) => boolean;
  readonly page: (text: string) => Promise<string | undefined>;
  readonly suspend: () => void;
}

/** The loop of the screen: keys go in, pictures come out. It paints without a key only if something changes. */
export class Browser {
  readonly #options: BrowserOptions;
  #archive: DatabaseArchive;
  #screen: Screen;
  #awaited: BrowserOptions['awaited'];
  readonly #isAscii: boolean;
  /** Aborted when the person leaves. */
  readonly #leaving = new AbortController();
  #db: Database;
  #written: ChangeWatch;
  #next: NodeJS.Timeout | undefined;
  /** When the next picture is due without a key. */
  #nextAt = 0;
  #work: NodeJS.Immediate | undefined;
  #isWorking = false;
  #pictureAt = 0;
  #over: (() => void) | undefined;

  constructor(options: BrowserOptions, isAscii: boolean) {
    this.#options = options;
    this.#db = options.db;
    this.#written = new ChangeWatch(options.db);
    this.#isAscii = isAscii;
    this.#awaited = options.awaited;
    this.#archive = this.#archiveOf(options.db);
    this.#screen = this.#firstScreen();
  }

  /** Resolves when the person leaves the screen. */
  async run(): Promise<void> {
    const { surface } = this.#options;
    surface.on('key', ({ name, text }) => {
      this.#do(this.#screen.key(name, text));
    });
    surface.on('paste', (text) => {
      this.#screen.paste(text);
      this.#picture();
    });
    surface.on('mouse', ({ action, x, y }) => {
      if (action === 'drag' || action === 'release') return;
      this.#do(this.#screen.mouse({ type: action === 'press' ? 'click' : action, x, y }));
    });
    this.#picture();
    void this.#lookOn();
    await new Promise<void>((resolve) => {
      this.#over = resolve;
    });
    this.#leaving.abort();
    clearTimeout(this.#next);
    clearImmediate(this.#work);
    this.#archive.close();
  }

  #archiveOf(db: Database): DatabaseArchive {
    return new DatabaseArchive(db, this.#options.path, () => {
      this.#pictureSoon();
    });
  }

  #firstScreen(): Screen {
    const { recording, named } = this.#options;
    const views = new ScreenViews(this.#archive);
    const conversation = recording === undefined ? undefined : this.#archive.conversation(recording);
    const opened = [views.recordings(), ...(conversation === undefined ? [] : [views.turns(conversation)])];
    return new Screen(opened, views, named);
  }

  #do(effects: readonly Effect[]): void {
    for (const effect of effects) this.#one(effect);
    this.#archive.closeOthers(this.#screen.conversations);
    this.#picture();
  }

  #one(effect: Effect): void {
    const { surface, copy, page, suspend } = this.#options;
    switch (effect.type) {
      case 'quit':
        this.#over?.();
        return;
      case 'suspend':
        suspend();
        return;
      case 'redraw':
        surface.repaint();
        return;
      case 'copy':
        if (copy(effect.text)) this.#screen.say(`copied ${effect.what}`);
        else this.#screen.say(`${effect.what} is too long for the terminal's clipboard; press e to open it`, true);
        return;
      case 'page':
        void page(effect.text).then((failure) => {
          if (failure !== undefined) this.#screen.say(failure, true);
          this.#picture();
        });
        return;
      case 'run':
        this.#screen.say(`turntable ${effect.words.join(' ')} ...`);
        void runOwnCommand(effect.words, this.#options.path, effect.file).then(({ text, isError }) => {
          this.#screen.say(text, isError);
          this.#picture();
        });
        return;
      case 'delete': {
        const { text, isError } = this.#archive.remove(effect.recording);
        this.#screen.say(text, isError);
        return;
      }
      case 'ask':
        this.#screen.say(`turntable ${effect.words.join(' ')} ...`);
        void askOwnCommand(effect.words, this.#options.path).then(({ text, isError }) => {
          if (isError) this.#screen.say(text, true);
          this.#do(isError ? [] : this.#screen.take(effect.then(text)));
        });
        return;
      case 'write-fixture':
        void writeFixture(effect, this.#options.path).then((fixture) => {
          this.#do(this.#screen.take(effect.then(fixture)));
        });
        return;
      default:
        effect satisfies never;
    }
  }

  #picture(): void {
    clearTimeout(this.#next);
    this.#next = undefined;
    this.#pictureAt = performance.now();
    this.#options.surface.paint((buffer) => {
      this.#paint(buffer);
    });
  }

  #paint(buffer: CellBuffer): void {
    const { width, height } = buffer;
    const dueMs = this.#screen.tick(performance.now());
    this.#screen.prepare({ width, height, isAscii: this.#isAscii });
    this.#screen.paint(
      new Canvas(buffer, { x: 0, y: 0, width, height }, this.#isAscii ? ASCII_GLYPHS : UNICODE_GLYPHS),
    );
    if (dueMs !== undefined) this.#pictureIn(Math.max(dueMs, PICTURE_MS));
    this.#workOn();
  }

  /** Does long work in small steps between keys. */
  #workOn(): void {
    if (this.#work !== undefined) return;
    this.#work = setImmediate(() => {
      this.#work = undefined;
      const isMore = this.#screen.work();
      // also after the last step
      if (isMore || this.#isWorking) this.#pictureSoon();
      this.#isWorking = isMore;
      if (isMore) this.#workOn();
    });
  }

  /** Asks for a picture because something changed without a key, but not more often than every PICTURE_MS. */
  #pictureSoon(): void {
    this.#pictureIn(Math.max(0, this.#pictureAt + PICTURE_MS - performance.now()));
  }

  /** Asks for a picture at the latest in `ms`; an earlier one replaces a later one. */
  #pictureIn(ms: number): void {
    const at = performance.now() + ms;
    if (this.#next !== undefined && this.#nextAt <= at) return;
    clearTimeout(this.#next);
    this.#nextAt = at;
    this.#next = setTimeout(() => {
      this.#picture();
    }, ms);
  }

  #hasChanged(): boolean {
    let isTold = false;
    try {
      const say = (text: string): void => {
        this.#screen.say(text, true);
        isTold = true;
      };
      if (this.#awaited !== undefined) return this.#hasBegun(this.#awaited(say));
      this.#options.bringIn(say);
      return this.#archive.refresh() || isTold;
    } catch (thrown) {
      // locked by another process: read again at the next look
      if (/^(SQLITE|DATABASE)_BUSY/.test(String((thrown as { code?: unknown }).code))) return isTold;
      throw thrown;
    }
  }

  /** Opens the database once the first recording has created it. */
  #hasBegun(db: Database | undefined): boolean {
    if (db === undefined) return false;
    this.#awaited = undefined;
    useLittleMemory(db);
    this.#archive.close();
    this.#db = db;
    this.#written = new ChangeWatch(db);
    this.#archive = this.#archiveOf(db);
    this.#screen = this.#firstScreen();
    return true;
  }

  /** Looks when the database is written, and from time to time. */
  async #lookOn(): Promise<void> {
    const { signal } = this.#leaving;
    for (;;) {
      const mostMs = this.#archive.hasLive ? LOOK_MS.live : LOOK_MS.quiet;
      await untilChanged(this.#db, this.#written, { mostMs, signal });
      if (signal.aborted) return;
      if (this.#hasChanged()) {
        this.#screen.leaveClosed((conversation) => this.#archive.isOpen(conversation));
        this.#pictureSoon();
      }
      // nobody sees more than there are pictures
      await sleep(PICTURE_MS);
    }
  }
}
