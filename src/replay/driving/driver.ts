import { METHOD_NOT_FOUND, NOT_FOUND } from '../../acp/methods/error-codes.js';
import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import { StandIns } from '../../fixture/redact/stand-ins.js';
import { objectOf, textOf } from '../../model/json-access.js';
import { keyOf, type RequestKey } from '../../model/state/request-key.js';
import { readMessage, type Message, type RequestMessage, type SingleMessage } from '../../wire/message.js';
import { Bindings, isAbsolute } from '../engine/bindings.js';
import { liveBytes, placesOf, sessionOf, textOfFrame } from '../engine/live-frames.js';
import type { ClientMessage, Lane, Script } from '../script/script.js';
import { placeOf, summaryOf } from '../script/frame-summaries.js';
import { chosenOption, optionLike, withOption } from './chosen-option.js';
import type { DriveEffect, DriveInput, DriveOptions } from './drive-effects.js';
import { LiveTurns } from './live-turns.js';
import { routeOf, toldKey, type Milestone, type Route } from './milestones.js';
import { RecordedAsks, type RecordedAsk } from './recorded-asks.js';
import { asNewSession, opensUnknown } from './unknown-sessions.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** How long to wait for an answer without a request, in ms: nobody owes it. */
const STRAY_MS = 1_000;

/** Plays the client of a fixture to a real agent. */
export class ClientDriver {
  readonly #protocol: PlaceProtocol;
  readonly #options: DriveOptions;
  readonly #lanes: ReadonlyMap<string, Lane>;
  /** The sessions that the live agent created, by their live ids. */
  readonly #laneOfLive = new Map<string, Lane>();
  readonly #bindings = new Bindings();
  readonly #standIns: StandIns;
  readonly #asks: RecordedAsks;
  readonly #route: Route;
  readonly #turns = new LiveTurns();
  readonly #queue: readonly ClientMessage[];
  readonly #answered = new Set<ClientMessage>();
  readonly #open = new Map<RequestKey, ClientMessage>();
  readonly #sent = new Set<ClientMessage>();
  readonly #untold: Set<string>;
  /** How many messages of the queue were sent. */
  #next = 0;
  /** How many milestones were reached without a gap, counted from the first. */
  #reached = 0;
  /** Answers that wait until earlier messages of the recorded client were sent. */
  #held: HeldAnswer[] = [];
  #effects: DriveEffect[] = [];
  /** How many answers without a request have come. */
  #strays = 0;
  #nowMs = 0;
  /** When one of the two last sent something. */
  #heardMs = 0;

  constructor(script: Script, protocol: PlaceProtocol, options: DriveOptions) {
    this.#protocol = protocol;
    this.#options = options;
    this.#lanes = script.lanes;
    this.#standIns = new StandIns(options.headers);
    this.#asks = new RecordedAsks(script, { bindings: this.#bindings, standIns: this.#standIns, protocol });
    this.#route = routeOf(script);
    this.#untold = new Set(this.#route.told);
    this.#queue = script.messages.filter(({ asked }) => asked === undefined);
  }

  /** The next time at which something may happen without a message, in ms; undefined if there is none. */
  get wakeMs(): number | undefined {
    const next = this.#queue[this.#next];
    const within = next === undefined ? this.#route.leftOpen : [this.#route.awaited.get(next)?.within];
    const isStray = this.#route.milestones[this.#reached]?.is === 'stray';
    const moments = isStray ? [this.#heardMs + STRAY_MS] : within.flatMap((place) => this.#turns.momentsOf(place));
    // times in the past have no effect any more
    const coming = moments.filter((moment) => moment > this.#nowMs);
    return coming.length === 0 ? undefined : Math.min(...coming);
  }

  /** Whether everything was sent, and everything recorded has come. */
  get isDone(): boolean {
    return (
      this.#next === this.#queue.length &&
      this.#held.length === 0 &&
      this.#reached === this.#route.milestones.length &&
      this.#route.leftOpen.every(
        (place) => this.#turns.isOver(place.prompt) || this.#turns.isThere(place, this.#nowMs, true),
      )
    );
  }

  /** Whether each recorded kind of update has come for each session. Some agents send some kinds only at the very end. */
  get isAllTold(): boolean {
    return this.#untold.size === 0;
  }

  /** How long the recorded agent went on after everything was done, in ms. */
  get tailMs(): number {
    return this.#route.tailMs;
  }

  /** A text that says what the driver waits for. */
  awaited(): string {
    const milestone = this.#route.milestones[this.#reached];
    const next = this.#queue[this.#next];
    const isNext = next !== undefined && (this.#route.awaited.get(next)?.milestones ?? 0) <= this.#reached;
    if (milestone === undefined || isNext) {
      return next === undefined ? 'the rest of a turn' : `what came before ${placeOf(next.frame).summary}`;
    }
    if (milestone.is === 'stray') return 'an answer to no request';
    const what = placeOf(milestone.request.frame).summary;
    return milestone.is === 'answer' ? `the response to ${what}` : `the end of the turn of ${what}`;
  }

  /** Takes an input; returns what to do, in order. */
  step(input: DriveInput): readonly DriveEffect[] {
    this.#nowMs = input.atMs;
    if (input.type === 'line') this.#line(readMessage(input.bytes));
    this.#advance();
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #line(message: Message): void {
    this.#heardMs = this.#nowMs;
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
    const kind = textOf(objectOf(objectOf(message.params)?.['update'])?.['sessionUpdate']);
    if (lane !== undefined && kind !== undefined) this.#untold.delete(toldKey(lane, kind));
    if (message.kind === 'request') this.#takeRequest(message, lane);
  }

  #takeAnswer(message: SingleMessage & { kind: 'response' }): void {
    const key = keyOf(message);
    const request = key === undefined ? undefined : this.#open.get(key);
    if (key === undefined || request === undefined) {
      this.#strays += 1;
      return;
    }
    this.#open.delete(key);
    this.#answered.add(request);
    const made = message.outcome.ok ? textOf(objectOf(message.outcome.result)?.['sessionId']) : undefined;
    const { lane } = request;
    if (made !== undefined && lane?.opener === request) {
      this.#bindings.bindId('session', undefined, { recorded: lane.sessionId, live: made });
      this.#laneOfLive.set(made, lane);
    }
    this.#turns.answered(request, message.outcome.ok);
  }

  #takeRequest(request: RequestMessage, lane: Lane | undefined): void {
    if (this.#options.usesRealFiles && request.method.startsWith('fs/')) {
      this.#effects.push({ type: 'file', request });
      return;
    }
    const ask = this.#asks.take(request, lane, this.#turns.prompts(lane));
    if (ask === undefined) {
      this.#refuse(request);
      return;
    }
    if (ask.answer === undefined) return;
    this.#held.push({ request, ask, answer: ask.answer, before: this.#saidBetween(ask, ask.answer) });
  }

  /** The client's messages in the session between a request and its answer that were not sent yet. */
  #saidBetween({ frame, lane }: RecordedAsk, answer: ClientMessage): ClientMessage[] {
    const before: ClientMessage[] = [];
    for (let i = this.#next; (this.#queue[i]?.frame.seq ?? Infinity) < answer.frame.seq; i += 1) {
      const message = this.#queue[i];
      if (message !== undefined && message.lane === lane && message.frame.seq > frame.seq) before.push(message);
    }
    return before;
  }

  #refuse(request: RequestMessage): void {
    this.#note(`the agent sent ${summaryOf(request)}, which was not recorded`);
    const code = request.method === 'fs/read_text_file' ? NOT_FOUND : METHOD_NOT_FOUND;
    const error = { code, message: 'This request is not in the replayed fixture' };
    this.#send(encoder.encode(`{"jsonrpc":"2.0","id":${request.id},"error":${JSON.stringify(error)}}`));
  }

  /** Sends everything that may be sent now, in recorded order. */
  #advance(): void {
    for (;;) {
      this.#reach();
      const free = this.#held.filter(({ before }) => before.every((message) => this.#sent.has(message)));
      if (free.length > 0) this.#held = this.#held.filter((held) => !free.includes(held));
      for (const held of free) this.#answer(held);
      const next = this.#queue[this.#next];
      if (next === undefined || !this.#isDue(next)) return;
      this.#next += 1;
      this.#say(next);
    }
  }

  #reach(): void {
    for (;;) {
      const milestone = this.#route.milestones[this.#reached];
      if (milestone === undefined) return;
      if (!this.#isReached(milestone)) return;
      this.#reached += 1;
    }
  }

  #isReached(milestone: Milestone): boolean {
    switch (milestone.is) {
      case 'answer':
        return this.#answered.has(milestone.request);
      case 'end':
        return this.#turns.isOver(milestone.request);
      case 'stray':
        return this.#strays >= milestone.count || this.#nowMs >= this.#heardMs + STRAY_MS;
      default:
        return milestone satisfies never;
    }
  }

  #isDue(message: ClientMessage): boolean {
    const { milestones, within } = this.#route.awaited.get(message) ?? { milestones: 0 };
    if (this.#reached < milestones) return false;
    if (within === undefined) return true;
    if (!this.#turns.isOver(within.prompt)) return this.#turns.isThere(within, this.#nowMs);
    this.#note(`the turn was over before ${placeOf(message.frame).summary} could be sent`);
    return true;
  }

  #say(message: ClientMessage): void {
    this.#bindRoots(message);
    this.#sent.add(message);
    if (message.kind === 'request' && message.key !== undefined) this.#open.set(message.key, message);
    this.#turns.said(message, this.#nowMs);
    const bytes = this.#bytesOf(message, undefined);
    this.#send(this.#options.makesNewSessions && opensUnknown(message) ? asNewSession(bytes) : bytes);
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
    if (option === undefined) {
      this.#note(`${summaryOf(request)} offers no option of the recorded kind, ${chosen}`);
    }
    const isOther = option !== undefined && option !== chosen;
    this.#send(isOther ? encoder.encode(withOption(decoder.decode(bytes), option)) : bytes);
  }

  /** @param askId for an answer: the live id of its request, as it is spelled */
  #bytesOf({ frame, lane }: ClientMessage, askId: string | undefined): Uint8Array {
    return liveBytes(frame, {
      rewriter: this.#bindings.rewriter(lane),
      standIns: this.#standIns,
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
      const live = this.#options.rootOf(value);
      this.#bindings.bindRoot({ recorded: value, live }, lane);
      this.#standIns.bind(this.#standIns.meaningsOfRoot(value, live));
    }
  }

  #laneOf(sessionId: string | undefined): Lane | undefined {
    if (sessionId === undefined) return undefined;
    const made = this.#laneOfLive.get(sessionId);
    if (made !== undefined) return made;
    // a session that the live agent created has another id
    const isBound = this.#bindings.id('session', undefined, sessionId) !== undefined;
    return isBound ? undefined : this.#lanes.get(sessionId);
  }

  #send(bytes: Uint8Array): void {
    this.#heardMs = this.#nowMs;
    this.#effects.push({ type: 'send', bytes });
  }

  #note(text: string): void {
    this.#effects.push({ type: 'note', text });
  }
}

/** The answer to a live request of the agent that may not be sent yet. */
interface HeldAnswer {
  readonly request: RequestMessage;
  readonly ask: RecordedAsk;
  readonly answer: ClientMessage;
  /** The recorded client's messages between the two. */
  readonly before: readonly ClientMessage[];
}
