import type { JsonObject } from '../wire/json-text.js';
import type { Alignable } from './align.js';
import type { DifferenceKind } from './difference.js';

/** What an item can be; a session and a turn hold items. */
export type ItemKind = Exclude<DifferenceKind, 'session' | 'turn' | 'latency'>;

/** One thing that was said or done, brought into a form that another run of the conversation has too. */
export interface Item extends Alignable {
  readonly kind: ItemKind;
  /** Its first and its last frame. */
  readonly seq: number;
  readonly endSeq: number;
  /** Number of the turn it came in. */
  readonly turn: number | undefined;
  /** For people. */
  readonly label: string;
  /** What is compared. */
  readonly facts: JsonObject;
  /** Free text, which is compared only where asked. */
  readonly free: JsonObject;
  /** How long it took, in ms, where that says something. */
  readonly ms?: number;
  /** Of a permission: the seq of the first frame of its tool call. */
  readonly call?: number;
}

/** A turn; or what stands outside of turns, or the history of a restored session (`number` undefined). */
export interface TurnOutline {
  readonly number: number | undefined;
  readonly seq: number;
  readonly endSeq: number;
  readonly prompts: readonly Item[];
  /** How it ended. */
  readonly end: Item | undefined;
  readonly items: readonly Item[];
  /** How long the agent took, in ms: the client's time is not in it; and until it first said something. */
  readonly agentMs: number | undefined;
  readonly firstOutputMs: number | undefined;
}

export interface SessionOutline {
  /** Its place in the order in which they came into sight, from 1. */
  readonly number: number;
  readonly id: string;
  readonly seq: number;
  readonly endSeq: number;
  /** Requests and answers, notifications and updates that belong to the session rather than to a turn. */
  readonly items: readonly Item[];
  readonly history: TurnOutline | undefined;
  readonly turns: readonly TurnOutline[];
  readonly outside: TurnOutline | undefined;
}

/** A conversation in the form in which it is compared. */
export interface Outline {
  /** What initialize said and what was answered. */
  readonly handshake: Item | undefined;
  /** What belongs to no session. */
  readonly items: readonly Item[];
  readonly sessions: readonly SessionOutline[];
  /** How the agent ended; undefined where that is not known. */
  readonly end: Item | undefined;
  /** By session id, or '' where they belong to none. */
  readonly violations: ReadonlyMap<string, readonly Item[]>;
  /** Whether times are known and real. */
  readonly hasTimes: boolean;
}
