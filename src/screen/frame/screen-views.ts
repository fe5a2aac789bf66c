import { DifferencesView } from '../changes/differences-view.js';
import { comparedOfJson } from '../../report/diff/diff-json.js';
import type { DiffJson } from '../../report/diff/diff-json-schema.js';
import { DetailView } from '../detail/detail-view.js';
import { playbackOf } from '../playback/conversation-playback.js';
import type { Playback } from '../playback/playback.js';
import { turnReadingAt } from '../transcript/turn-reading.js';
import { TranscriptView } from '../transcript/transcript-view.js';
import { StatisticsView } from '../statistics/statistics-view.js';
import type { Archive, DetailPane, ViewMaker } from './archive.js';
import type { Conversation } from './conversation.js';
import { FramesView } from '../frames/frames-view.js';
import { MarkedPlace } from './marked-place.js';
import { RecordingsView } from '../recordings/recordings-view.js';
import { TakeAwayView } from './take-away-view.js';
import { ReplayView } from '../replay/replay-view.js';
import type { LineCommand } from './twins.js';
import { TurnsView } from '../turns/turns-view.js';
import type { Intent, View, ViewPlace } from './view.js';
import { ViolationsView } from '../violations/violations-view.js';
import { WhyView } from '../waits/why-view.js';

/** Makes every view of the screen. */
export class ScreenViews implements ViewMaker {
  readonly #archive: Archive;
  readonly #shared = new WeakMap<Conversation, { readonly playback: Playback; readonly marked: MarkedPlace }>();

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
    return new FramesView(conversation, this.#toolsOf(conversation), seq);
  }

  violations(conversation: Conversation): View {
    return new ViolationsView(conversation, this.#archive, this);
  }

  detail(conversation: Conversation, seq: number): DetailPane {
    const knowledge = {
      version: conversation.findings.protocol.startsWith('ACP v2') ? 2 : 1,
      descriptions: this.#archive.descriptions(),
      turnAt: (at: number) => turnReadingAt(conversation, at),
      rule: (id: string) => this.#archive.rule(id),
    } as const;
    return new DetailView(conversation, knowledge, seq);
  }

  transcript(conversation: Conversation, seq: number): View {
    return new TranscriptView(conversation, this.#toolsOf(conversation), seq);
  }

  played(conversation: Conversation, seq: number): View {
    this.#toolsOf(conversation).playback.playFrom(seq);
    return this.transcript(conversation, seq);
  }

  differences(printed: string, words: LineCommand): View {
    return new DifferencesView(comparedOfJson(JSON.parse(printed) as DiffJson), words);
  }

  takeAway(place: ViewPlace): View {
    return new TakeAwayView(place);
  }

  replay(place: ViewPlace): readonly Intent[] {
    const view = new ReplayView(place, { archive: this.#archive, views: this });
    return [{ type: 'open', view }, ...view.begin()];
  }

  statistics(conversation: Conversation): View {
    return new StatisticsView(conversation, this);
  }

  why(conversation: Conversation): View {
    return new WhyView(conversation, this);
  }

  /** The moment and the mark that all views of a recording share. */
  #toolsOf(conversation: Conversation) {
    let shared = this.#shared.get(conversation);
    if (shared === undefined) {
      shared = { playback: playbackOf(conversation), marked: new MarkedPlace() };
      this.#shared.set(conversation, shared);
    }
    return { views: this, ...shared };
  }
}
