import type { EventName } from '../../wire/frame.js';
import type { Context } from './context.js';
import type { Fact } from './facts.js';
import type { Blame, RuleVersion, Severity } from './severity.js';
import type { Messages } from './wording.js';

/**
 * What a rule wants to see.
 *
 * - `line`: every line of client and agent, whatever it holds; `unread`: lines that are no JSON, once it is clear that
 *   they are no piece of a printed value; `malformed`, `batch`: lines of these kinds
 * - `message`: every message; `request`, `notification`, `response`: those, and with a method behind a colon those of
 *   that method (a response has the method of its request); `call:M`: request or notification
 * - `update`, `update:K`: session/update, of that kind
 * - `shape`: a message whose params or result are remarkable: `context.shapes` is not empty
 * - `turn-end`: the end of a turn of v1 or of foreground work of v2: `context.turnEnd`
 * - `event`, `event:N`: what happens to the process; `end`: once, after all, where the recording holds its end
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
  | `request:${string}`
  | `notification:${string}`
  | `response:${string}`
  | `call:${string}`
  | `update:${string}`
  | `event:${EventName}`;

/**
 * What a rule wants to see, and the fact without which it has nothing to say of it: `update if restored`. What is no
 * message has no facts: rules are asked about it whatever they name.
 */
export type Condition = Trigger | `${Trigger} if ${Fact}`;

/** A rule of the protocol: data, and one pure function that looks at one message and the state before it. */
export interface Rule<M extends Messages = Messages> {
  /** `family/name`; never changes once it was released. */
  readonly id: `${string}/${string}`;
  readonly severity: Severity;
  readonly versions: readonly RuleVersion[];
  readonly fault: Blame;
  /** The rule, as one sentence in the present tense. */
  readonly summary: string;
  /** Why it matters, what it is not, and what to do: for who has to mend it. */
  readonly explanation: string;
  /** Page of the specification that says so, below https://agentclientprotocol.com/protocol/, or a full address. */
  readonly spec: string;
  /** Too noisy to be on unless asked for. */
  readonly isOptIn?: true | undefined;
  /** It compares with what came earlier: only info where the recording does not begin at the beginning. */
  readonly needsHistory?: true | undefined;
  readonly messages: M;
  readonly on: readonly Condition[];
  readonly inspect: (context: Context<M>) => void;
}

/**
 * Makes a rule whose messages and their placeholders are checked by the compiler. All have one layout, whatever they leave
 * out: some thirty are asked about each message.
 */
export function defineRule<const M extends Messages>(rule: Rule<M>): Rule {
  const { id, severity, versions, fault, summary, explanation, spec, isOptIn, needsHistory, messages, on, inspect } =
    rule;
  return { id, severity, versions, fault, summary, explanation, spec, isOptIn, needsHistory, messages, on, inspect };
}
