import type { JsonValue } from '../../../../src/wire/json-text.js';
import { isObject, type Entry, type Message, type Recorded } from './recorded.js';

export const OPENING: readonly string[] = ['session/new', 'session/load', 'session/resume', 'session/fork'];
/** After these, what was recorded later comes later. */
export const GATES: readonly string[] = ['initialize', 'authenticate', 'logout', 'auth/login', 'auth/logout'];
const DRIVING: readonly string[] = [
  ...OPENING,
  'session/prompt',
  'session/close',
  'session/cancel',
  '$/cancel_request',
];
const WORK: readonly string[] = ['session/prompt', 'session/load'];
const SETTINGS_UPDATES: readonly string[] = ['current_mode_update', 'config_option_update'];

/** Where an agent's frame belongs: to the order of a session, to a request outside that order, or to no session. */
export type Home =
  | { readonly kind: 'lane'; readonly session: string }
  | { readonly kind: 'request'; readonly request: Entry }
  | { readonly kind: 'free' };

/**
 * What belongs to what in a conversation, read from docs/replay.md alone: sessions, requests and their answers, and what a
 * frame of the agent waits for. It shares nothing with the engine that it judges.
 */
export class Reading {
  readonly recorded: Recorded;
  readonly #answers = new Map<Entry, Entry>();
  readonly #requests = new Map<Entry, Entry>();
  /** Whether the agent made a session, and so gave it its id. */
  isMade(session: string): boolean {
    return this.recorded.client.some(
      (entry) => ['session/new', 'session/fork'].includes(methodOf(entry) ?? '') && this.#madeBy(entry) === session,
    );
  }

  /** The answer that made the id of a request free to be used again. */
  readonly #freedBy = new Map<Entry, Entry>();
  readonly #sessions = new Set<string>();
  readonly #caused = new Map<Entry, Entry>();

  constructor(recorded: Recorded) {
    this.recorded = recorded;
    this.#pair();
    this.#findSessions();
    // of two that are open an update belongs to the one that is answered next
    const answered = recorded.agent.flatMap((frame) => this.requestOf(frame) ?? []);
    for (const request of answered) this.#findCaused(request);
  }

  get sessions(): ReadonlySet<string> {
    return this.#sessions;
  }

  /** The response to a request. */
  answerTo(request: Entry): Entry | undefined {
    return this.#answers.get(request);
  }

  /** The request that a response answers. */
  requestOf(response: Entry): Entry | undefined {
    return this.#requests.get(response);
  }

  /** The answer that made the id of a request free to be given again. */
  freedBy(request: Entry): Entry | undefined {
    return this.#freedBy.get(request);
  }

  /** The session that a message is about, or that it makes. */
  sessionOf(entry: Entry): string | undefined {
    const { message } = entry;
    if (message.kind === 'batch') return this.#sharedSession(entry, message.messages);
    if (message.kind === 'response') {
      const request = this.requestOf(entry);
      return request === undefined ? undefined : this.sessionOf(request);
    }
    if (message.kind !== 'request' && message.kind !== 'notification') return undefined;
    if (message.method === '$/cancel_request') {
      const request = this.cancelledBy(entry);
      return request === undefined ? undefined : this.sessionOf(request);
    }
    if (message.method === 'session/new' || message.method === 'session/fork') return this.#madeBy(entry);
    const { sessionId } = message.params;
    return typeof sessionId === 'string' && this.#sessions.has(sessionId) ? sessionId : undefined;
  }

  /** Whether a message is about this session; a fork is about the one that it copies as well. */
  concerns(entry: Entry, session: string): boolean {
    const copied = methodOf(entry) === 'session/fork' ? paramsOf(entry)['sessionId'] : undefined;
    return this.sessionOf(entry) === session || copied === session;
  }

  /** The request that a `$/cancel_request` of the same side names. */
  cancelledBy({ from, at, message }: Entry): Entry | undefined {
    if (message.kind !== 'notification') return undefined;
    const id = JSON.stringify(message.params['requestId']);
    return this.recorded.entries.findLast(
      (entry) => entry.from === from && entry.at < at && entry.message.kind === 'request' && entry.message.id === id,
    );
  }

  /** Whether frames of its session wait for this message of the client. */
  drives(entry: Entry): boolean {
    if (this.sessionOf(entry) === undefined) return false;
    const { message } = entry;
    return message.kind === 'response' || DRIVING.includes(methodOf(entry) ?? '');
  }

  homeOf(frame: Entry): Home {
    const caused = this.#caused.get(frame);
    if (caused !== undefined) return { kind: 'request', request: caused };
    const session = this.sessionOf(frame);
    const request = this.requestOf(frame);
    if (request !== undefined && (session === undefined || !this.drives(request))) return { kind: 'request', request };
    return session === undefined ? { kind: 'free' } : { kind: 'lane', session };
  }

  /** Whether a frame of the agent must not come before this message of the client, which was recorded before it. */
  waitsFor(frame: Entry, entry: Entry): boolean {
    if (entry.at > frame.at || entry.message.kind === 'nothing') return false;
    if (this.#freedBy.get(frame) === entry) return true;
    const home = this.homeOf(frame);
    if (home.kind === 'request') return entry === home.request;
    if (home.kind === 'free') return true;
    return this.requestOf(frame) === entry || (this.drives(entry) && this.concerns(entry, home.session));
  }

  /** Whether a prompt or a load of this session is open where `at` stands. */
  isAtWork(session: string, at: number): boolean {
    return this.recorded.client.some((entry) => {
      const method = methodOf(entry) ?? '';
      if (entry.at > at || !WORK.includes(method) || this.sessionOf(entry) !== session) return false;
      return (this.#endOf(entry, session)?.at ?? Infinity) >= at;
    });
  }

  /** The version of the protocol that was agreed on; 1 where none was. */
  get version(): number {
    const greeting = this.recorded.client.find((entry) => methodOf(entry) === 'initialize');
    const outcome = greeting === undefined ? undefined : outcomeOf(this.answerTo(greeting));
    return isObject(outcome) && outcome['protocolVersion'] === 2 ? 2 : 1;
  }

  /** Where a prompt or a load is over: with its answer, and a prompt of version 2 when its session is idle. */
  #endOf(request: Entry, session: string): Entry | undefined {
    const answer = this.answerTo(request);
    const isRefused = answer?.message.kind === 'response' && answer.message.failed;
    if (this.version === 1 || methodOf(request) !== 'session/prompt' || isRefused) return answer;
    return this.recorded.agent.find((frame) => {
      return frame.at > request.at && this.sessionOf(frame) === session && isIdle(frame);
    });
  }

  /** Whether the agent asked this while neither a prompt nor a load of its session was open. */
  isAskedIdle(request: Entry): boolean {
    const session = this.sessionOf(request);
    return session !== undefined && !this.isAtWork(session, request.at);
  }

  /** The one session that all messages of a batch are about. */
  #sharedSession(batch: Entry, messages: readonly Message[]): string | undefined {
    const [first, ...others] = messages.map((message) => this.sessionOf({ ...batch, message }));
    return others.every((session) => session === first) ? first : undefined;
  }

  #pair(): void {
    const open = new Map<string, Entry>();
    const freed = new Map<string, Entry>();
    for (const entry of this.recorded.entries) {
      const { from, message } = entry;
      if (message.kind === 'request') {
        const asked = `${from} ${message.id}`;
        const earlier = freed.get(asked);
        if (earlier !== undefined) this.#freedBy.set(entry, earlier);
        open.set(asked, entry);
      }
      if (message.kind !== 'response') continue;
      const key = `${from === 'client' ? 'agent' : 'client'} ${message.id}`;
      const request = open.get(key);
      // an answer without an id is nobody's
      if (request === undefined || message.id === 'null') continue;
      open.delete(key);
      freed.set(key, entry);
      this.#answers.set(request, entry);
      this.#requests.set(entry, request);
    }
  }

  #findSessions(): void {
    for (const entry of this.recorded.entries) {
      const method = methodOf(entry) ?? '';
      const outcome = outcomeOf(this.answerTo(entry));
      if (method === 'session/list') listedIn(outcome).forEach((id) => this.#sessions.add(id));
      if (method === 'session/new' || method === 'session/fork') this.#add(outcome);
      if (entry.from === 'agent' || (OPENING.includes(method) && this.#isOpened(entry))) this.#add(paramsOf(entry));
    }
  }

  /** A request that is refused opens nothing. */
  #isOpened(request: Entry): boolean {
    const answer = this.answerTo(request)?.message;
    return answer?.kind !== 'response' || !answer.failed;
  }

  #add(value: JsonValue | undefined): void {
    const id = isObject(value) ? value['sessionId'] : undefined;
    if (typeof id === 'string') this.#sessions.add(id);
  }

  #madeBy(request: Entry): string | undefined {
    const outcome = outcomeOf(this.answerTo(request));
    const id = isObject(outcome) ? outcome['sessionId'] : undefined;
    return typeof id === 'string' ? id : undefined;
  }

  /** Notifications that come with the answer to a request outside the lane: see point 4 of "What waits for what" in docs/replay.md. */
  #findCaused(request: Entry): void {
    const session = this.sessionOf(request);
    if (request.message.kind !== 'request' || session === undefined || this.drives(request)) return;
    const answer = this.answerTo(request);
    if (answer === undefined) return;
    const between = this.#told(session, request.at, answer.at).filter((frame) => !this.#caused.has(frame));
    const isResting = (at: number) => !this.isAtWork(session, at);
    const settings = between.filter(isOfSettings);
    for (const frame of between) if (isOfSettings(frame) || isResting(frame.at)) this.#caused.set(frame, request);
    if (settings.length > 0 || !isResting(answer.at)) return;
    const next = this.recorded.client.find((entry) => entry.at > answer.at && this.sessionOf(entry) === session);
    const after = this.#told(session, answer.at, next?.at ?? Infinity);
    const first = after.find((frame) => isOfSettings(frame) && !this.#caused.has(frame));
    if (first !== undefined) this.#caused.set(first, request);
  }

  #told(session: string, after: number, before: number): Entry[] {
    return this.recorded.agent.filter(
      (frame) =>
        frame.at > after &&
        frame.at < before &&
        frame.message.kind === 'notification' &&
        this.sessionOf(frame) === session,
    );
  }
}

export function methodOf({ message }: Entry): string | undefined {
  return message.kind === 'request' || message.kind === 'notification' ? message.method : undefined;
}

export function paramsOf({ message }: Entry): Readonly<Record<string, JsonValue>> {
  return message.kind === 'request' || message.kind === 'notification' ? message.params : {};
}

function outcomeOf(answer: Entry | undefined): JsonValue | undefined {
  return answer?.message.kind === 'response' ? answer.message.outcome : undefined;
}

function listedIn(outcome: JsonValue | undefined): string[] {
  const listed = isObject(outcome) ? outcome['sessions'] : undefined;
  if (!Array.isArray(listed)) return [];
  return (listed as readonly JsonValue[]).flatMap((one) => {
    const id = isObject(one) ? one['sessionId'] : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

function isIdle(frame: Entry): boolean {
  const { update } = paramsOf(frame);
  return isObject(update) && update['sessionUpdate'] === 'state_update' && update['state'] === 'idle';
}

function isOfSettings(frame: Entry): boolean {
  const { update } = paramsOf(frame);
  const kind = isObject(update) ? update['sessionUpdate'] : undefined;
  return typeof kind === 'string' && SETTINGS_UPDATES.includes(kind);
}
