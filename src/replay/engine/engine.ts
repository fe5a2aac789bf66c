import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import { StandIns } from '../../fixture/redact/stand-ins.js';
import { keyOf, type RequestKey } from '../../model/state/request-key.js';
import { readMessage } from '../../wire/message.js';
import { Asks, type Ask } from '../script/asks.js';
import { Bindings } from './bindings.js';
import { cancelledTurns, excusedBy } from '../script/cancelling.js';
import type { ComparedFixture } from './comparison.js';
import type { Coverage, Divergence, FixturePlace } from '../divergence/divergence.js';
import { divergenceOf, sharedIdOf, silenceOf, unusedOf } from '../divergence/diverging.js';
import type { Effect, Input } from './effects.js';
import { LiveFrames } from './live-frames.js';
import { liveMessage, requestsIn, type LiveMessage } from './live-message.js';
import { Matcher, type Match } from './matcher.js';
import type { ReplayOptions } from './match-options.js';
import { Progress } from './progress.js';
import type { RecordedFrame } from '../script/recorded.js';
import { Release } from './release.js';
import { saidBefore } from '../script/said-before.js';
import { sharesId, unanswered, type ClientMessage, type Output, type Script } from '../script/script.js';
import { placeOf } from '../script/frame-summaries.js';
import { isUsersPart } from '../script/users-part.js';
import { usedCapabilities } from '../script/used-capabilities.js';

const UNEXPECTED: Match & { isMatch: false } = {
  isMatch: false,
  kind: 'unexpected',
  nearest: undefined,
  differences: [],
  missing: undefined,
};

/** Plays the agent of a fixture. The same inputs always give the same effects. */
export class ReplayEngine {
  readonly #script: Script;
  readonly #options: ReplayOptions;
  readonly #progress: Progress;
  readonly #matcher: Matcher;
  readonly #release: Release;
  readonly #frames: LiveFrames;
  readonly #bindings = new Bindings();
  readonly #asks: Asks;
  /** Requests of the client without an answer: their ids, as they are spelled. */
  readonly #open = new Map<RequestKey, string>();
  /** Prompts whose turn was cancelled, although not in the recording. */
  readonly #cancelled = new Set<ClientMessage>();
  #effects: Effect[] = [];
  #sent = 0;
  #lastNs: number | undefined;
  #divergence: Divergence | undefined;
  #isFinished = false;

  /** @param standIns the placeholders of the fixture, whose meanings are not known yet */
  constructor(script: Script, protocol: PlaceProtocol, options: ReplayOptions, standIns: StandIns = new StandIns()) {
    this.#script = script;
    this.#options = options;
    this.#progress = new Progress(script);
    this.#asks = new Asks(script);
    const fixture: ComparedFixture = {
      bindings: this.#bindings,
      protocol,
      options,
      usedCapabilities: usedCapabilities(script, protocol),
      isGiven: (sessionId) => script.lanes.get(sessionId)?.isBrought === false,
      saidBefore: (text, seq) => saidBefore(script, text, seq),
      standIns,
    };
    this.#matcher = new Matcher(script, this.#progress, fixture);
    this.#release = new Release(script, this.#progress);
    const messages = new Map(script.messages.map((message) => [message.frame, message]));
    this.#frames = new LiveFrames({ bindings: this.#bindings, standIns, protocol }, (frame) => messages.get(frame));
  }

  /** The divergence, if there was one; nothing is compared after it. */
  get divergence(): Divergence | undefined {
    return this.#divergence;
  }

  get coverage(): Coverage {
    const { messages, outputs, ending } = this.#script;
    const agent = outputs.filter(({ frame }) => frame.sender === 'agent').length;
    return {
      clientMessages: { came: this.#progress.count, of: ending?.clientMessages ?? messages.length },
      agentFrames: { sent: this.#sent, of: agent },
    };
  }

  /** Whether the client has to send something before the replay can go on or end. */
  get isAwaiting(): boolean {
    if (this.#divergence !== undefined || this.#isFinished) return false;
    const isAwaited = this.#progress.awaited().next().done !== true;
    return isAwaited && (!this.#options.allowPartial || this.#open.size > 0);
  }

  /** Whether the replay waits only for decisions of a person, who may take any time. */
  get isUsersTurn(): boolean {
    const { lanes } = this.#script;
    const hasSession = [...lanes.values()].some(({ opener }) => opener !== undefined && this.#progress.came(opener));
    const { allowed } = this.#situation();
    return allowed.length > 0 && allowed.every((message) => isUsersPart(message, hasSession));
  }

  /** Requests that have come, but that the recorded agent never answered. */
  unanswered(): FixturePlace[] {
    return unanswered(this.#script)
      .filter(this.#progress.came)
      .map(({ frame }) => placeOf(frame));
  }

  /** Sends the frames that wait for nothing, before the client sends anything. */
  start(): readonly Effect[] {
    this.#advance();
    return this.#take();
  }

  step(input: Input): readonly Effect[] {
    switch (input.type) {
      case 'line':
        this.#line(input.bytes);
        break;
      case 'end':
        if (this.#divergence === undefined && !this.#options.allowPartial && this.isAwaiting) {
          this.#diverge(unusedOf(this.#situation()));
        }
        this.#isFinished = true;
        break;
      case 'timeout':
        if (this.isAwaiting) this.#diverge(silenceOf(this.#situation(), this.#release.firstHeld()));
        break;
      default:
        input satisfies never;
    }
    return this.#take();
  }

  #take(): readonly Effect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }

  #line(bytes: Uint8Array): void {
    const live = liveMessage(bytes);
    const { message } = live;
    if (message.kind === 'malformed' && message.reason === 'blank') return;
    if (this.#takesAnyAnswer(message)) return;
    const requests = requestsIn(live);
    if (this.#divergence !== undefined) {
      this.#refuse(requests, this.#divergence);
      return;
    }
    const match = this.#match(live);
    const shared = requests.find(([key], i) => {
      return this.#open.has(key) || requests.slice(0, i).some(([earlier]) => earlier === key);
    });
    for (const [key, token] of requests) this.#open.set(key, token);
    if (match.isMatch && shared !== undefined && !sharesId(match.message, this.#script)) {
      this.#diverge(sharedIdOf(live, shared[1], this.#situation()));
    } else if (match.isMatch) this.#accept(match);
    else if (!this.#answersCancel(live)) this.#diverge(divergenceOf(live, match, this.#situation()));
  }

  #accept({ message, differences, commit }: Match & { isMatch: true }): void {
    commit();
    this.#progress.note(message);
    this.#release.came(message);
    if (message.frame.atNs !== undefined) this.#lastNs = message.frame.atNs;
    this.#effects.push({ type: 'matched', message });
    if (differences.length > 0) this.#effects.push({ type: 'warn', message, differences });
    this.#advance();
  }

  #match(live: LiveMessage): Match {
    const { message } = live;
    const key = message.kind === 'response' ? keyOf(message) : undefined;
    const ask = key === undefined ? undefined : (this.#asks.waiting(key) ?? this.#asks.answered(key));
    if (key === undefined || ask === undefined) return this.#matcher.find(live);
    const match = this.#matchAnswer(ask, live);
    if (match.isMatch) {
      this.#asks.settle(key);
      return match;
    }
    // the id was used twice: this may be a repeated answer to the earlier request
    const before = this.#asks.answered(key)?.answer;
    return before === undefined ? match : (this.#matcher.findRepeated(before, live) ?? match);
  }

  #matchAnswer({ frame, answer }: Ask, live: LiveMessage): Match {
    return answer === undefined ? { ...UNEXPECTED, unanswered: frame } : this.#matcher.findAnswer(answer, live);
  }

  /** Whether a message answers a request of a turn that the client has cancelled since; any answer is then accepted. */
  #takesAnyAnswer(message: LiveMessage['message']): boolean {
    const key = message.kind === 'response' ? keyOf(message) : undefined;
    const ask = key === undefined ? undefined : this.#asks.waiting(key);
    if (key === undefined || ask === undefined || !this.#asks.isReleased(ask)) return false;
    this.#asks.settle(key);
    return true;
  }

  /** Ends turns that the recorded client did not cancel. False if the options do not allow that, or if nothing is cancelled. */
  #answersCancel({ message }: LiveMessage): boolean {
    if (!this.#options.answersCancels) return false;
    const facts = { script: this.#script, bindings: this.#bindings, progress: this.#progress };
    const turns = cancelledTurns(message, facts);
    for (const turn of turns ?? []) {
      if (this.#cancelled.has(turn.prompt)) continue;
      this.#cancelled.add(turn.prompt);
      const isSent = this.#release.skip(turn);
      for (const each of excusedBy(turn)) {
        if (!this.#progress.came(each)) this.#progress.excuse(each);
        if (each.asked !== undefined) this.#asks.release(each.asked);
      }
      this.#effects.push({ type: 'cancel', turn, isSent });
    }
    this.#advance();
    return turns !== undefined;
  }

  /** Sends all free frames, in recorded order. */
  #advance(): void {
    for (const output of this.#release.free()) this.#send(output);
    const { ending } = this.#script;
    if (ending === undefined || this.#isFinished || this.#release.firstHeld() !== undefined) return;
    if (this.#progress.prefix < ending.clientMessages) return;
    this.#isFinished = true;
    this.#effects.push({ type: 'finish', exit: ending.exit });
  }

  #send(output: Output): void {
    const { frame } = output;
    const bytes = this.#frames.bytesOf(output);
    const pauseNs = frame.atNs === undefined || this.#lastNs === undefined ? 0 : Math.max(0, frame.atNs - this.#lastNs);
    if (frame.atNs !== undefined) this.#lastNs = Math.max(frame.atNs, this.#lastNs ?? 0);
    if (frame.sender === 'agent') this.#sent += 1;
    this.#asks.sent(frame);
    this.#noteAnswered(bytes, frame);
    this.#effects.push({ type: 'send', frame, lane: output.lane, bytes, pauseNs });
  }

  #noteAnswered(bytes: Uint8Array, { said }: RecordedFrame): void {
    if (!said.some(({ kind }) => kind === 'response')) return;
    const message = readMessage(bytes);
    for (const entry of message.kind === 'batch' ? message.messages : [message]) {
      const key = entry.kind === 'response' ? keyOf(entry) : undefined;
      if (key !== undefined) this.#open.delete(key);
    }
  }

  #diverge(divergence: Divergence): void {
    this.#divergence = divergence;
    this.#effects.push({ type: 'diverge', divergence });
    // otherwise these requests would wait for ever
    this.#refuse(this.#open, divergence);
    this.#open.clear();
  }

  #refuse(requests: Iterable<readonly [RequestKey, string]>, divergence: Divergence): void {
    for (const [, id] of requests) this.#effects.push({ type: 'refuse', id, divergence });
  }

  #situation() {
    const awaited = [...this.#progress.awaited()];
    const allowed = awaited.filter(
      (message) => this.#asks.isAsked(message) && this.#matcher.missing(message) === undefined,
    );
    return { awaited, allowed, last: this.#progress.last, coverage: this.coverage };
  }
}
