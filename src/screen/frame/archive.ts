import type { Descriptions } from '../../acp/places/descriptions.js';
import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import type { WhyJson } from '../../report/waits/why-json-schema.js';
import type { Rule } from '../../check/engine/rule.js';
import type { Conversation, RecordingItem } from './conversation.js';
import type { LineCommand } from './twins.js';
import type { Intent, View, ViewPlace } from './view.js';

/** A view of one frame that can switch to another one. */
export interface DetailPane extends View {
  show(seq: number): void;
}

/** All recordings, for the screen. */
export interface Archive {
  /** The latest start first. It changes while the screen is open. */
  readonly recordings: readonly RecordingItem[];
  /** The path of the database, to show it. */
  readonly path: string;
  /** Has these recordings checked in the background; their violations are known later. */
  survey(numbers: readonly number[]): void;
  conversation(number: number): Conversation | undefined;
  /** Who waits for whom in a live recording now; undefined for others. It is read again at most twice a second. */
  waits(number: number): WhyJson | undefined;
  /** The descriptions in the schemas of the protocol; undefined if they cannot be read. */
  descriptions(): Descriptions | undefined;
  /** Where ids and folders are in messages, for replays; undefined if that cannot be read. */
  places(): PlaceProtocol | undefined;
  /** Undefined if there is no rule with that id, or if the rules are not loaded yet. */
  rule(id: string): Rule | undefined;
}

/** Makes views, so that one may open another. */
export interface ViewMaker {
  recordings(): View;
  turns(conversation: Conversation, seq?: number): View;
  frames(conversation: Conversation, seq?: number): View;
  detail(conversation: Conversation, seq: number): DetailPane;
  /** The transcript of the turn that contains an entry, or of the next turn. */
  transcript(conversation: Conversation, seq: number): View;
  /** The same, playing from that entry on. */
  played(conversation: Conversation, seq: number): View;
  statistics(conversation: Conversation): View;
  /** Who waits for whom, now or at the end. */
  why(conversation: Conversation): View;
  /** @param place the place, whose turn or selected frames can be exported alone */
  takeAway(place: ViewPlace): View;
  /** @param printed the output of `diff --json` @param words the words of that command, without `--json` */
  differences(printed: string, words: LineCommand): View;
  violations(conversation: Conversation): View;
  /**
   * Opens a replay to a client, and starts it.
   *
   * @param place if it has selected frames, only these are replayed; otherwise its turn; without either, the whole recording
   */
  replay(place: ViewPlace): readonly Intent[];
}
