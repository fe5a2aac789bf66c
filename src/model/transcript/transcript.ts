import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { Moment } from '../state/moment.js';
import type { Decision } from '../state/tool-call.js';
import type { PlanEntry } from '../state/session.js';
import type { TurnSummary } from '../state/turn.js';

/** What a person reads of a session, in the order in which it began. */
export type TranscriptItem =
  PromptItem | MessageItem | ToolCallItem | PlanItem | PermissionItem | ServiceItem | CancelItem | ChangeItem;

/** A part of a transcript: at the frame with which it began. */
interface Told extends Moment {
  /** The latest frame that changed what is read of it. */
  changed: number;
}

export interface PromptItem extends Told {
  readonly type: 'prompt';
  readonly blocks: readonly JsonObject[];
}

/** A message or thought, its chunks put together: by messageId, else by being next to each other. */
export interface MessageItem extends Told {
  readonly type: 'message';
  readonly who: 'user' | 'agent' | 'thought';
  readonly messageId: string | undefined;
  text: string;
  /** Blocks that are no text, in their places after the text before them. */
  readonly others: JsonObject[];
  last: Moment;
}

/** A tool call, all updates merged (spec: v1/tool-calls). */
export interface ToolCallItem extends Told {
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

export interface PlanItem extends Told {
  readonly type: 'plan';
  readonly planId: string;
  readonly entries: readonly PlanEntry[];
}

export interface PermissionItem extends Told {
  readonly type: 'permission';
  readonly title: string | undefined;
  readonly toolCallId: string | undefined;
  /** The tool call that it is about, where that is told of in the same turn. */
  readonly call: ToolCallItem | undefined;
  readonly options: readonly JsonObject[];
  decision: Decision | undefined;
  /** The name of the option that was chosen. */
  chosen: string | undefined;
  error: string | undefined;
  answered: Moment | undefined;
}

/** Something the agent asked of the client, or the client of the session, and what came of it. */
export interface ServiceItem extends Told {
  readonly type: 'service';
  readonly method: string;
  readonly from: 'client' | 'agent';
  readonly params: JsonValue | undefined;
  result: JsonValue | undefined;
  error: { readonly code: number | undefined; readonly message: string } | undefined;
  answered: Moment | undefined;
  /** Of `terminal/...` of v1: the terminal. */
  readonly terminal: TerminalText | undefined;
}

/** A terminal as far as a turn tells of it: v1 by what the client answers, v2 by updates of the agent (spec: v1/terminals). */
export interface TerminalText extends Told {
  /** Undefined as long as it is not made. */
  id: string | undefined;
  command: string | undefined;
  cwd: string | undefined;
  output: string;
  /** The beginning of the output was dropped. */
  isTruncated: boolean;
  exit: { readonly code: number | undefined; readonly signal: string | undefined } | undefined;
  exited: Moment | undefined;
  /** A tool call shows it. */
  isEmbedded: boolean;
}

export interface CancelItem extends Told {
  readonly type: 'cancel';
}

/** An update that changes the session rather than what was said: mode, options, usage, title, a notice, ... */
export interface ChangeItem extends Told {
  readonly type: 'change';
  readonly kind: string;
  readonly update: JsonObject;
  /** Of `terminal_...` of v2: the terminal. */
  readonly terminal: TerminalText | undefined;
}

/** One turn as a person reads it, or what stands before, between and after turns (`number` undefined then). */
export interface TranscriptTurn {
  readonly sessionId: string;
  readonly number: number | undefined;
  /** It came with the history of a restored session. */
  readonly isHistory: boolean;
  readonly items: TranscriptItem[];
  /** By their ids. */
  readonly terminals: ReadonlyMap<string, TerminalText>;
  /** Undefined while the turn goes on, and outside of turns. */
  summary: TurnSummary | undefined;
}
