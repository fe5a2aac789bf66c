import type { JsonObject, JsonValue } from '../wire/json-text.js';
import type { Moment } from './moment.js';
import type { Decision } from './permissions.js';
import type { PlanEntry } from './session.js';
import type { TurnSummary } from './turn.js';

/** What a person reads of a session, in the order in which it began. */
export type TranscriptItem =
  PromptItem | MessageItem | ToolCallItem | PlanItem | PermissionItem | ServiceItem | CancelItem | ChangeItem;

export interface PromptItem extends Moment {
  readonly type: 'prompt';
  readonly blocks: readonly JsonObject[];
}

/** A message or thought, its chunks put together: by messageId, else by being next to each other. */
export interface MessageItem extends Moment {
  readonly type: 'message';
  readonly who: 'user' | 'agent' | 'thought';
  readonly messageId: string | undefined;
  text: string;
  /** Blocks that are no text, in their places after the text before them. */
  readonly others: JsonObject[];
  last: Moment;
}

/** A tool call, all updates merged (tool-calls). */
export interface ToolCallItem extends Moment {
  readonly type: 'tool-call';
  readonly id: string;
  title: string | undefined;
  kind: string | undefined;
  name: string | undefined;
  status: string | undefined;
  /** Every status it was given, with the first. */
  readonly history: (Moment & { readonly status: string })[];
  content: JsonObject[];
  locations: readonly JsonObject[];
  rawInput: JsonValue | undefined;
  rawOutput: JsonValue | undefined;
  last: Moment;
}

export interface PlanItem extends Moment {
  readonly type: 'plan';
  readonly planId: string;
  readonly entries: readonly PlanEntry[];
}

export interface PermissionItem extends Moment {
  readonly type: 'permission';
  readonly title: string | undefined;
  readonly toolCallId: string | undefined;
  readonly options: readonly JsonObject[];
  decision: Decision | undefined;
  /** The name of the option that was chosen. */
  chosen: string | undefined;
  error: string | undefined;
  answered: Moment | undefined;
}

/** Something the agent asked of the client, or the client of the session, and what came of it. */
export interface ServiceItem extends Moment {
  readonly type: 'service';
  readonly method: string;
  readonly from: 'client' | 'agent';
  readonly params: JsonValue | undefined;
  result: JsonValue | undefined;
  error: { readonly code: number | undefined; readonly message: string } | undefined;
  answered: Moment | undefined;
}

export interface CancelItem extends Moment {
  readonly type: 'cancel';
}

/** An update that changes the session rather than what was said: mode, options, usage, title, a notice, ... */
export interface ChangeItem extends Moment {
  readonly type: 'change';
  readonly kind: string;
  readonly update: JsonObject;
}

/** One turn as a person reads it, or what stands before, between and after turns (`number` undefined then). */
export interface TranscriptTurn {
  readonly sessionId: string;
  readonly number: number | undefined;
  /** It came with the history of a restored session. */
  readonly isHistory: boolean;
  readonly items: TranscriptItem[];
  /** Undefined while the turn goes on, and outside of turns. */
  summary: TurnSummary | undefined;
}
