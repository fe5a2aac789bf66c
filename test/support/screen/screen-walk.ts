import { readFileSync } from 'node:fs';
import type { Database } from '../../../src/store/schema/sqlite.js';
import { acpProtocol } from '../../../src/tasks/protocol/acp-protocol.js';
import { conversationItems } from '../../../src/tasks/conversations/conversation-file.js';
import { subjectOf } from '../../../src/tasks/conversations/conversations.js';
import { analysisOf } from '../../../src/tasks/checking/analysis.js';
import { ImportWriter } from '../../../src/store/journal/import-writer.js';
import { derivationMark } from '../../../src/tasks/derivation-mark.js';
import { recordingNumbered } from '../../../src/store/query/recordings.js';
import { Canvas } from '../../../src/screen/cells/canvas.js';
import { CellBuffer } from '../../../src/screen/cells/cell-buffer.js';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/report/glyphs.js';
import type { Charset } from '../../../src/screen/cells/sanitise.js';
import { Screen } from '../../../src/screen/frame/screen.js';
import { ScreenViews } from '../../../src/screen/frame/screen-views.js';
import type { Size, WrittenFixture } from '../../../src/screen/frame/view.js';
import { packageFile } from '../../../src/package-files.js';
import type { DatabaseArchive } from '../../../src/tui/data/database-archive.js';

const CONVERSATIONS = packageFile('fixtures/conversations/');
/** Where the database is, for what is shown of it. */
export const HOME = '/home/user/.local/share/turntable';
const WIDTH = 80;

/** The screen as a person walks through it: views and keys are those of a terminal, only what is painted goes nowhere else. */
export class ScreenWalk {
  readonly screen: Screen;
  readonly views: ScreenViews;

  constructor(archive: DatabaseArchive) {
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

/** Brings one of fixtures/conversations into a database, and checks it. */
export function keepConversation(db: Database, name: string): void {
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
  analysisOf(db, recording, { protocol: acpProtocol, version: derivationMark(db), ...subjectOf(recording) });
}
