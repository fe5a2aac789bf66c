import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';

/** What is worth keeping of a prompt once it was read; its blocks may be megabytes. */
export interface PromptDigest {
  /** The types of its blocks, without repetition. */
  readonly types: readonly string[];
  readonly blocks: number;
  /** A hash of its texts, to compare an echo with. */
  readonly textHash: number;
  readonly textLength: number;
  /** How its first text begins. */
  readonly head: string;
  /** The slash command it begins with (spec: v1/slash-commands). */
  readonly command: string | undefined;
}

/** The text of a message, as far as it was told: in chunks, or at once. */
export interface ToldText extends Moment {
  hash: number;
  length: number;
  /** Told as a whole rather than in chunks, of which more may come. */
  isWhole: boolean;
}

/** v2: a user message that may report that a prompt was inserted. */
export interface Echo extends ToldText {
  readonly messageId: string | undefined;
  /** How its first text begins. */
  readonly head: string;
}

/** A prompt of v2: it is answered on acceptance, and its message is echoed (spec: v2/prompt-lifecycle). */
export interface PromptV2 extends Moment {
  readonly key: RequestKey;
  readonly digest: PromptDigest;
  answer: 'none' | 'accepted' | 'refused';
  answered?: Moment;
  /** messageId of the result. */
  messageId: string | undefined;
  /** The messageId of its result was that of another message before: where that came, or about. */
  repeats?: Moment;
  /** The user_message(_chunk) that reported its insertion; before it is answered, the one that most likely does. */
  echo: Echo | undefined;
  /** Foreground work, or an idle, was reported since it was accepted, or before where it is the one in turn. */
  worked: boolean;
  /** The first output after it was inserted or accepted. */
  firstOutput?: Moment;
  /** The work that began after it was sent ended before it was answered. */
  workEnded?: Moment;
  /** The session was cancelled or closed while it was not yet inserted. */
  cancelled?: Moment;
}

/** The ids that prompts of one text were given. */
export interface PromptIds extends Moment {
  readonly ids: Set<string>;
  /** By the result of the prompt, rather than by the echo alone. */
  isPromised: boolean;
}
