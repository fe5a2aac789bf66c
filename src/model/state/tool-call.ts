import type { JsonValue } from '../../wire/json-text.js';
import type { Moment } from './moment.js';

/** What is known of a tool call, all updates merged (spec: v1/tool-calls). */
export interface ToolCall extends Moment {
  readonly id: string;
  /** The place of its first message in a batch. */
  readonly index: number | undefined;
  /** Number of the turn it was first seen in; undefined outside of turns and in history. */
  readonly turn: number | undefined;
  /** v1: a `tool_call` announced it; otherwise an update, a permission request or a chunk was the first to name it. */
  announced: Moment | undefined;
  firstSeenIn: 'tool_call' | 'tool_call_update' | 'permission' | 'chunk';
  /** It came with the history of a restored session. */
  readonly isHistory: boolean;
  status: string | undefined;
  title: string | undefined;
  name: string | undefined;
  kind: string | undefined;
  /** Kept while the call has no final status. */
  rawInput: JsonValue | undefined;
  locations: JsonValue | undefined;
  /** Hashes of what was last said of it, kept when the values are not. */
  readonly digests: { rawInput?: number; locations?: number; content?: number };
  /** When its status became final. */
  finished: Moment | undefined;
  started: Moment | undefined;
  /** Terminals that its content shows. */
  terminals: Set<string> | undefined;
  /** The outcome of the last permission asked for it. */
  permission: (Moment & Pick<Decision, 'outcome' | 'unknown'>) | undefined;
  /** v2: it can be cancelled by itself. */
  canCancel: boolean;
  /** v2: when that was withdrawn. */
  withdrawn?: Moment;
  cancelAccepted: Moment | undefined;
}

/** What the user decided. */
export interface Decision {
  readonly outcome: 'approved' | 'rejected' | 'cancelled' | 'unknown';
  readonly optionId: string | undefined;
  /** Why the outcome is unknown: the option was not offered, it is of a kind of its own, or the outcome is. */
  readonly unknown?: 'option' | 'kind' | 'outcome';
  /** Of the option that was chosen: allow_once, allow_always, reject_once, reject_always. */
  readonly kind: string | undefined;
}
