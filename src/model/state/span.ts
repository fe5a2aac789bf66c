import type { Sender } from '../../wire/frame.js';
import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';

/** The kinds of spans. `handshake` includes signing in; `session` includes requests that change or list sessions. */
export const SPAN_KINDS = [
  'handshake',
  'session',
  'turn',
  'tool-call',
  'permission',
  'elicitation',
  'fs',
  'terminal',
  'mcp',
  'extension',
] as const;

export type SpanKind = (typeof SPAN_KINDS)[number];

/** Who has to act for a span to end. `other`: a command that runs in a terminal. */
export const WORKERS = ['agent', 'client', 'user', 'other'] as const;

export type Worker = (typeof WORKERS)[number];

/** A span that has not ended: who works on it, who has to report its end, and what it is part of. */
export interface OpenSpan {
  /** Stable while the recording grows: kind, the frame it starts at and, in a batch, the place of its message. */
  readonly id: string;
  readonly kind: SpanKind;
  /** A name for people: the beginning of the prompt, the title of the tool call, the base name of the file. */
  readonly name: string;
  /** The id of the open span that it is part of. */
  readonly parent: string | undefined;
  readonly works: Worker;
  /** The side whose message ends it. */
  readonly owes: Sender;
  readonly start: Moment;
  /** The last frame that showed progress: for a turn its last update, for a request the request itself. */
  readonly last: Moment;
  readonly sessionId: string | undefined;
  /** Number of its turn in that session. */
  readonly turn: number | undefined;
  /** The request whose response ends it; undefined for tool calls, and for the work of v2. */
  readonly request: { readonly method: string; readonly key: RequestKey } | undefined;
  /**
   * For a tool call its status, or `allowed` if nothing was reported after its permission. For a v2 turn its state, or
   * `accepted` if its work has not begun.
   */
  readonly status: string | undefined;
  /** When it was cancelled or withdrawn, or its turn ended. Its own end is still missing. */
  readonly cancelled: Moment | undefined;
}
