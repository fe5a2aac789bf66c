import type { FixturePlace } from '../divergence/divergence.js';
import type { MatchMode } from '../engine/match-options.js';
import type { Order } from './order.js';
import type { RecordedFrame } from './recorded.js';
import type { ClientMessage, Lane, Output } from './script.js';

/** One condition before a frame is sent, or before a message of the client may come. */
export type Wait =
  /** A message of the client came. */
  | { readonly type: 'message'; readonly place: FixturePlace }
  /** A frame of the agent was sent. */
  | { readonly type: 'frame'; readonly place: FixturePlace }
  /** All messages of the client up to a place have come. */
  | { readonly type: 'all'; readonly count: number; readonly upTo: FixturePlace }
  /** The same for those that drive a session; answers to requests made while it was idle may be left out. */
  | {
      readonly type: 'drivers';
      readonly session: number;
      readonly count: number;
      readonly upTo: FixturePlace;
      readonly leftOut: number;
    }
  /** The same for all messages of a session. */
  | { readonly type: 'session'; readonly session: number; readonly count: number; readonly upTo: FixturePlace };

/** Turns the references of a compiled script into places of the fixture, for people. */
export class WaitWriter {
  readonly #messages: readonly ClientMessage[];
  readonly #order: Order;
  readonly #match: MatchMode;
  readonly #place: (frame: RecordedFrame) => FixturePlace;
  readonly #numberOf: (lane: Lane) => number;
  readonly #driverNumbers = new Map<Lane, Map<ClientMessage, number>>();

  constructor(
    { messages, order, match }: { messages: readonly ClientMessage[]; order: Order; match: MatchMode },
    place: (frame: RecordedFrame) => FixturePlace,
    numberOf: (lane: Lane) => number,
  ) {
    this.#messages = messages;
    this.#order = order;
    this.#match = match;
    this.#place = place;
    this.#numberOf = numberOf;
  }

  /** What a frame of the agent waits for. */
  ofOutput({ cause, lane }: Output): Wait[] {
    const waits: Wait[] = [];
    const last = this.#messages[cause.everyBefore - 1];
    if (last !== undefined) waits.push({ type: 'all', count: cause.everyBefore, upTo: this.#place(last.frame) });
    const driver = lane?.drivers[cause.drivers - 1];
    if (lane !== undefined && driver !== undefined) {
      waits.push(this.#drivers(lane, { count: cause.drivers, last: driver, leftOut: 0 }));
    }
    const others = cause.requests.filter(
      (request) => request.index >= cause.everyBefore && !this.#isAmong(request, lane, cause.drivers),
    );
    waits.push(...others.map(({ frame }) => this.#message(frame)));
    const opening = cause.opened?.opening;
    if (opening !== undefined) waits.push({ type: 'frame', place: this.#place(opening) });
    return waits;
  }

  /** What has to come before a message of the client. */
  ofMessage(message: ClientMessage): Wait[] {
    const { asked, kind, lane, method } = message;
    if (asked !== undefined) return [{ type: 'frame', place: this.#place(asked) }];
    if (this.#match === 'content' && kind === 'request') return this.#opener(message);
    const { after, drivers, skipsIdleAnswers } = this.#order.precedenceOf(message);
    if (method === 'session/close' && lane !== undefined) return this.#whole(lane, message);
    const isLeftOut = (driver: ClientMessage) => skipsIdleAnswers && this.#order.isIdleAnswer(driver);
    const counted = (lane?.drivers ?? []).slice(0, drivers).filter((driver) => !isLeftOut(driver));
    const direct = [...new Set(after)].filter((each) => isLeftOut(each) || !this.#isAmong(each, lane, drivers));
    const covering = [...direct, ...counted.slice(0, 1)];
    const needed = direct.filter((each) => !covering.some((other) => other !== each && this.#implies(other, each)));
    const waits = needed.map(({ frame }) => this.#message(frame));
    const last = counted.at(-1);
    if (lane === undefined || last === undefined || needed.some((each) => this.#implies(each, last))) return waits;
    const leftOut = lane.drivers.filter((driver) => driver.index < last.index && isLeftOut(driver)).length;
    return [...waits, this.#drivers(lane, { count: counted.length, last, leftOut })];
  }

  /** With `--match content`, a request waits only for the opening of its session. */
  #opener({ lane, index }: ClientMessage): Wait[] {
    const opener = lane?.opener;
    return opener === undefined || opener.index >= index ? [] : [this.#message(opener.frame)];
  }

  #whole(lane: Lane, message: ClientMessage): Wait[] {
    const before = lane.messages.filter(({ index }) => index < message.index);
    const last = before.at(-1);
    if (last === undefined) return [];
    return [{ type: 'session', session: this.#numberOf(lane), count: before.length, upTo: this.#place(last.frame) }];
  }

  #drivers(lane: Lane, { count, last, leftOut }: { count: number; last: ClientMessage; leftOut: number }): Wait {
    return { type: 'drivers', session: this.#numberOf(lane), count, upTo: this.#place(last.frame), leftOut };
  }

  /** Whether a message is among the first `count` driving messages of a lane. */
  #isAmong(message: ClientMessage, lane: Lane | undefined, count: number): boolean {
    if (lane === undefined) return false;
    const numbers = this.#driverNumbers.get(lane) ?? new Map(lane.drivers.map((driver, i) => [driver, i]));
    this.#driverNumbers.set(lane, numbers);
    return (numbers.get(message) ?? Infinity) < count;
  }

  /** Whether waiting for `later` includes waiting for `earlier`. */
  #implies(later: ClientMessage, earlier: ClientMessage): boolean {
    const { after, drivers, skipsIdleAnswers } = this.#order.precedenceOf(later);
    if (after.includes(earlier)) return true;
    const isLeftOut = skipsIdleAnswers && this.#order.isIdleAnswer(earlier);
    return !isLeftOut && this.#isAmong(earlier, later.lane, drivers);
  }

  #message(frame: RecordedFrame): Wait {
    return { type: 'message', place: this.#place(frame) };
  }
}
