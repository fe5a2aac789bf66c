import type { MethodSpec } from '../../acp/methods/protocol.js';
import type { Connection } from '../../model/state/connection.js';
import { textOf } from '../../model/json-access.js';
import type { Line, Step } from '../../model/state/step.js';
import { isJsonObject } from '../../wire/json-text.js';
import type { SingleMessage } from '../../wire/message.js';

/**
 * Facts about a message and the state before it, as bits of a number. Most rules can find something only if a certain
 * fact is true, and each fact is true for few messages. Rules are not run for the others.
 *
 * - `odd-line`: the line does not begin and end with the braces of an object, or is larger than it should be
 * - `odd-members`: the message has wrong JSON-RPC members, or its params are not an object
 * - `unspecified`: the version has no stable method that is sent like this; for a response, no such method at all
 * - `early`: initialize has not succeeded yet, or this is initialize
 * - `gone`: the agent has ended
 * - `unnoticed`: nobody has complained about a broken frame yet
 * - `failed`: it is an error response; `null`: its result is null
 * - `unmatched`: it answers no request, or has the wrong id
 * - `faulty`: the request that it answers was faulty; `outlived`: that request outlived its turn
 * - `remarkable`: there are findings about its params or result: `context.shapes` is not empty
 * - `unopened`: it names a session that is unknown, or known only from a list
 * - `closed`, `restored`, `cancelled`: its session was, or is about to be
 * - `resting`: no turn of its session is open
 * - `dismissed`: in an open turn of its session, a permission request was answered "cancelled" without a cancel
 * - `diverged`: the modes of its session and the option for them disagree
 * - `identified`: its update names a message
 */
const BITS = {
  'odd-line': 1 << 0,
  'odd-members': 1 << 1,
  unspecified: 1 << 2,
  early: 1 << 3,
  gone: 1 << 4,
  unnoticed: 1 << 5,
  failed: 1 << 6,
  null: 1 << 7,
  unmatched: 1 << 8,
  faulty: 1 << 9,
  outlived: 1 << 10,
  remarkable: 1 << 11,
  unopened: 1 << 12,
  closed: 1 << 13,
  restored: 1 << 14,
  cancelled: 1 << 15,
  resting: 1 << 16,
  dismissed: 1 << 17,
  diverged: 1 << 18,
  identified: 1 << 19,
} as const;

export type Fact = keyof typeof BITS;

/** How many bits the facts need. */
export const FACT_BITS = 20;

/** All facts: for anything but a message nothing is known, so every fact may be true. */
export const ALL_FACTS = 2 ** FACT_BITS - 1;

export function bitOf(fact: Fact): number {
  return BITS[fact];
}

/** What facts depend on besides the step and the state. */
export interface Surroundings {
  readonly spec: MethodSpec | undefined;
  readonly isRemarkable: boolean;
  /** Whether the request that it answers was faulty. */
  readonly isFaulty: boolean;
  /** The size above which a line is odd, in bytes. */
  readonly frameBytes: number;
}

/** The facts about a message. */
export function factsOf(
  connection: Connection,
  step: Step,
  { spec, isRemarkable, isFaulty, frameBytes }: Surroundings,
): number {
  const { message, line } = step;
  if (message.kind === 'malformed') return ALL_FACTS;
  return (
    (isOddLine(line, frameBytes) ? BITS['odd-line'] : 0) |
    (hasOddMembers(message) ? BITS['odd-members'] : 0) |
    (isSpecified(step, spec) ? 0 : BITS.unspecified) |
    (isRemarkable ? BITS.remarkable : 0) |
    (isFaulty ? BITS.faulty : 0) |
    factsOfConnection(connection, step) |
    (message.kind === 'response' ? factsOfAnswer(step) : 0) |
    factsOfSession(step) |
    (textOf(step.update?.['messageId']) === undefined ? 0 : BITS.identified)
  );
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function isOddLine({ bytes, sizeBytes }: Line, frameBytes: number): boolean {
  if (bytes === undefined || sizeBytes > frameBytes) return true;
  return bytes[0] !== OPEN_BRACE || bytes[bytes.length - 1] !== CLOSE_BRACE;
}

function hasOddMembers(message: Exclude<SingleMessage, { readonly kind: 'malformed' }>): boolean {
  const { jsonrpc, result, error } = message.json;
  if (jsonrpc !== '2.0') return true;
  if (message.kind === 'response') return result !== undefined && error !== undefined;
  const { params } = message;
  return result !== undefined || error !== undefined || (params !== undefined && !isJsonObject(params));
}

/** $/cancel_request is defined in both directions, and its rules check each. */
const BOTH_WAYS = '$/cancel_request';

function isSpecified({ message: { kind }, sender, method }: Step, spec: MethodSpec | undefined): boolean {
  if (spec === undefined) return false;
  if (kind === 'response') return true;
  if (spec.stability !== 'stable' || spec.receiver === sender || method === BOTH_WAYS) return false;
  return (kind === 'request' ? spec.request : spec.notification) !== undefined;
}

function factsOfConnection({ initialization, ending, wires }: Connection, { method }: Step): number {
  return (
    (initialization.state !== 'done' || method === 'initialize' ? BITS.early : 0) |
    (ending.exit !== undefined || ending.agentEof !== undefined ? BITS.gone : 0) |
    (wires.client.unnoticed.length > 0 || wires.agent.unnoticed.length > 0 ? BITS.unnoticed : 0)
  );
}

function factsOfAnswer({ error, result, match, exchange }: Step): number {
  const facts =
    (error === undefined ? 0 : BITS.failed) |
    (result === null ? BITS.null : 0) |
    (match === 'pending' ? 0 : BITS.unmatched);
  if (exchange === undefined) return facts;
  return (
    facts |
    (exchange.outlivedTurn === undefined ? 0 : BITS.outlived) |
    (exchange.cancelledBy === undefined ? 0 : BITS.cancelled)
  );
}

function factsOfSession({ session, sessionId }: Step): number {
  if (session === undefined) return sessionId === undefined ? 0 : BITS.unopened;
  const { state, closed, restored, replay, lastCancel, open, dismissed, modesDiverged } = session;
  return (
    (state === 'listed' ? BITS.unopened : 0) |
    (closed === undefined ? 0 : BITS.closed) |
    (restored === undefined && replay === undefined ? 0 : BITS.restored) |
    (lastCancel === undefined ? 0 : BITS.cancelled) |
    (open.length === 0 ? BITS.resting : 0) |
    (dismissed.size > 0 ? BITS.dismissed : 0) |
    (modesDiverged === undefined ? 0 : BITS.diverged)
  );
}
