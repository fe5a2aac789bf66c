import type { BoundKind } from '../../acp/places/place-plan.js';
import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import type { Sender } from '../../wire/frame.js';
import { readMessage, type Message } from '../../wire/message.js';
import { Bindings, isAbsolute, rootKey } from '../engine/bindings.js';
import type { FixturePlace } from '../divergence/divergence.js';
import { placesOf, sessionOf, textOfFrame } from '../engine/live-frames.js';
import type { RecordedFrame } from '../script/recorded.js';
import { saidBefore } from '../script/said-before.js';
import type { ClientMessage, Lane, Script } from '../script/script.js';
import { MARKER, UnfollowedPaths, type UnfollowedPath } from './unfollowed-paths.js';

/** An id of the fixture, except those of requests. */
export interface ExplainedId {
  readonly kind: Exclude<BoundKind, 'request' | 'root'>;
  readonly recorded: string;
  /** Number of the session it belongs to. */
  readonly session: number | undefined;
  readonly mintedBy: Sender;
  /** Whether the live client's value replaces it. Ids that the agent created are sent as recorded. */
  readonly isBound: boolean;
  readonly first: FixturePlace;
  /** In how many places it occurs. */
  readonly count: number;
}

/** The folder of a session, which is replaced by the live client's. */
export interface ExplainedRoot {
  readonly recorded: string;
  /** The numbers of the sessions that work in it. */
  readonly sessions: readonly number[];
  /** The message in which the client first sends it. */
  readonly first: FixturePlace;
  /** In how many places it occurs, in the frames of each side. */
  readonly places: Readonly<Record<Sender, number>>;
}

export interface ExplainedBindings {
  /** How many requests each side made. The client's get the live client's ids, the agent's keep the recorded ones. */
  readonly requests: Readonly<Record<Sender, number>>;
  readonly ids: readonly ExplainedId[];
  readonly roots: readonly ExplainedRoot[];
  readonly unfollowed: readonly UnfollowedPath[];
}

interface Explaining {
  readonly script: Script;
  readonly protocol: PlaceProtocol;
  readonly place: (frame: RecordedFrame) => FixturePlace;
  readonly numberOf: (lane: Lane) => number;
}

/**
 * Finds which values of a fixture are bound, and which paths might have been but are not.
 *
 * @param frames of client and agent, in order
 */
export function explainBindings(frames: readonly RecordedFrame[], explaining: Explaining): ExplainedBindings {
  const reader = new BindingReader(explaining);
  for (const frame of frames) reader.ids(frame);
  for (const frame of frames) reader.paths(frame);
  return reader.explained();
}

class BindingReader {
  readonly #explaining: Explaining;
  readonly #messageOf: ReadonlyMap<RecordedFrame, ClientMessage>;
  readonly #sessionOf: ReadonlyMap<RecordedFrame, Lane | undefined>;
  readonly #ids = new Map<string, ExplainedId & { count: number }>();
  readonly #roots = new Map<string, ExplainedRoot & { sessions: number[]; places: Record<Sender, number> }>();
  readonly #requests = { client: 0, agent: 0 };
  /** Binds each folder to a unique name. */
  readonly #markers = new Bindings();
  readonly #unfollowed = new UnfollowedPaths();

  constructor(explaining: Explaining) {
    this.#explaining = explaining;
    const { messages, outputs } = explaining.script;
    this.#messageOf = new Map(messages.map((message) => [message.frame, message]));
    this.#sessionOf = new Map<RecordedFrame, Lane | undefined>([
      ...messages.map(({ frame, lane }) => [frame, lane] as const),
      ...outputs.map(({ frame, session }) => [frame, session] as const),
    ]);
  }

  ids(frame: RecordedFrame): void {
    const text = textOfFrame(frame);
    if (text === undefined || frame.sender === 'stderr') return;
    const message = readMessage(frame.bytes, text);
    for (const { kind } of frame.said) if (kind === 'request') this.#requests[frame.sender] += 1;
    for (const { kind, value } of placesOf(frame, text, message, this.#explaining.protocol)) {
      if (kind === 'root') this.#root(value, frame);
      else if (kind !== 'request') this.#id(kind, value, frame, frame.sender);
    }
  }

  paths(frame: RecordedFrame): void {
    const text = textOfFrame(frame);
    const isMessage = frame.said.some(({ kind }) => kind !== 'malformed');
    if (text === undefined || frame.sender === 'stderr' || !isMessage) return;
    const rewriter = this.#markers.rewriter(this.#sessionOf.get(frame));
    for (const edit of rewriter.edits(text)) {
      const number = Number(new RegExp(`${MARKER}(\\d+)-`).exec(edit.text)?.[1]);
      const root = [...this.#roots.values()][number];
      if (root !== undefined) root.places[frame.sender] += 1;
    }
    if (frame.sender === 'client') return;
    const json = jsonOf(readMessage(frame.bytes, text));
    const place = () => this.#explaining.place(frame);
    this.#unfollowed.frame({ text, json, place, rewriter, roots: [...this.#roots.keys()] });
  }

  explained(): ExplainedBindings {
    return {
      requests: this.#requests,
      ids: [...this.#ids.values()],
      roots: [...this.#roots.values()],
      unfollowed: this.#unfollowed.found(),
    };
  }

  #id(kind: ExplainedId['kind'], recorded: string, frame: RecordedFrame, mintedBy: Sender): void {
    const sessionId = kind === 'session' ? recorded : sessionOf(frame);
    const name = JSON.stringify([kind, sessionId ?? null, recorded]);
    const known = this.#ids.get(name);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const { script, numberOf, place } = this.#explaining;
    const lane = sessionId === undefined ? undefined : script.lanes.get(sessionId);
    const isBound = mintedBy === 'client' && this.#isBrought(kind, recorded, frame);
    const session = lane && numberOf(lane);
    this.#ids.set(name, { kind, recorded, session, mintedBy, isBound, first: place(frame), count: 1 });
  }

  #isBrought(kind: ExplainedId['kind'], recorded: string, frame: RecordedFrame): boolean {
    const { script } = this.#explaining;
    if (kind === 'session') return script.lanes.get(recorded)?.isBrought === true;
    const isAnswer = this.#messageOf.get(frame)?.asked !== undefined;
    return (kind === 'terminal' && isAnswer) || !saidBefore(script, recorded, frame.seq);
  }

  #root(value: string, frame: RecordedFrame): void {
    if (frame.sender !== 'client' || !isAbsolute(value)) return;
    const recorded = rootKey(value);
    const lane = this.#sessionOf.get(frame);
    const { numberOf, place } = this.#explaining;
    const known = this.#roots.get(recorded);
    const root = known ?? { recorded, sessions: [], first: place(frame), places: { client: 0, agent: 0 } };
    this.#roots.set(recorded, root);
    const number = [...this.#roots.keys()].indexOf(recorded);
    this.#markers.bindRoot({ recorded, live: `${MARKER}${number}-` }, lane);
    const session = lane && numberOf(lane);
    if (session !== undefined && !root.sessions.includes(session)) root.sessions.push(session);
  }
}

function jsonOf(message: Message) {
  return message.kind === 'batch' ? undefined : message.json;
}
