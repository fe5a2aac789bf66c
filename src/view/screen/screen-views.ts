import type { Archive, DetailPane, ViewMaker } from './archive.js';
import type { Conversation } from './conversation.js';
import { FramesView } from './frames-view.js';
import { RecordingsView } from './recordings-view.js';
import { TurnsView } from './turns-view.js';
import type { View } from './view.js';
import { ViolationsView } from './violations-view.js';

/** Makes every view of the screen. */
export class ScreenViews implements ViewMaker {
  readonly #archive: Archive;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  recordings(): View {
    return new RecordingsView(this.#archive, this);
  }

  turns(conversation: Conversation, seq?: number): View {
    return new TurnsView(conversation, this, seq);
  }

  frames(conversation: Conversation, seq?: number): View {
    return new FramesView(conversation, this, seq);
  }

  violations(conversation: Conversation): View {
    return new ViolationsView(conversation, this.#archive, this);
  }

  detail(_conversation: Conversation, _seq: number): DetailPane {
    throw new Error('not yet');
  }

  transcript(_conversation: Conversation, _seq: number): View {
    throw new Error('not yet');
  }

  statistics(_conversation: Conversation): View {
    throw new Error('not yet');
  }
}
