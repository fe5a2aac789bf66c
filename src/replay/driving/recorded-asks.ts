import type { Protocol } from '../../acp/protocol.js';
import { readMessage, type RequestMessage } from '../../wire/message.js';
import type { Bindings } from '../bindings.js';
import { differences, type Judge } from '../differences.js';
import { pointerTo } from '../json-places.js';
import { placesOf, textOfFrame } from '../live-frames.js';
import type { RecordedFrame } from '../recorded.js';
import type { ClientMessage, Lane, Script } from '../script.js';

/** A request that the recorded agent made, and how the client answered it. */
export interface RecordedAsk {
  readonly frame: RecordedFrame;
  readonly method: string;
  readonly lane: Lane | undefined;
  /** Undefined where the recorded client never answered. */
  readonly answer: ClientMessage | undefined;
}

/** The recorded requests of one method in one session, in recorded order. */
interface AskGroup {
  readonly waiting: RecordedAsk[];
  readonly taken: RecordedAsk[];
}

/** So many recorded requests are looked at for one of the agent. */
const LOOKED_AT = 100;

/** Finds for each request of a real agent the recorded one that it is: by method, session and params, never by id. */
export class RecordedAsks {
  readonly #groups = new Map<Lane | undefined, Map<string, AskGroup>>();
  readonly #bindings: Bindings;
  readonly #protocol: Protocol;

  constructor(script: Script, bindings: Bindings, protocol: Protocol) {
    this.#bindings = bindings;
    this.#protocol = protocol;
    const answers = new Map(script.messages.map((message) => [message.frame, message]));
    for (const { frame, session: lane } of script.outputs) {
      for (const { kind, method, key } of frame.said) {
        if (kind !== 'request' || method === undefined || key === undefined) continue;
        const answer = frame.answers.get(key);
        this.#group(lane, method).waiting.push({ frame, method, lane, answer: answer && answers.get(answer) });
      }
    }
  }

  /**
   * The recorded request that is quite the same, else one that was answered before and is quite the same, else the nearest.
   * A permission is given once; and another file is another request: what was recorded for one says nothing of the other.
   */
  take(request: RequestMessage, lane: Lane | undefined): RecordedAsk | undefined {
    const { waiting, taken } = this.#group(lane, request.method);
    let nearest: { readonly index: number; readonly distance: number } | undefined;
    for (const [index, ask] of waiting.slice(0, LOOKED_AT).entries()) {
      const distance = this.#distance(ask, request);
      if (distance < (nearest?.distance ?? Infinity)) nearest = { index, distance };
      if (distance === 0) break;
    }
    if (nearest?.distance !== 0) {
      const again = this.#taken(taken, request);
      if (again !== undefined) return again;
    }
    if (nearest === undefined || (nearest.distance > 0 && ABOUT_ONE_THING.has(request.method))) return undefined;
    const [found] = waiting.splice(nearest.index, 1);
    if (found !== undefined) taken.push(found);
    return found;
  }

  #taken(taken: readonly RecordedAsk[], request: RequestMessage): RecordedAsk | undefined {
    if (ONCE.has(request.method)) return undefined;
    return taken.slice(-LOOKED_AT).findLast((ask) => this.#distance(ask, request) === 0);
  }

  #group(lane: Lane | undefined, method: string): AskGroup {
    const groups = this.#groups.get(lane) ?? new Map<string, AskGroup>();
    this.#groups.set(lane, groups);
    const known = groups.get(method);
    if (known !== undefined) return known;
    const group: AskGroup = { waiting: [], taken: [] };
    groups.set(method, group);
    return group;
  }

  /** In how many places the params differ, ids left out; but a terminal has the id that the recorded client gave it. */
  #distance({ frame, lane }: RecordedAsk, request: RequestMessage): number {
    const text = textOfFrame(frame);
    if (text === undefined) return Infinity;
    const message = readMessage(frame.bytes, text);
    const recorded = message.kind === 'request' ? message.params : undefined;
    const minted = placesOf(frame, text, message, this.#protocol).filter(({ kind }) => kind !== 'terminal');
    const ids = new Set(minted.map(({ start }) => pointerTo(text, start)));
    const rewriter = this.#bindings.rewriter(lane);
    const judge: Judge = {
      judge: (pointer) => (pointer.endsWith('/_meta') || ids.has(`/params${pointer}`) ? 'equal' : undefined),
      text: (expected) => rewriter.value(expected),
      isSame: () => false,
    };
    return differences(recorded, request.params, judge).length;
  }
}

const ONCE: ReadonlySet<string> = new Set(['session/request_permission']);
const ABOUT_ONE_THING: ReadonlySet<string> = new Set(['fs/read_text_file']);
