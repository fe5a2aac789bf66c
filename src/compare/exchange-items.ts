import type { Connection } from '../model/state/connection.js';
import { textOf } from '../model/json-access.js';
import type { Step } from '../model/state/step.js';
import type { JsonObject, JsonValue } from '../wire/json-text.js';
import { answerFacts, newItem, type Answer } from './items.js';
import type { Item } from './outline.js';
import type { StableValues } from './stable-values.js';

/** Where an item belongs: to a turn of a session, to the session, or to neither. */
export interface Belonging {
  readonly sessionId: string | undefined;
  readonly turn: number | undefined;
}

/** A request that is not answered yet. */
interface Asked extends Belonging {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly from: 'client' | 'agent';
  readonly params: JsonObject | undefined;
}

/** What the transcript tells of already, with its answer. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['session/update', 'session/request_permission']);

/** Asks for the same again and again while it waits: only the last answer counts. */
const POLLS: ReadonlySet<string> = new Set(['terminal/output', 'session/status']);

/** Puts requests and their answers together; hands them over when they are answered, or at the end. */
export class ExchangeItems {
  readonly #take: (item: Item, where: Belonging) => void;
  readonly #values: StableValues;
  readonly #asked = new Map<number, Asked>();
  /** What came of the prompts, by the seq of the prompt; a turn takes its own. */
  readonly #prompts = new Map<number, Answer>();
  /** The last answer of each thing that is asked again and again, by what is asked. */
  readonly #polls = new Map<string, { readonly item: Item; readonly where: Belonging }>();
  /** What names no session is made at the end, when the folders of all sessions are known. */
  readonly #late: { readonly asked: Asked; readonly answer: Answer | undefined }[] = [];
  #handshake: Item | undefined;

  constructor(values: StableValues, take: (item: Item, where: Belonging) => void) {
    this.#values = values;
    this.#take = take;
  }

  applied(step: Step, connection: Connection): void {
    switch (step.message.kind) {
      case 'request':
        this.#ask(step);
        return;
      case 'notification':
        this.#notify(step, connection);
        return;
      case 'response':
        this.#answer(step, connection);
        return;
      case 'malformed':
        this.#malformed(step.sender, step.message.reason, { seq: step.seq, text: undefined });
        return;
      default:
        step.message satisfies never;
    }
  }

  /** What answered the prompt that stands at `seq`; once. */
  takePromptAnswer(seq: number | undefined): Answer | undefined {
    const answer = seq === undefined ? undefined : this.#prompts.get(seq);
    if (seq !== undefined) this.#prompts.delete(seq);
    return answer;
  }

  /** Hands over what is not answered. To be called once, at the end. @returns the handshake */
  finish(connection: Connection): Item | undefined {
    for (const asked of this.#asked.values()) this.#settle(asked, undefined, connection);
    for (const { asked, answer } of this.#late) this.#make(asked, answer, connection);
    for (const { item, where } of this.#polls.values()) this.#take(item, where);
    return this.#handshake;
  }

  unreadLine(sender: 'client' | 'agent', line: { readonly seq: number; readonly text: string }): void {
    this.#malformed(sender, 'not-json', line);
  }

  #malformed(sender: string, reason: string, { seq, text }: { seq: number; text: string | undefined }): void {
    const label = `a line of the ${sender} that is no message (${reason})`;
    const facts = { sender, reason };
    this.#take(newItem({ kind: 'malformed', seq, label, facts, free: { text } }), NOWHERE);
  }

  #ask({ seq, at, method = '', sender, params, sessionId, turn, version }: Step): void {
    if (TOLD_ELSEWHERE.has(method)) return;
    const isPrompt = method === 'session/prompt';
    // the transcript has the blocks; v2 answers a prompt when it takes it
    const isToldByTurn = isPrompt && version === 1 && sessionId !== undefined;
    if (isToldByTurn) return;
    const said = isPrompt ? undefined : params;
    this.#asked.set(seq, { seq, at, method, from: sender, params: said, sessionId, turn: turn?.number });
  }

  #notify({ seq, method = '', sender, params, sessionId, turn }: Step, connection: Connection): void {
    if (TOLD_ELSEWHERE.has(method)) return;
    const stable = params === undefined ? undefined : this.#values.of(params, connection, sessionId);
    const item = newItem({
      kind: 'notification',
      seq,
      turn: turn?.number,
      label: method,
      facts: { method, from: sender, params: stable },
      loose: method,
    });
    this.#take(item, { sessionId, turn: turn?.number });
  }

  #answer(step: Step, connection: Connection): void {
    const { exchange, seq, at, result, error, sessionId, match } = step;
    const asked = exchange === undefined ? undefined : this.#asked.get(exchange.seq);
    if (exchange !== undefined && asked === undefined) {
      if (exchange.method === 'session/prompt') this.#prompts.set(exchange.seq, { seq, at, result, error });
      return;
    }
    if (asked === undefined) {
      this.#stray(step, match ?? 'unknown', connection);
      return;
    }
    this.#asked.delete(asked.seq);
    // one that makes a session belongs to it
    this.#settle({ ...asked, sessionId: asked.sessionId ?? sessionId }, { seq, at, result, error }, connection);
  }

  #stray({ seq, sender, result, error }: Step, match: string, connection: Connection): void {
    const answer = this.#stable({ seq, at: 0, result, error }, connection, undefined, undefined);
    const { facts, free } = answerFacts(answer);
    const label = `an answer of the ${sender} to nothing that was asked`;
    this.#take(newItem({ kind: 'exchange', seq, label, facts: { ...facts, from: sender, match }, free }), NOWHERE);
  }

  #settle(asked: Asked, answer: Answer | undefined, connection: Connection): void {
    const isKnown = asked.sessionId !== undefined && connection.sessions.has(asked.sessionId);
    if (isKnown) this.#make(asked, answer, connection);
    else this.#late.push({ asked: { ...asked, sessionId: undefined }, answer });
  }

  #make(asked: Asked, answer: Answer | undefined, connection: Connection): void {
    const { seq, at, method, from, params, turn, sessionId } = asked;
    // first what was asked: it may name what the answer speaks of
    const said = params === undefined ? undefined : this.#values.of(params, connection, sessionId, { own: params });
    const stable = answer && this.#stable(answer, connection, sessionId, params);
    const { facts, free } = answerFacts(stable);
    if (method === 'initialize' && this.#handshake === undefined) {
      this.#handshake = handshakeItem(asked, said, stable);
      return;
    }
    const isOfTurn = from === 'agent' && turn !== undefined;
    const item = newItem({
      kind: isOfTurn ? 'request' : 'exchange',
      seq,
      endSeq: answer?.seq,
      turn,
      label: method,
      facts: { ...facts, method, from, params: said },
      free,
      by: [`${method} ${JSON.stringify(said ?? null)}`],
      loose: method,
      ms: from === 'client' && answer !== undefined ? answer.at - at : undefined,
    });
    const where = { sessionId, turn: isOfTurn ? turn : undefined };
    if (POLLS.has(method)) this.#polls.set(`${sessionId ?? ''} ${turn ?? ''} ${pollKey(asked)}`, { item, where });
    else this.#take(item, where);
  }

  #stable(
    { seq, at, result, error }: Answer,
    connection: Connection,
    sessionId: string | undefined,
    params: JsonObject | undefined,
  ): Answer {
    const stable = (value: JsonValue | undefined) =>
      value === undefined ? undefined : this.#values.of(value, connection, sessionId, { own: params });
    const message = textOf(stable(error?.message)) ?? '';
    return { seq, at, result: stable(result), error: error && { ...error, message, data: stable(error.data) } };
  }
}

const NOWHERE: Belonging = { sessionId: undefined, turn: undefined };

function pollKey({ method, params }: Asked): string {
  return `${method} ${JSON.stringify(params ?? null)}`;
}

function handshakeItem({ seq }: Asked, client: JsonValue | undefined, answer: Answer | undefined): Item {
  const { facts, free } = answerFacts(answer);
  const { result, answer: outcome, code } = facts;
  const agent = outcome === 'result' ? (result ?? {}) : { answer: outcome ?? null, code: code ?? null };
  return newItem({
    kind: 'handshake',
    seq,
    endSeq: answer?.seq,
    label: 'initialize',
    facts: { client, agent },
    free,
  });
}
