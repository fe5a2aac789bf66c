import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import type { FixturePlace } from '../divergence/divergence.js';
import { explainBindings, type ExplainedBindings } from './explained-bindings.js';
import type { ReplayOptions } from '../engine/match-options.js';
import { Order } from '../script/order.js';
import type { RecordedFrame } from '../script/recorded.js';
import {
  unanswered,
  type ClientMessage,
  type Lane,
  type Output,
  type OwnEnding,
  type Script,
} from '../script/script.js';
import { placeOf } from '../script/frame-summaries.js';
import { WaitWriter, type Wait } from '../script/waits.js';

/** How a fixture will be replayed. */
export interface Explanation {
  /** Everything that is sent or awaited, in recorded order. */
  readonly frames: readonly ExplainedFrame[];
  readonly sessions: readonly ExplainedSession[];
  readonly bindings: ExplainedBindings;
  /** Undefined if the replay ends with its client. */
  readonly ending: OwnEnding | undefined;
  /** Requests of the client that the recorded agent never answered. */
  readonly unanswered: readonly FixturePlace[];
}

export interface ExplainedFrame {
  readonly place: FixturePlace;
  readonly sender: RecordedFrame['sender'];
  /** Number of the session it belongs to. */
  readonly session: number | undefined;
  /** For a frame of the agent: whether it keeps the order of its session. */
  readonly isInLane: boolean;
  /** For a message of the client: whether the agent's later frames of its session wait for it. */
  readonly drives: boolean;
  /** For a frame of the agent, what it waits for; for a message of the client, what has to come before it. */
  readonly waits: readonly Wait[];
}

export interface ExplainedSession {
  /** From 1, in the order in which the client first mentions them. */
  readonly number: number;
  readonly recorded: string;
  /** The request that creates or opens it; undefined if none in the fixture does. */
  readonly opener: FixturePlace | undefined;
  readonly frames: Readonly<Record<'client' | 'agent', number>>;
}

/** Explains a fixture: what each frame waits for, and which values are bound. */
export function explain(script: Script, protocol: PlaceProtocol, { match }: Pick<ReplayOptions, 'match'>): Explanation {
  const numbers = new Map(Array.from(script.lanes.values(), (lane, i) => [lane, i + 1]));
  const numberOf = (lane: Lane): number => numbers.get(lane) ?? 0;
  const place = remembered((frame) => placeOf(frame, 'without-session'));
  const waits = new WaitWriter({ messages: script.messages, order: new Order(script), match }, place, numberOf);
  const placed = [
    ...script.messages.map((message) => ({ frame: message.frame, explained: ofMessage(message) })),
    ...script.outputs.map((output) => ({ frame: output.frame, explained: ofOutput(output) })),
  ].sort((a, b) => a.frame.seq - b.frame.seq);
  return {
    frames: placed.map(({ explained }) => explained),
    sessions: Array.from(script.lanes.values(), sessionOf),
    bindings: explainBindings(
      placed.map(({ frame }) => frame),
      { script, protocol, place, numberOf },
    ),
    ending: script.ending,
    unanswered: unanswered(script).map(({ frame }) => place(frame)),
  };

  function ofMessage(message: ClientMessage): ExplainedFrame {
    const { frame, lane, drives } = message;
    const session = lane && numberOf(lane);
    return { place: place(frame), sender: 'client', session, isInLane: false, drives, waits: waits.ofMessage(message) };
  }

  function ofOutput(output: Output): ExplainedFrame {
    const { frame, session, lane } = output;
    return {
      place: place(frame),
      sender: frame.sender,
      session: session && numberOf(session),
      isInLane: lane !== undefined,
      drives: false,
      waits: waits.ofOutput(output),
    };
  }

  function sessionOf(lane: Lane): ExplainedSession {
    const { sessionId, opener, messages } = lane;
    const agent = script.outputs.filter(({ session }) => session === lane).length;
    return {
      number: numberOf(lane),
      recorded: sessionId,
      opener: opener && place(opener.frame),
      frames: { client: messages.length, agent },
    };
  }
}

function remembered(place: (frame: RecordedFrame) => FixturePlace): (frame: RecordedFrame) => FixturePlace {
  const places = new Map<RecordedFrame, FixturePlace>();
  return (frame) => {
    const found = places.get(frame) ?? place(frame);
    places.set(frame, found);
    return found;
  };
}
