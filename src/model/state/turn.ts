import type { Exchange } from './exchange.js';
import type { Moment } from './moment.js';
import type { PromptDigest } from './session-prompt.js';
import type { RequestKey } from './request-key.js';

/** The time during which at least one of several things went on, counted once however many overlap. In ms. */
export interface BusyTime {
  total: number;
  open: number;
  since: number;
}

/** What ended a turn. `goes-on`: nothing yet, and the conversation continues. */
export type TurnEnd = 'stop' | 'error' | 'unanswered' | 'goes-on';

/**
 * An open turn. v1: from session/prompt to its response. v2: from running (or requires_action) to idle; it may begin
 * without a prompt (prompt-turn; prompt-lifecycle).
 */
export interface Turn extends Moment {
  readonly number: number;
  /** The place of the message that began it in its batch. */
  readonly index: number | undefined;
  /** v1: its prompt. v2: the first prompt it works on. */
  readonly request: RequestKey | undefined;
  readonly prompt: PromptDigest | undefined;
  /** When the prompt was sent; v2: `at` is when work began. */
  readonly asked: Moment | undefined;
  readonly overlaps: boolean;
  cancel: Moment | undefined;
  /** session/close while it went on. */
  closing: Moment | undefined;
  /** The latest frame of the client that the agent has provably read. */
  hadRead: number;
  updates: number;
  firstUpdate: Moment | undefined;
  /** Updates about the session (title, usage, commands), which say nothing about the turn. */
  sessionUpdates: number;
  /** v1: whether a user_message_chunk came, which is most likely its own prompt. */
  echoed: boolean;
  /** First chunk of the agent's message, thought or tool call. */
  firstOutput: Moment | undefined;
  last: Moment;
  longestSilence: number;
  toolCalls: number;
  /** Calls that have no final status yet. */
  openToolCalls: Set<string>;
  /** Requests of the agent that have no answer yet. */
  openRequests: Set<Exchange>;
  permissions: number;
  /** Those among them for which the user chose to reject. */
  rejections: number;
  /** Where the user answered `cancelled` when asked, or chose an option named so; in v2 anything but yes. */
  dismissed: Moment | undefined;
  /** The first such answer without an earlier cancel, close or `$/cancel_request`. */
  dismissedUnasked: Moment | undefined;
  permissionWait: BusyTime;
  /** Time in which the agent waited for the client: permissions, files, terminals, elicitations. */
  clientTime: BusyTime;
  toolTime: BusyTime;
  tokens: TurnTokens | undefined;
  cost: { readonly amount: number; readonly currency: string } | undefined;
}

/** Tokens of one turn, if the agent reports them (unstable `usage` of prompt results). */
export interface TurnTokens {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly total: number | undefined;
}

/** A turn that ended: the facts for lists and statistics. Its messages and calls are read again from its frames. */
export interface TurnSummary {
  readonly sessionId: string;
  readonly number: number;
  readonly first: Moment;
  readonly end: Moment;
  readonly how: TurnEnd;
  /** Whether its prompt shared its id with another, so that the answer may have been meant for the other one. */
  readonly sharesId: boolean;
  readonly stopReason: string | undefined;
  /** The JSON-RPC code, if an error ended it. */
  readonly errorCode: number | undefined;
  readonly asked: Moment | undefined;
  readonly cancel: Moment | undefined;
  /** session/close while it went on. */
  readonly closing: Moment | undefined;
  /** The latest frame of the client that the agent had provably read when it ended. */
  readonly hadRead: number;
  readonly overlaps: boolean;
  readonly updates: number;
  readonly firstUpdate: Moment | undefined;
  readonly firstOutput: Moment | undefined;
  readonly longestSilenceMs: number;
  readonly toolCalls: number;
  /** Calls that had no final status when it ended. */
  readonly openToolCalls: number;
  readonly permissions: number;
  readonly rejections: number;
  readonly permissionWaitMs: number;
  readonly clientMs: number;
  readonly toolMs: number;
  readonly tokens: TurnTokens | undefined;
  /** The cost of the session at its end. */
  readonly cost: { readonly amount: number; readonly currency: string } | undefined;
}
