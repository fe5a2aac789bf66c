import { MAKES_SESSION, OPENS_SESSION } from '../../acp/methods/method-groups.js';
import { visitStrings, type Holder } from '../../fixture/rewrite/json-strings.js';
import type { RequestKey } from '../../model/state/request-key.js';
import { CANCEL_REQUEST, type RecordedFrame, type Said } from './recorded.js';
import type { ClientMessage, Lane } from './script.js';

const DRIVERS: ReadonlySet<string> = new Set([
  ...OPENS_SESSION,
  'session/prompt',
  'session/cancel',
  'session/close',
  CANCEL_REQUEST,
]);

/** Whether a request opens a session. */
export function opens(method: string | undefined): boolean {
  return method !== undefined && OPENS_SESSION.has(method);
}

/** Finds the session that each frame belongs to. */
export class LaneFinder {
  readonly lanes = new Map<string, Lane>();
  readonly messages: ClientMessage[] = [];
  readonly #messageOf = new Map<RecordedFrame, ClientMessage>();
  readonly #frames: readonly RecordedFrame[];

  constructor(frames: readonly RecordedFrame[]) {
    this.#frames = frames;
    for (const frame of frames) if (frame.sender === 'client') this.#addMessage(frame);
  }

  /** The client's message of a frame. */
  messageOf(frame: RecordedFrame | undefined): ClientMessage | undefined {
    return frame && this.#messageOf.get(frame);
  }

  /** The lane of a frame of the agent; for a batch, the one that all its messages belong to. */
  laneOfOutput({ said }: RecordedFrame): Lane | undefined {
    const [first] = said;
    const lane = first && this.#laneOfSaid(first);
    return said.length < 2 || said.every((each) => this.#laneOfSaid(each) === lane) ? lane : undefined;
  }

  #laneOfSaid(said: Said): Lane | undefined {
    if (said.kind !== 'response') {
      const sessionId = said.withdrawn === undefined ? said.sessionId : askOf(said.request, said.withdrawn)?.sessionId;
      return sessionId === undefined ? undefined : this.#lane(sessionId);
    }
    const request = this.messageOf(said.request);
    if (request === undefined || said.key === undefined || said.key === NULL_KEY) return undefined;
    const asked = askOf(request.frame, said.key);
    if (asked === undefined || !drives(asked, request.frame)) return undefined;
    const made = madeBy(request.frame, asked);
    return made === undefined ? request.lane : this.#lane(made);
  }

  #addMessage(frame: RecordedFrame): void {
    const lanes = frame.said.map((said) => this.#laneOfClient(said, frame));
    const [only] = frame.said;
    const isSingle = !frame.isBatch && only !== undefined;
    const message: ClientMessage = {
      frame,
      index: this.messages.length,
      kind: isSingle ? only.kind : 'batch',
      method: isSingle ? only.method : undefined,
      lane: lanes.every((lane) => lane === lanes[0]) ? lanes[0] : undefined,
      drives: frame.said.some((said) => drives(said, frame)),
      drivenLanes: this.#drivenLanes(frame, lanes),
      asked: isSingle && only.kind === 'response' ? only.request : undefined,
      withdraws: isSingle && only.withdrawn !== undefined ? this.messageOf(only.request) : undefined,
      key: isSingle ? only.key : undefined,
    };
    this.messages.push(message);
    this.#messageOf.set(frame, message);
    message.lane?.messages.push(message);
    for (const lane of message.drivenLanes) lane.drivers.push(message);
    for (const said of frame.said) this.#noteOpening(said, message);
  }

  /** The lanes that a frame drives. A fork also drives the session that it copies. */
  #drivenLanes(frame: RecordedFrame, lanes: readonly (Lane | undefined)[]): Lane[] {
    const driven = frame.said.flatMap((said, i) => {
      if (!drives(said, frame)) return [];
      const copied = said.method === 'session/fork' ? said.sessionId : undefined;
      return [lanes[i], copied === undefined ? undefined : this.#lane(copied)];
    });
    return [...new Set(driven)].filter((lane) => lane !== undefined);
  }

  #laneOfClient(said: Said, frame: RecordedFrame): Lane | undefined {
    const sessionId = sessionOfClient(said, frame);
    if (sessionId !== undefined) return this.#lane(sessionId);
    return said.withdrawn === undefined ? undefined : this.messageOf(said.request)?.lane;
  }

  #noteOpening(said: Said, message: ClientMessage): void {
    const { frame, lane } = message;
    if (!opens(said.method) || said.kind !== 'request' || said.key === undefined) return;
    const answer = frame.answers.get(said.key);
    const refused = answer !== undefined && askOf(answer, said.key)?.isOk === false;
    if (lane === undefined) return;
    const isBrought = !MAKES_SESSION.has(said.method ?? '') && !this.#isSpokenOfBefore(lane.sessionId, frame);
    if (refused) {
      // the id of a session that could not be opened is the client's own, too
      if (lane.opener === undefined) lane.isBrought = isBrought;
      return;
    }
    lane.openers.push(message);
    if (lane.opener !== undefined) return;
    lane.opener = message;
    lane.opening = answer;
    lane.isBrought = isBrought;
  }

  /** Whether the agent named the session before the client did, so that the id is the agent's. */
  #isSpokenOfBefore(sessionId: string, frame: RecordedFrame): boolean {
    for (const { seq, sender, text, said } of this.#frames) {
      if (seq >= frame.seq) return false;
      if (sender === 'client' && said.some((each) => each.sessionId === sessionId)) return false;
      if (sender === 'agent' && text !== undefined && namesSession(text, sessionId)) return true;
    }
    return false;
  }

  #lane(sessionId: string): Lane {
    const known = this.lanes.get(sessionId);
    if (known !== undefined) return known;
    const lane: Lane = {
      sessionId,
      messages: [],
      drivers: [],
      outputs: [],
      work: [],
      openers: [],
      opener: undefined,
      opening: undefined,
      isBrought: false,
    };
    this.lanes.set(sessionId, lane);
    return lane;
  }
}

/** Whether a text names a session in any member for session ids. The same value elsewhere means something else. */
function namesSession(text: string, sessionId: string): boolean {
  if (!text.includes(JSON.stringify(sessionId))) return false;
  let isNamed = false;
  visitStrings(text, (found) => {
    isNamed ||= !found.isName && found.text === sessionId && /session/i.test(memberOf(found.holder));
  });
  return isNamed;
}

/** The name of the member that holds a string, or the list that contains it. */
function memberOf(holder: Holder | undefined): string {
  let at = holder;
  while (typeof at?.key === 'number') at = at.parent;
  return at?.key ?? '';
}

/** The key of the id null. An answer with it is to an unreadable message, even if a request had that id. */
const NULL_KEY = 'null' as RequestKey;

/** The message of a frame that has this id. */
function askOf(frame: RecordedFrame | undefined, key: RequestKey): Said | undefined {
  return frame?.said.find((said) => said.key === key);
}

function drives(said: Said, { sender }: RecordedFrame): boolean {
  if (said.kind !== 'response') return said.method !== undefined && DRIVERS.has(said.method);
  return sender === 'client' && said.request !== undefined;
}

function sessionOfClient(said: Said, frame: RecordedFrame): string | undefined {
  if (said.kind === 'response') return said.key && askOf(said.request, said.key)?.sessionId;
  return madeBy(frame, said) ?? said.sessionId;
}

/** The session that a request creates, according to its answer. */
function madeBy({ answers }: RecordedFrame, { method, key }: Said): string | undefined {
  if (method === undefined || key === undefined || !MAKES_SESSION.has(method)) return undefined;
  return askOf(answers.get(key), key)?.madeSessionId;
}
