import { DetailView } from '../detail/detail-view.js';
import { Playback } from '../playback/playback.js';
import { Timeline } from '../playback/timeline.js';
import { StatisticsView } from '../statistics/statistics-view.js';
import type { Archive, DetailPane, ViewMaker } from './archive.js';
import type { Conversation } from './conversation.js';
import { FramesView } from './frames-view.js';
import { RecordingsView } from './recordings-view.js';
import { TakeAwayView } from './take-away-view.js';
import { begunAt, TurnsView } from './turns-view.js';
import type { View } from './view.js';
import { ViolationsView } from './violations-view.js';

/** Makes every view of the screen. */
export class ScreenViews implements ViewMaker {
  readonly #archive: Archive;
  readonly #playbacks = new WeakMap<Conversation, Playback>();

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
    return new FramesView(conversation, { views: this, playback: this.#playbackOf(conversation) }, seq);
  }

  violations(conversation: Conversation): View {
    return new ViolationsView(conversation, this.#archive, this);
  }

  detail(conversation: Conversation, seq: number): DetailPane {
    const knowledge = {
      version: conversation.findings.protocol.startsWith('ACP v2') ? 2 : 1,
      descriptions: this.#archive.descriptions(),
      turnAt: () => undefined,
      rule: (id: string) => this.#archive.rule(id),
    } as const;
    return new DetailView(conversation, knowledge, seq);
  }

  transcript(_conversation: Conversation, _seq: number): View {
    throw new Error('not yet');
  }

  takeAway(conversation: Conversation, seq: number | undefined): View {
    return new TakeAwayView(conversation, seq);
  }

  statistics(conversation: Conversation): View {
    return new StatisticsView(conversation, this);
  }

  #playbackOf(conversation: Conversation): Playback {
    const known = this.#playbacks.get(conversation);
    if (known !== undefined) return known;
    const { marks } = conversation.findings;
    const playback = new Playback({
      timeline: new Timeline(conversation, conversation.item.durationNs > 0),
      marks: {
        worstBetween: (from, to) => marks.worstBetween(from, to),
        hasTurnBetween: (from, to) =>
          conversation.findings.turns.some((turn) => begunAt(turn) >= from && begunAt(turn) <= to),
      },
      get isLive() {
        return conversation.item.state === 'live';
      },
      get turns() {
        return conversation.findings.turns.map((turn) => ({ number: turn.number, seq: begunAt(turn) }));
      },
    });
    this.#playbacks.set(conversation, playback);
    return playback;
  }
}
