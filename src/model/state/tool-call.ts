import type { JsonValue } from '../../wire/json-text.js';
import type { Moment } from './moment.js';

/** Everything known about a tool call, with all updates merged (spec: v1/tool-calls). */
export interface ToolCall extends Moment {
  readonly id: string;
  /** The place of its first message in a batch. */
  readonly index: number | undefined;
  /** The number of the turn in which it was first seen; undefined outside turns and in history. */
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
  /** Hashes of its last reported values, kept after the values are dropped. */
  readonly digests: { rawInput?: number; locations?: number; content?: number };
  /** When its status became final. */
  finished: Moment | undefined;
  started: Moment | undefined;
  /** Terminals that its content shows. */
  terminals: Set<string> | undefined;
  /** The outcome of the last permission asked for it. */
  permission: AskedPermission | undefined;
  /** v2: whether it can be cancelled on its own. */
  canCancel: boolean;
  /** v2: when that was withdrawn. */
  withdrawn?: Moment;
  cancelAccepted: Moment | undefined;
}

/** The answer to the last permission request about a call. */
export interface AskedPermission extends Moment, Pick<Decision, 'outcome' | 'unknown'> {
  /** The files that the request and the call named, if the answer was no: the first few. */
  readonly paths?: readonly string[];
}

/** What the user decided. */
export interface Decision {
  readonly outcome: 'approved' | 'rejected' | 'cancelled' | 'unknown';
  readonly optionId: string | undefined;
  /** Why the outcome is unknown: the option was not offered, or the kind of the option or of the outcome is custom. */
  readonly unknown?: 'option' | 'kind' | 'outcome';
  /** The kind of the chosen option: allow_once, allow_always, reject_once, reject_always. */
  readonly kind: string | undefined;
}
