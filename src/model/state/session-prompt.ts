import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';

/** The facts about a prompt that are kept; its blocks may be megabytes. */
export interface PromptDigest {
  /** The types of its blocks, each once. */
  readonly types: readonly string[];
  readonly blocks: number;
  /** A hash of its texts, to compare an echo with. */
  readonly textHash: number;
  readonly textLength: number;
  /** How its first text begins. */
  readonly head: string;
  /** The slash command with which it begins (spec: v1/slash-commands). */
  readonly command: string | undefined;
}

/** The text of a message so far, from chunks or from one update. */
export interface ToldText extends Moment {
  hash: number;
  length: number;
  /** It came as a whole, not in chunks, after which more could follow. */
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
  /** The messageId in its result. */
  messageId: string | undefined;
  /** Where another message came with the messageId of its result before, roughly; undefined if none did. */
  repeats?: Moment;
  /** The user_message(_chunk) that reported its insertion; until the prompt is answered, the most likely one. */
  echo: Echo | undefined;
  /** Whether foreground work or an idle was reported since it was accepted, or earlier if it is next in the queue. */
  worked: boolean;
  /** The first output after it was inserted or accepted. */
  firstOutput?: Moment;
  /** Where the work that began after it was sent ended, if that was before its answer. */
  workEnded?: Moment;
  /** Where the session was cancelled or closed before it was inserted. */
  cancelled?: Moment;
}

/** The ids of the prompts with one text. */
export interface PromptIds extends Moment {
  readonly ids: Set<string>;
  /** Whether the result of the prompt gave the id, and not just the echo. */
  isPromised: boolean;
}
