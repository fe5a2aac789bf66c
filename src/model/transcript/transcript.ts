import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { Moment } from '../state/moment.js';
import type { Decision } from '../state/tool-call.js';
import type { PlanEntry } from '../state/session.js';
import type { TurnSummary } from '../state/turn.js';

/** The items of a transcript, in the order in which they began. */
export type TranscriptItem =
  PromptItem | MessageItem | ToolCallItem | PlanItem | PermissionItem | ServiceItem | CancelItem | ChangeItem;

/** An item of a transcript, placed at the frame with which it began. */
interface Told extends Moment {
  /** The latest frame that changed it. */
  changed: number;
}

export interface PromptItem extends Told {
  readonly type: 'prompt';
  readonly blocks: readonly JsonObject[];
}

/** A message or thought, with its chunks joined: by messageId or, without one, if they follow each other. */
export interface MessageItem extends Told {
  readonly type: 'message';
  readonly who: 'user' | 'agent' | 'thought';
  readonly messageId: string | undefined;
  text: string;
  /** Blocks other than text, in their places between the text. */
  readonly others: JsonObject[];
  last: Moment;
}

/** A tool call, with all updates merged (spec: v1/tool-calls). */
export interface ToolCallItem extends Told {
  readonly type: 'tool-call';
  readonly id: string;
  title: string | undefined;
  kind: string | undefined;
  name: string | undefined;
  status: string | undefined;
  /** Every status it had, including the first. */
  readonly history: (Moment & { readonly status: string })[];
  content: JsonObject[];
  locations: readonly JsonObject[];
  rawInput: JsonValue | undefined;
  rawOutput: JsonValue | undefined;
  last: Moment;
}

export interface PlanItem extends Told {
  readonly type: 'plan';
  readonly planId: string;
  readonly entries: readonly PlanEntry[];
}

export interface PermissionItem extends Told {
  readonly type: 'permission';
  readonly title: string | undefined;
  readonly toolCallId: string | undefined;
  /** Its tool call, if that is in the same turn. */
  readonly call: ToolCallItem | undefined;
  readonly options: readonly JsonObject[];
  decision: Decision | undefined;
  /** The name of the option that was chosen. */
  chosen: string | undefined;
  error: string | undefined;
  answered: Moment | undefined;
}

/** A request of the agent to the client, or of the client about the session, with its outcome. */
export interface ServiceItem extends Told {
  readonly type: 'service';
  readonly method: string;
  readonly from: 'client' | 'agent';
  readonly params: JsonValue | undefined;
  result: JsonValue | undefined;
  error: { readonly code: number | undefined; readonly message: string } | undefined;
  answered: Moment | undefined;
  /** The terminal, for `terminal/...` in v1. */
  readonly terminal: TerminalText | undefined;
}

/**
 * A terminal as one turn shows it: in v1 by the client's answers, in v2 by the agent's updates (spec: v1/terminals).
 */
export interface TerminalText extends Told {
  /** Undefined until it is created. */
  id: string | undefined;
  command: string | undefined;
  cwd: string | undefined;
  output: string;
  /** The beginning of the output was dropped. */
  isTruncated: boolean;
  exit: { readonly code: number | undefined; readonly signal: string | undefined } | undefined;
  exited: Moment | undefined;
  /** Whether a tool call shows it. */
  isEmbedded: boolean;
}

export interface CancelItem extends Told {
  readonly type: 'cancel';
}

/** An update that changes the session rather than the conversation: mode, options, usage, title, a notice, ... */
export interface ChangeItem extends Told {
  readonly type: 'change';
  readonly kind: string;
  readonly update: JsonObject;
  /** The terminal, for `terminal_...` in v2. */
  readonly terminal: TerminalText | undefined;
}

/** One turn as a person reads it, or everything before, between or after turns (then `number` is undefined). */
export interface TranscriptTurn {
  readonly sessionId: string;
  readonly number: number | undefined;
  /** It came with the history of a restored session. */
  readonly isHistory: boolean;
  readonly items: TranscriptItem[];
  /** By their ids. */
  readonly terminals: ReadonlyMap<string, TerminalText>;
  /** Undefined while the turn is open, and outside turns. */
  summary: TurnSummary | undefined;
}
