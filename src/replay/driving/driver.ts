import type { Protocol } from '../../acp/protocol.js';
import { spliced } from '../../fixture/splice.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { keyOf, type RequestKey } from '../../model/request-key.js';
import { readMessage, type Message, type RequestMessage, type SingleMessage } from '../../wire/message.js';
import { Bindings, isAbsolute } from '../bindings.js';
import { spanAt } from '../json-places.js';
import { liveBytes, placesOf, sessionOf, textOfFrame } from '../live-frames.js';
import type { RecordedFrame } from '../recorded.js';
import type { ClientMessage, Lane, Script } from '../script.js';
import { placeOf, summaryOf } from '../summaries.js';
import { chosenOption, optionLike, RecordedAsks, type RecordedAsk } from './answers.js';
import { answerTo, haveReached, milestonesOf, statusesIn, type Milestones, type WithinTurn } from './milestones.js';
import { LiveTurns, newsOfFrame } from './live-turns.js';

/** What happens to a driven agent. Times are ms of any clock. */
export type DriveInput =
  /** A line of the agent, without its newline. */
  | { readonly type: 'line'; readonly bytes: Uint8Array; readonly atMs: number }
  | { readonly type: 'time'; readonly atMs: number };

export type DriveEffect =
  /** A line to the agent, without its newline. */
  | { readonly type: 'send'; readonly bytes: Uint8Array }
  /** Something that a comparison of the two runs does not tell: one sentence. */
  | { readonly type: 'note'; readonly text: string }
  /** A file that the recorded client answered for is to be answered from the folder itself. */
  | { readonly type: 'file'; readonly request: RequestMessage };

export interface DriveOptions {
  /** Where the roots of the recording are now: recorded path to live one. */
  readonly rootOf: (recorded: string) => string;
  /** Files are read and written in the real folder. */
  readonly usesRealFiles: boolean;
  /** A session that the agent has never seen is made anew. */
  readonly makesNewSessions: boolean;
}

const encoder = new TextEncoder();
const METHOD_NOT_FOUND = -32_601;
const RESOURCE_NOT_FOUND = -32_002;

/** Plays the client of a fixture to a real agent. */
export class ClientDriver {
  readonly #script: Script;
  readonly #protocol: Protocol;
  readonly #options: DriveOptions;
  readonly #bindings = new Bindings();
  readonly #asks: RecordedAsks;
  readonly #milestones: ReadonlyMap<ClientMessage, Milestones>;
  readonly #turns = new LiveTurns();
  readonly #queue: ClientMessage[];
  readonly #answered = new Set<ClientMessage>();
  readonly #open = new Map<RequestKey, ClientMessage>();
  readonly #sent = new Set<ClientMessage>();
  /** Answers that wait for what the recorded client said before them. */
  #held: HeldAnswer[] = [];
  #effects: DriveEffect[] = [];
  #nowMs = 0;

  constructor(script: Script, protocol: Protocol, options: DriveOptions) {
    this.#script = script;
    this.#protocol = protocol;
    this.#options = options;
    this.#asks = new RecordedAsks(script, this.#bindings, protocol);
    const news = new Map(Array.from(script.lanes.values(), (lane) => [lane, newsOfLane(script, lane)]));
    this.#milestones = milestonesOf(script, (lane) => news.get(lane) ?? []);
    this.#queue = script.messages.filter(({ asked }) => asked === undefined);
  }

  /** When time alone may free the next message, in ms; undefined where it does not. */
  get wakeMs(): number | undefined {
    const [next] = this.#queue;
    const within = next && this.#milestones.get(next)?.within;
    const since = within && this.#turns.startedMs(within.prompt);
    return since === undefined || within?.delayMs === undefined ? undefined : since + within.delayMs;
  }

  /** Whether all was said and all answers that were recorded have come. */
  get isDone(): boolean {
    return this.#queue.length === 0 && this.#held.length === 0 && this.#awaitedAnswers().length === 0 && this.#isIdle();
  }

  /** What the agent is waited for, for people. */
  awaited(): string {
    const [request] = this.#awaitedAnswers();
    if (request !== undefined) return `the answer to ${placeOf(request.frame).summary}`;
    const [next] = this.#queue;
    return next === undefined ? 'the end of a turn' : `what comes before ${placeOf(next.frame).summary}`;
  }

  step(input: DriveInput): readonly DriveEffect[] {
    this.#nowMs = input.atMs;
    if (input.type === 'line') this.#line(readMessage(input.bytes));
    this.#advance();
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #line(message: Message): void {
    for (const single of message.kind === 'batch' ? message.messages : [message]) this.#take(single);
  }

  #take(message: SingleMessage): void {
    if (message.kind === 'response') {
      this.#takeAnswer(message);
      return;
    }
    if (message.kind === 'malformed') return;
    const lane = this.#laneOf(textOf(objectOf(message.params)?.['sessionId']));
    this.#turns.heard(lane, message);
    if (message.kind === 'request') this.#takeRequest(message, lane);
  }

  #takeAnswer(message: SingleMessage & { kind: 'response' }): void {
    const key = keyOf(message);
    const request = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || request === undefined) return;
    this.#open.delete(key);
    this.#answered.add(request);
    const made = message.outcome.ok ? textOf(objectOf(message.outcome.result)?.['sessionId']) : undefined;
    const { lane } = request;
    if (made !== undefined && lane?.opener === request) {
      this.#bindings.bindId('session', undefined, { recorded: lane.sessionId, live: made });
    }
    this.#turns.answered(request, message.outcome.ok);
  }

  #takeRequest(request: RequestMessage, lane: Lane | undefined): void {
    if (this.#options.usesRealFiles && request.method.startsWith('fs/')) {
      this.#effects.push({ type: 'file', request });
      return;
    }
    const ask = this.#asks.take(request, lane);
    if (ask === undefined) {
      this.#refuse(request);
      return;
    }
    if (ask.answer === undefined) return;
    const { answer } = ask;
    const before = this.#queue.filter(
      (message) => message.lane === lane && message.frame.seq > ask.frame.seq && message.frame.seq < answer.frame.seq,
    );
    this.#held.push({ request, ask, answer, before });
  }

  #refuse(request: RequestMessage): void {
    this.#note(`the agent asked ${summaryOf(request)}, which was not recorded like that`);
    const code = request.method === 'fs/read_text_file' ? RESOURCE_NOT_FOUND : METHOD_NOT_FOUND;
    const error = { code, message: 'This request is not in the fixture that is replayed' };
    this.#send(encoder.encode(`{"jsonrpc":"2.0","id":${request.id},"error":${JSON.stringify(error)}}`));
  }

  /** Says all that may be said now, in recorded order. */
  #advance(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const held of this.#held) {
        if (!held.before.every((message) => this.#sent.has(message))) continue;
        this.#held = this.#held.filter((other) => other !== held);
        this.#answer(held);
        isChanged = true;
      }
      const [next] = this.#queue;
      if (next === undefined || !this.#isDue(next)) continue;
      this.#queue.shift();
      this.#say(next);
      isChanged = true;
    }
  }

  #isDue(message: ClientMessage): boolean {
    const milestones = this.#milestones.get(message);
    if (milestones === undefined) return true;
    if (!milestones.answers.every((request) => this.#answered.has(request))) return false;
    for (const [lane, turns] of milestones.turnsEnded) if (this.#turns.ended(lane) < turns) return false;
    return milestones.within === undefined || this.#isThere(message, milestones.within);
  }

  #isThere(message: ClientMessage, within: WithinTurn): boolean {
    const live = this.#turns.of(within.prompt);
    if (live === undefined) return false;
    if (live.isOver) {
      this.#note(`the turn was over before ${placeOf(message.frame).summary} could be sent`);
      return true;
    }
    if (live.asks < within.asks || !haveReached(statusesIn(live.tools), within.statuses)) return false;
    const elapsed = this.#nowMs - live.startedMs;
    return live.updates >= within.updates || (within.delayMs !== undefined && elapsed >= within.delayMs);
  }

  #say(message: ClientMessage): void {
    this.#bindRoots(message);
    this.#sent.add(message);
    if (message.kind === 'request' && message.key !== undefined) this.#open.set(message.key, message);
    this.#turns.said(message, this.#nowMs);
    const bytes = this.#bytesOf(message, undefined);
    this.#send(this.#options.makesNewSessions && restoresUnknown(message) ? asNewSession(bytes) : bytes);
  }

  #answer({ request, ask, answer }: HeldAnswer): void {
    const bytes = this.#bytesOf(answer, request.id);
    const said = readMessage(bytes);
    const result = said.kind === 'response' && said.outcome.ok ? said.outcome.result : undefined;
    const chosen = request.method === 'session/request_permission' ? chosenOption(result) : undefined;
    if (chosen === undefined) {
      this.#send(bytes);
      return;
    }
    const recorded = readMessage(ask.frame.bytes);
    const option = optionLike(chosen, recorded.kind === 'request' ? recorded.params : undefined, request.params);
    if (option === undefined)
      this.#note(`no option of ${summaryOf(request)} is of the kind that was chosen: ${chosen}`);
    this.#send(option === undefined || option === chosen ? bytes : withOption(bytes, option));
  }

  /** @param askId of an answer: the live id of its request, as it is spelled */
  #bytesOf({ frame, lane }: ClientMessage, askId: string | undefined): Uint8Array {
    return liveBytes(frame, {
      rewriter: this.#bindings.rewriter(lane),
      protocol: this.#protocol,
      liveOf: ({ kind, value, asker }) => {
        if (kind === 'request') return asker === 'agent' ? askId : undefined;
        if (kind === 'root') return undefined;
        const live = this.#bindings.id(kind, sessionOf(frame), value);
        return live === undefined ? undefined : JSON.stringify(live);
      },
    });
  }

  #bindRoots({ frame, lane }: ClientMessage): void {
    const text = textOfFrame(frame);
    if (text === undefined) return;
    for (const { kind, value } of placesOf(frame, text, readMessage(frame.bytes, text), this.#protocol)) {
      if (kind !== 'root' || !isAbsolute(value)) continue;
      this.#bindings.bindRoot({ recorded: value, live: this.#options.rootOf(value) }, lane);
    }
  }

  #laneOf(sessionId: string | undefined): Lane | undefined {
    if (sessionId === undefined) return undefined;
    for (const lane of this.#script.lanes.values()) {
      if ((this.#bindings.id('session', undefined, lane.sessionId) ?? lane.sessionId) === sessionId) return lane;
    }
    return undefined;
  }

  #awaitedAnswers(): ClientMessage[] {
    return [...this.#open.values()].filter((request) => answerTo(request) !== undefined);
  }

  #isIdle(): boolean {
    return [...this.#script.lanes.values()].every((lane) => this.#turns.ended(lane) >= turnsIn(lane));
  }

  #send(bytes: Uint8Array): void {
    this.#effects.push({ type: 'send', bytes });
  }

  #note(text: string): void {
    this.#effects.push({ type: 'note', text });
  }
}

/** The answer to a live request of the agent, before it may be sent. */
interface HeldAnswer {
  readonly request: RequestMessage;
  readonly ask: RecordedAsk;
  readonly answer: ClientMessage;
  /** What the recorded client said between the two. */
  readonly before: readonly ClientMessage[];
}

function newsOfLane({ outputs }: Script, lane: Lane) {
  return outputs.flatMap(({ frame, session }) => (session === lane ? newsOfFrame(frame) : []));
}

/** Turns of the session that the recording saw the end of. */
function turnsIn({ work }: Lane): number {
  return work.filter(([, end]) => end !== Infinity).length;
}

/** Whether a request loads or resumes a session that nothing in the recording made. */
export function restoresUnknown({ kind, method, lane, frame }: ClientMessage): boolean {
  const restores = kind === 'request' && (method === 'session/load' || method === 'session/resume');
  return restores && lane?.isBrought === true && lane.opener?.frame === frame;
}

/** A request for a new session with what was said of the one to be loaded. */
function asNewSession(bytes: Uint8Array): Uint8Array {
  const message = readMessage(bytes);
  if (message.kind !== 'request') return bytes;
  const { sessionId, ...params } = objectOf(message.params) ?? {};
  const said = JSON.stringify(sessionId === undefined ? {} : params);
  return encoder.encode(`{"jsonrpc":"2.0","id":${message.id},"method":"session/new","params":${said}}`);
}

function withOption(bytes: Uint8Array, option: string): Uint8Array {
  const text = textOfFrame({ bytes, text: undefined } as RecordedFrame) ?? '';
  const span = spanAt(text, '/result/outcome/optionId');
  if (span === undefined) return bytes;
  return encoder.encode(spliced(text, [{ start: span[0], end: span[1], text: JSON.stringify(option) }]));
}
