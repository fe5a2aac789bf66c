import type { EventName } from '../../wire/frame.js';
import type { Context } from './context.js';
import type { Fact } from './facts.js';
import type { Blame, RuleVersion, Severity } from './severity.js';
import type { Messages } from './wording.js';

/**
 * When a rule is run.
 *
 * - `line`: every line of client and agent, whatever it holds
 * - `unread`: lines that are not JSON, once it is clear whether they are part of a value printed over several lines
 * - `malformed`, `batch`: lines of these kinds
 * - `message`: every message
 * - `request`, `notification`, `response`: messages of these kinds; with a method after a colon, only of that method (a
 *   response has the method of its request)
 * - `call:M`: a request or notification with method M
 * - `update`, `update:K`: session/update, of kind K
 * - `shape`: a message with findings about its params or result: `context.shapes` is not empty
 * - `turn-end`: the end of a v1 turn or of v2 foreground work: `context.turnEnd`
 * - `event`, `event:N`: an event of the process
 * - `end`: once, after everything else, if the recording holds the end of the conversation
 * - `now`: instead of `end`, if the conversation is still going on
 * - `cut`: instead of `end`, if the recording breaks off before the conversation ends
 */
export type Trigger =
  | 'line'
  | 'unread'
  | 'malformed'
  | 'batch'
  | 'message'
  | 'request'
  | 'notification'
  | 'response'
  | 'update'
  | 'shape'
  | 'turn-end'
  | 'event'
  | 'end'
  | 'now'
  | 'cut'
  | `request:${string}`
  | `notification:${string}`
  | `response:${string}`
  | `call:${string}`
  | `update:${string}`
  | `event:${EventName}`;

/**
 * A trigger, optionally with a fact without which the rule cannot find anything: `update if restored`. Facts are only
 * known for messages; for anything else the rule runs whatever fact it names.
 */
export type Condition = Trigger | `${Trigger} if ${Fact}`;

/** A rule of the protocol: data, and a pure function that inspects one message and the state before it. */
export interface Rule<M extends Messages = Messages> {
  /** `family/name`; never changes after its first release. */
  readonly id: `${string}/${string}`;
  readonly severity: Severity;
  readonly versions: readonly RuleVersion[];
  readonly fault: Blame;
  /** The rule as one short sentence: "X must ..." if it is an error, else "X should ...". */
  readonly summary: string;
  /**
   * For the person who has to fix it: why it matters and what to do. Then, in paragraphs of their own (after a blank
   * line), when the severity differs, how often it is reported, and what is not reported.
   */
  readonly explanation: string;
  /** The page of the specification, relative to https://agentclientprotocol.com/protocol/, or a full address. */
  readonly spec: string;
  /** Off by default, because it is too noisy. */
  readonly isOptIn?: true | undefined;
  /** It depends on what came before: only an info if the recording begins later than the connection. */
  readonly needsHistory?: true | undefined;
  readonly messages: M;
  readonly on: readonly Condition[];
  readonly inspect: (context: Context<M>) => void;
}

/**
 * Makes a rule; the compiler checks its messages and their placeholders. All rules get the same object layout, even if
 * they leave out members, because about thirty of them run for each message.
 */
export function defineRule<const M extends Messages>(rule: Rule<M>): Rule {
  const { id, severity, versions, fault, summary, explanation, spec, isOptIn, needsHistory, messages, on, inspect } =
    rule;
  return { id, severity, versions, fault, summary, explanation, spec, isOptIn, needsHistory, messages, on, inspect };
}
