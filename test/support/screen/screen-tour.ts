import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { onTestFinished, vi } from 'vitest';
import { acpProtocol } from '../../../src/tasks/protocol/acp-protocol.js';
import { conversationItems } from '../../../src/tasks/conversations/conversation-file.js';
import { subjectOf } from '../../../src/tasks/conversations/conversations.js';
import { analysisOf } from '../../../src/tasks/checking/analysis.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { modelVersion } from '../../../src/tasks/model-version.js';
import { recordingNumbered } from '../../../src/store/query/recordings.js';
import { DatabaseArchive } from '../../../src/tui/data/database-archive.js';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import type { Charset } from '../../../src/screen/cells/sanitise.js';
import { Screen } from '../../../src/screen/frame/screen.js';
import { ScreenViews } from '../../../src/screen/frame/screen-views.js';
import type { Size, WrittenFixture } from '../../../src/screen/frame/view.js';
import { fileDatabase } from '../store/databases.js';
import { temporaryFolder } from '../processes/folders.js';

const CONVERSATIONS = fileURLToPath(new URL('../../../fixtures/conversations/', import.meta.url));
/** A morning in whatever place the test runs: what began then is shown by the hour, and always by the same. */
const MORNING = new Date(2026, 10, 21, 9, 0);
const BETWEEN_MS = 17 * 60_000;
const HOME = '/home/user/.local/share/turntable';
const WIDTH = 80;

/** Where people have it. */
class HomeArchive extends DatabaseArchive {
  override get path(): string {
    return `${HOME}/turntable.db`;
  }
}

/**
 * The screen as a person sees it who has recorded some of fixtures/conversations, one after another on one morning, and
 * had them checked: archive, views and keys are those of a terminal, only what is painted goes nowhere else.
 */
export class ScreenTour {
  readonly screen: Screen;
  readonly archive: DatabaseArchive;
  /** Where its database really is. */
  readonly database: string;
  readonly views: ScreenViews;

  /** @param names of files in fixtures/conversations, the latest last */
  constructor(names: readonly string[]) {
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    const db = fileDatabase(`${temporaryFolder()}/tour.db`);
    for (const name of names) {
      keep(db, name);
      vi.setSystemTime(Date.now() + BETWEEN_MS);
    }
    const archive = new HomeArchive(db, () => undefined);
    onTestFinished(() => {
      archive.close();
      vi.useRealTimers();
    });
    this.archive = archive;
    this.database = db.name;
    this.views = new ScreenViews(archive);
    this.screen = new Screen([this.views.recordings()], this.views);
  }

  /** Presses keys, named as in the table of keys; each meets a picture, as a person's does. */
  press(...keys: readonly string[]): this {
    for (const key of keys) {
      this.look();
      for (const effect of this.screen.key(key)) {
        if (effect.type === 'write-fixture') this.screen.take(effect.then(written(effect.file)));
      }
    }
    return this;
  }

  /** Types where something is asked for. */
  type(text: string): this {
    this.screen.paste(text);
    return this;
  }

  /** Lets time go on, as far as the screen sees. */
  wait(ms: number): this {
    this.screen.tick(0);
    this.screen.tick(ms);
    return this;
  }

  /** What is seen then, once nothing is left to do. */
  look(height = 24): string {
    return this.picture({ width: WIDTH, height }).toString();
  }

  /** The same at a size, with its styles. */
  picture({ width, height }: Size, charset: Charset = 'utf-8'): CellBuffer {
    const size = { width, height, isAscii: charset === 'ascii' };
    const buffer = new CellBuffer(width, height, charset);
    do this.screen.prepare(size);
    while (this.screen.work());
    this.screen.prepare(size);
    const glyphs = charset === 'ascii' ? ASCII_GLYPHS : UNICODE_GLYPHS;
    this.screen.paint(new Canvas(buffer, { x: 0, y: 0, width, height }, glyphs));
    return buffer;
  }
}

/** What the command of ours would have written. */
function written(file: string): WrittenFixture {
  return { path: `${HOME}/replays/${file}`, bytes: readFileSync(`${CONVERSATIONS}${file}`) };
}

function keep(db: Database, name: string): void {
  const file = `${CONVERSATIONS}${name}.acp`;
  let number: number | undefined;
  db.transaction(() => {
    let writer: ImportWriter | undefined;
    for (const item of conversationItems(file)) {
      if (item.type === 'begin') {
        writer = new ImportWriter(db, { name, headers: item.headers, nowMs: Date.now() });
        number = writer.number;
      } else if (item.type === 'end') writer?.end();
      else writer?.add(item.entry);
    }
  })();
  const recording = recordingNumbered(db, number ?? 0);
  if (recording === undefined) throw new Error(`${name} is not there`);
  analysisOf(db, recording, { protocol: acpProtocol, version: modelVersion(), ...subjectOf(recording) });
}
