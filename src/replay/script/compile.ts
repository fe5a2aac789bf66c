import type { RequestKey } from '../../model/state/request-key.js';
import { causedFrames, workOf } from './caused.js';
import { LaneFinder } from './lanes.js';
import { isEndingSignal } from '../../wire/ending-signals.js';
import type { PlacedEvent, Recorded, RecordedFrame } from './recorded.js';
import type { Cause, ClientMessage, Lane, Output, OwnEnding, Script } from './script.js';

/**
 * Finds what each frame of the agent waits for. The recorded order is the only evidence. So it is kept strictly for messages that drive a
 * turn, and loosely for others.
 */
export function compile({ frames, events }: Recorded): Script {
  const finder = new LaneFinder(frames);
  const sent = frames.filter(({ sender }) => sender !== 'client');
  const laneOfSent = sent.map((frame) => finder.laneOfOutput(frame));
  const causes = new CauseFinder(finder, causedByRequests(finder, sent, laneOfSent));
  const outputs: Output[] = [];
  for (const frame of frames) {
    if (frame.sender === 'client') {
      causes.came(frame);
      continue;
    }
    const output = causes.output(frame, laneOfSent[outputs.length]);
    outputs.push(output);
    output.lane?.outputs.push(output);
  }
  return { messages: finder.messages, outputs, lanes: finder.lanes, ending: ownEnding(events) };
}

/** @param laneOfSent the lane of each frame that the agent sent */
function causedByRequests(
  { lanes }: LaneFinder,
  sent: readonly RecordedFrame[],
  laneOfSent: readonly (Lane | undefined)[],
): Map<RecordedFrame, ClientMessage> {
  const framesOf = new Map<Lane | undefined, RecordedFrame[]>();
  for (const lane of lanes.values()) framesOf.set(lane, []);
  for (const [i, frame] of sent.entries()) framesOf.get(laneOfSent[i])?.push(frame);
  const caused = new Map<RecordedFrame, ClientMessage>();
  for (const lane of lanes.values()) {
    const frames = framesOf.get(lane) ?? [];
    lane.work = workOf(lane, frames);
    for (const [frame, request] of causedFrames(lane, frames)) caused.set(frame, request);
  }
  return caused;
}

/** Goes through the frames in recorded order, and finds for each output what it waits for. */
class CauseFinder {
  readonly #finder: LaneFinder;
  readonly #caused: ReadonlyMap<RecordedFrame, ClientMessage>;
  /** Requests that caused something besides their answer. */
  readonly #causing: ReadonlySet<ClientMessage>;
  readonly #withdrawals: ReadonlyMap<RecordedFrame, readonly ClientMessage[]>;
  readonly #driversSoFar = new Map<Lane, number>();
  /** For each id, the latest frame with a request of the agent. */
  readonly #askedWith = new Map<RequestKey, RecordedFrame>();
  /** The cause of the latest frame of each lane, by its place alone. */
  readonly #places = new Map<Lane | undefined, Cause>();
  #messagesSoFar = 0;

  constructor(finder: LaneFinder, caused: ReadonlyMap<RecordedFrame, ClientMessage>) {
    this.#finder = finder;
    this.#caused = caused;
    this.#causing = new Set(caused.values());
    this.#withdrawals = withdrawals(finder.messages);
  }

  came(frame: RecordedFrame): void {
    this.#messagesSoFar += 1;
    for (const lane of this.#finder.messageOf(frame)?.drivenLanes ?? []) {
      this.#driversSoFar.set(lane, (this.#driversSoFar.get(lane) ?? 0) + 1);
    }
  }

  output(frame: RecordedFrame, lane: Lane | undefined): Output {
    const answers = this.#answersToFreeIds(frame);
    const output = this.#outputOf(frame, lane);
    return answers.length === 0 ? output : { ...output, cause: { ...output.cause, answers } };
  }

  /** The answers to earlier requests with the ids of this frame. */
  #answersToFreeIds(frame: RecordedFrame): ClientMessage[] {
    const answers: ClientMessage[] = [];
    for (const { kind, key } of frame.said) {
      if (kind !== 'request' || key === undefined) continue;
      const earlier = this.#askedWith.get(key);
      this.#askedWith.set(key, frame);
      const answer = this.#finder.messageOf(earlier?.answers.get(key));
      if (answer !== undefined && answer.frame.seq < frame.seq) answers.push(answer);
    }
    return answers;
  }

  #outputOf(frame: RecordedFrame, lane: Lane | undefined): Output {
    const request = this.#caused.get(frame);
    if (request !== undefined) {
      const cause = { ...goesWith(request), requests: [request, ...this.#withdrawnBefore(frame, request)] };
      return { frame, session: request.lane, lane: undefined, cause };
    }
    const requests = this.#requestsOf(frame);
    if (lane === undefined && requests !== undefined) {
      return { frame, session: requests[0]?.lane, lane, cause: this.#answer(requests) };
    }
    const cause = this.#place(lane);
    return { frame, session: lane, lane, cause: requests === undefined ? cause : { ...cause, requests } };
  }

  /** What a frame waits for because of its place. Frames between two messages of the client share it. */
  #place(lane: Lane | undefined): Cause {
    const drivers = (lane && this.#driversSoFar.get(lane)) ?? 0;
    const everyBefore = drivers === 0 ? this.#messagesSoFar : 0;
    const latest = this.#places.get(lane);
    if (latest?.drivers === drivers && latest.everyBefore === everyBefore) return latest;
    const cause = { ...NO_CAUSE, everyBefore, drivers };
    this.#places.set(lane, cause);
    return cause;
  }

  /**
   * The cause of an answer outside lanes: it is sent when its request has come. If the request caused other frames, the session must be
   * open too.
   */
  #answer(requests: readonly ClientMessage[]): Cause {
    const [first] = requests;
    return first !== undefined && this.#causing.has(first)
      ? { ...goesWith(first), requests }
      : { ...NO_CAUSE, requests };
  }

  /** The requests that an answer waits for; undefined for frames that do not answer the client. */
  #requestsOf(frame: RecordedFrame): ClientMessage[] | undefined {
    if (frame.said[0]?.kind !== 'response') return undefined;
    const requests: ClientMessage[] = [];
    for (const { kind, request, key } of frame.said) {
      const message = kind === 'response' && key !== NULL_KEY ? this.#finder.messageOf(request) : undefined;
      if (message === undefined) return undefined;
      requests.push(message, ...this.#withdrawnBefore(frame, message));
    }
    return requests.length === 0 ? undefined : requests;
  }

  #withdrawnBefore({ seq }: RecordedFrame, request: ClientMessage): ClientMessage[] {
    return (this.#withdrawals.get(request.frame) ?? []).filter((withdrawal) => withdrawal.frame.seq < seq);
  }
}

const NULL_KEY = 'null';
const NO_CAUSE: Cause = { everyBefore: 0, drivers: 0, requests: [], opened: undefined, answers: [] };

/** The messages that withdraw a request, by the request's frame. */
function withdrawals(messages: readonly ClientMessage[]): Map<RecordedFrame, ClientMessage[]> {
  const found = new Map<RecordedFrame, ClientMessage[]>();
  for (const message of messages) {
    for (const { withdrawn, request } of message.frame.said) {
      if (withdrawn === undefined || request === undefined) continue;
      found.set(request, [...(found.get(request) ?? []), message]);
    }
  }
  return found;
}

function goesWith(request: ClientMessage): Cause {
  return { ...NO_CAUSE, requests: [request], opened: request.lane?.opening === undefined ? undefined : request.lane };
}

/** Whether the agent ended by itself: before its client left, and without being told to. */
function ownEnding(events: readonly PlacedEvent[]): OwnEnding | undefined {
  const tells = events.some(({ event }) => event.name === 'client-eof' || event.name === 'agent-eof');
  for (const { event, clientFramesBefore: clientMessages } of events) {
    if (event.name === 'client-eof' || event.name === 'signal') return undefined;
    if (event.name === 'exit') {
      const exit = exitOf(event.fields);
      const isCertain = tells || (exit !== undefined && 'code' in exit && exit.code !== 0);
      return isCertain ? { clientMessages, exit } : undefined;
    }
    if (event.name === 'agent-eof') return { clientMessages, exit: exitOf(exitAfter(events)) };
  }
  return undefined;
}

/** How the process ended after its stdout was closed, if that was by itself too. */
function exitAfter(events: readonly PlacedEvent[]): Readonly<Record<string, string>> {
  const next = events.find(({ event }) => ['exit', 'client-eof', 'signal'].includes(event.name))?.event;
  return next?.name === 'exit' ? next.fields : {};
}

function exitOf({ code, signal }: Readonly<Record<string, string>>): OwnEnding['exit'] {
  if (code !== undefined && /^\d{1,3}$/.test(code)) return { code: Number(code) };
  return signal !== undefined && isEndingSignal(signal) ? { signal } : undefined;
}
