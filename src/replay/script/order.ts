import { HANDSHAKE_METHODS } from '../../acp/methods/method-groups.js';
import { opens } from './lanes.js';
import { CANCEL_REQUEST } from './recorded.js';
import type { ClientMessage, Lane, Script } from './script.js';

/** Messages that keep their order within a session. */
const ANCHORED: ReadonlySet<string> = new Set(['session/prompt', 'session/cancel', 'session/close', CANCEL_REQUEST]);
const CONFIG_OPTION = 'session/set_config_option';

/** What must have come before a message of the client may come. It is computed once, from the recording. */
export interface Precedence {
  /** All of these must have come. */
  readonly after: readonly ClientMessage[];
  /** How many driving messages of the lane must have come. */
  readonly drivers: number;
  /** Whether answers that a prompt need not wait for are left out of that count. */
  readonly skipsIdleAnswers: boolean;
}

/** Says which messages of the client may come now. That depends on the messages that have come, never on what was sent. */
export class Order {
  readonly #precedences: readonly Precedence[];
  readonly #idleAnswers: ReadonlySet<ClientMessage>;

  constructor(script: Script) {
    const finder = new PrecedenceFinder(script);
    this.#precedences = script.messages.map((message) => finder.of(message));
    this.#idleAnswers = finder.idleAnswers;
  }

  precedenceOf(message: ClientMessage): Precedence {
    return this.#precedences[message.index] ?? FREE;
  }

  /** Whether it answers a request that the agent made while no prompt or load of the session was open. */
  isIdleAnswer(message: ClientMessage): boolean {
    return this.#idleAnswers.has(message);
  }

  /**
   * The message that has to come before this one may, if there is one. Answers may come at any time after their request was sent.
   *
   * @param driversCame how many driving messages of the lane have come without a gap, counted from the first
   */
  missing(
    message: ClientMessage,
    came: (other: ClientMessage) => boolean,
    driversCame: number,
  ): ClientMessage | undefined {
    const precedence = this.precedenceOf(message);
    const before = precedence.after.find((other) => !came(other));
    if (before !== undefined || message.lane === undefined) return before;
    for (const driver of message.lane.drivers.slice(driversCame, precedence.drivers)) {
      if (came(driver) || (precedence.skipsIdleAnswers && this.#idleAnswers.has(driver))) continue;
      return driver;
    }
    return undefined;
  }
}

/** Goes through the messages of the client in recorded order. */
class PrecedenceFinder {
  readonly idleAnswers: ReadonlySet<ClientMessage>;
  readonly #driversBefore: ReadonlyMap<ClientMessage, number>;
  readonly #lanes = new Map<Lane, LaneSoFar>();
  readonly #drivers: ClientMessage[] = [];
  #gate: ClientMessage | undefined;
  #opener: ClientMessage | undefined;

  constructor(script: Script) {
    const separated = separatedDrivers(script);
    this.#driversBefore = separated.driversBefore;
    this.idleAnswers = separated.idleAnswers;
  }

  of(message: ClientMessage): Precedence {
    const precedence = message.kind === 'response' && message.asked !== undefined ? FREE : this.#precedenceOf(message);
    this.#note(message);
    return precedence;
  }

  #precedenceOf(message: ClientMessage): Precedence {
    const { lane, method, kind } = message;
    const after: (ClientMessage | undefined)[] = [this.#gate];
    if (kind === 'request' && opens(method)) after.push(this.#opener);
    // a batch of several sessions waits for all driving messages
    if (lane === undefined && kind === 'batch' && message.drives) after.push(...this.#drivers);
    if (lane === undefined) return { ...FREE, after: present(after) };
    const soFar = this.#soFar(lane);
    // a message waits for the last request before it that opened its session, and for the last close
    after.push(
      lane.openers.findLast((opener) => isBefore(opener, message)),
      soFar.close,
    );
    if (kind === 'request' && isSetter(method)) after.push(...settersBefore(soFar, method));
    const isAnchored = isAnchor(message);
    if (!isAnchored) return { ...FREE, after: present(after) };
    if (method === 'session/close') after.push(...lane.messages.filter((other) => isBefore(other, message)));
    after.push(soFar.anchored, message.withdraws);
    const drivers = this.#driversBefore.get(message) ?? 0;
    return { after: present(after), drivers, skipsIdleAnswers: method === 'session/prompt' };
  }

  #note(message: ClientMessage): void {
    const { lane, method, kind } = message;
    // messages recorded after a handshake message must come after it
    if (kind === 'request' && method !== undefined && HANDSHAKE_METHODS.has(method)) this.#gate = message;
    if (kind === 'request' && opens(method)) this.#opener = message;
    if (message.drives) this.#drivers.push(message);
    if (lane === undefined || kind === 'response') return;
    const soFar = this.#soFar(lane);
    if (isAnchor(message)) soFar.anchored = message;
    if (method === undefined) return;
    if (method === 'session/close') soFar.close = message;
    if (kind === 'request' && isSetter(method)) soFar.setters.set(method, message);
  }

  #soFar(lane: Lane): LaneSoFar {
    const known = this.#lanes.get(lane) ?? { anchored: undefined, close: undefined, setters: new Map() };
    this.#lanes.set(lane, known);
    return known;
  }
}

/** The last message of each kind in the lane so far. */
interface LaneSoFar {
  anchored: ClientMessage | undefined;
  close: ClientMessage | undefined;
  readonly setters: Map<string, ClientMessage>;
}

const FREE: Precedence = { after: [], drivers: 0, skipsIdleAnswers: false };

/** Whether a message keeps its place in its session. A batch that drives the session always does. */
function isAnchor({ kind, method, drives }: ClientMessage): boolean {
  if (kind === 'batch') return drives;
  return method !== undefined && ANCHORED.has(method) && kind !== 'response';
}

function isSetter(method: string | undefined): method is string {
  return method?.startsWith('session/set_') ?? false;
}

/** The setters that must come first. Setters of one method keep their order; setting an option may change any other setting. */
function settersBefore({ setters }: LaneSoFar, method: string): (ClientMessage | undefined)[] {
  if (method === CONFIG_OPTION) return [...setters.values()];
  return [setters.get(method), setters.get(CONFIG_OPTION)];
}

/**
 * Counts for each message the earlier driving messages of its lane that a frame of the agent separates from it. Also finds the answers to
 * requests that the agent made while no prompt or load of the session was open.
 */
function separatedDrivers({ lanes }: Script): {
  readonly driversBefore: Map<ClientMessage, number>;
  readonly idleAnswers: Set<ClientMessage>;
} {
  const driversBefore = new Map<ClientMessage, number>();
  const idleAnswers = new Set<ClientMessage>();
  for (const lane of lanes.values()) {
    const { outputs, drivers } = lane;
    let output = 0;
    let driver = 0;
    for (const message of lane.messages) {
      while (seqAt(outputs, output) < message.frame.seq) output += 1;
      const last = outputs[output - 1]?.frame.seq ?? -1;
      while (seqAt(drivers, driver) < last) driver += 1;
      driversBefore.set(message, driver);
      if (message.asked !== undefined && !isAtWork(lane, message.asked.seq)) idleAnswers.add(message);
    }
  }
  return { driversBefore, idleAnswers };
}

function seqAt(placed: readonly { readonly frame: { readonly seq: number } }[], index: number): number {
  return placed[index]?.frame.seq ?? Infinity;
}

function isAtWork({ work }: Lane, seq: number): boolean {
  return work.some(([from, to]) => from < seq && seq < to);
}

function isBefore(a: ClientMessage, b: ClientMessage): boolean {
  return a.index < b.index;
}

function present(messages: readonly (ClientMessage | undefined)[]): ClientMessage[] {
  return messages.filter((message) => message !== undefined);
}
