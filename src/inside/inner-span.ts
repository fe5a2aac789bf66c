/**
 * What agents tell of themselves over OpenTelemetry. `user`: waiting for a person. A subagent's own model calls and tools are
 * told beside it.
 */
export const INNER_KINDS = ['model', 'tool', 'user', 'subagent'] as const;

export type InnerKind = (typeof INNER_KINDS)[number];

/** Something inside the agent that took time, by the agent's own account: it is told when it ends. */
export interface InnerSpan {
  readonly kind: InnerKind;
  /** The model, the tool, or the subagent; empty if the agent does not name it. */
  readonly name: string;
  /** What a model call was for, if it was not for the conversation: `generate_session_title`. */
  readonly purpose: string | undefined;
  /** By the agent's wall clock, in µs since 1970. */
  readonly startUs: number;
  readonly endUs: number;
  /** Of a model call: from its start to the first token, in ms. */
  readonly firstMs: number | undefined;
  readonly failed: boolean;
  /** The ACP session, as the agent names it. */
  readonly session: string | undefined;
  /** The toolCallId. */
  readonly call: string | undefined;
  /** Its id within its export, and that of the span it is part of; empty if there is none. */
  readonly id: string;
  readonly parent: string;
  /** The program that told it. */
  readonly service: string;
}

/** Longer names and ids are cut, in characters. */
export const LONGEST_TEXT = 200;

/** A span of the account on the timeline of its recording. */
export interface PlacedSpan extends InnerSpan {
  /** In ms since time zero of the recording. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of a tool: the agent told its execution apart from the wait before it. */
  readonly isExecution: boolean;
}
