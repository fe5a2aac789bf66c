import type { Descriptions } from '../../acp/places/descriptions.js';
import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { Rule } from '../../check/engine/rule.js';
import type { Conversation, RecordingItem } from './conversation.js';
import type { LineCommand } from './twins.js';
import type { Intent, View, ViewPlace } from './view.js';

/** A view of one frame, that can go on to another. */
export interface DetailPane extends View {
  show(seq: number): void;
}

/** All recordings, as the screen reads them. */
export interface Archive {
  /** The latest start first. It changes while the screen is open. */
  readonly recordings: readonly RecordingItem[];
  /** Where they are, for the person. */
  readonly path: string;
  /** Asks that these be checked, in the background: their violations are known later. */
  survey(numbers: readonly number[]): void;
  conversation(number: number): Conversation | undefined;
  /** Who waits for whom in a live recording now; undefined for others. Read anew at most twice a second. */
  waits(number: number): WhyJson | undefined;
  /** What the schemas of the protocol say of each place in a message; undefined where they cannot be read. */
  descriptions(): Descriptions | undefined;
  /** Where ids and roots stand in messages, for replays; undefined where that cannot be read. */
  places(): PlaceProtocol | undefined;
  /** Undefined where there is none of that id, or the rules are not loaded yet. */
  rule(id: string): Rule | undefined;
}

/** Makes views, so that one may open another. */
export interface ViewMaker {
  recordings(): View;
  turns(conversation: Conversation, seq?: number): View;
  frames(conversation: Conversation, seq?: number): View;
  detail(conversation: Conversation, seq: number): DetailPane;
  /** Of the turn that an entry is in, or the next one. */
  transcript(conversation: Conversation, seq: number): View;
  /** The same, played from that entry on. */
  played(conversation: Conversation, seq: number): View;
  statistics(conversation: Conversation): View;
  /** Who waits for whom, now or at the end. */
  why(conversation: Conversation): View;
  /** @param place of the turn, and the frames, that may be taken alone */
  takeAway(place: ViewPlace): View;
  /** @param printed what `diff --json` prints @param words of that command, without `--json` */
  differences(printed: string, words: LineCommand): View;
  violations(conversation: Conversation): View;
  /**
   * Opens a replay to a client, and begins it.
   *
   * @param place of the frames, else of the turn, that is replayed alone; where there is none, all is
   */
  replay(place: ViewPlace): readonly Intent[];
}
