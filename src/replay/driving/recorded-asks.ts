import type { PlaceProtocol } from '../../acp/places/place-protocol.js';
import { readMessage, type RequestMessage } from '../../wire/message.js';
import type { Meanings } from '../../fixture/redact/match-holes.js';
import type { StandIns } from '../../fixture/redact/stand-ins.js';
import type { Bindings } from '../engine/bindings.js';
import { differences, type Judge } from '../engine/differences.js';
import { pointerTo } from '../engine/json-places.js';
import { placesOf, textOfFrame } from '../engine/live-frames.js';
import type { RecordedFrame } from '../script/recorded.js';
import type { ClientMessage, Lane, Script } from '../script/script.js';

/** A request that the recorded agent made, and how the client answered it. */
export interface RecordedAsk {
  readonly frame: RecordedFrame;
  readonly method: string;
  readonly lane: Lane | undefined;
  /** How many prompts of the session were recorded before it. */
  readonly turn: number;
  /** Undefined if the recorded client never answered. */
  readonly answer: ClientMessage | undefined;
}

/** The recorded requests of one method in one session, in recorded order. */
interface AskGroup {
  readonly all: RecordedAsk[];
  /** Those that were not matched with a live request yet, by turn. */
  readonly waiting: Map<number, RecordedAsk[]>;
}

/** The live values of recorded ones. */
interface AskRun {
  readonly bindings: Bindings;
  readonly standIns: StandIns;
  readonly protocol: PlaceProtocol;
}

/** How different a recorded request is from a live one, and what its placeholders mean if the two match. */
interface Compared {
  /** In how many places they differ. */
  readonly distance: number;
  readonly meanings: Meanings;
}

/** How many recorded requests are compared with one of the agent. */
const LOOKED_AT = 100;

/** Finds the recorded request for each request of a real agent: by method, session and params, never by id. */
export class RecordedAsks {
  readonly #groups = new Map<Lane | undefined, Map<string, AskGroup>>();
  readonly #run: AskRun;

  constructor(script: Script, run: AskRun) {
    this.#run = run;
    const answers = new Map(script.messages.map((message) => [message.frame, message]));
    const prompts = new Map<Lane, number[]>();
    for (const { frame, lane, method } of script.messages) {
      if (lane === undefined || method !== 'session/prompt') continue;
      const own = prompts.get(lane);
      if (own === undefined) prompts.set(lane, [frame.seq]);
      else own.push(frame.seq);
    }
    const turns = new Map<Lane, number>();
    for (const { frame, session: lane } of script.outputs) {
      for (const { kind, method, key } of frame.said) {
        if (kind !== 'request' || method === undefined || key === undefined) continue;
        let turn = (lane && turns.get(lane)) ?? 0;
        while (lane !== undefined && (prompts.get(lane)?.[turn] ?? Infinity) < frame.seq) turn += 1;
        if (lane !== undefined) turns.set(lane, turn);
        const answer = frame.answers.get(key);
        this.#add({ frame, method, lane, turn, answer: answer && answers.get(answer) });
      }
    }
  }

  /**
   * The recorded request that corresponds to a live one: an identical one of this turn, otherwise an identical one of an earlier turn,
   * otherwise the nearest one of this turn. A permission is given only once, and only in its turn. A request for another file never
   * corresponds, because the recorded answer says nothing about that file.
   *
   * @param turn how many prompts of the session were sent
   */
  take(request: RequestMessage, lane: Lane | undefined, turn: number): RecordedAsk | undefined {
    const { all, waiting } = this.#group(lane, request.method);
    const own = waiting.get(turn) ?? [];
    let nearest: (Compared & { readonly index: number }) | undefined;
    for (const [index, ask] of own.slice(0, LOOKED_AT).entries()) {
      const compared = this.#compare(ask, request);
      if (compared.distance < (nearest?.distance ?? Infinity)) nearest = { index, ...compared };
      if (compared.distance === 0) break;
    }
    if (nearest?.distance !== 0 && !ONCE.has(request.method)) {
      const before = all.slice(0, 1 + all.findLastIndex((ask) => ask.turn <= turn)).slice(-LOOKED_AT);
      const again = before.findLast((ask) => this.#compare(ask, request).distance === 0);
      if (again !== undefined) return again;
    }
    if (nearest === undefined || (nearest.distance > 0 && ABOUT_ONE_THING.has(request.method))) return undefined;
    if (nearest.distance === 0) this.#run.standIns.bind(nearest.meanings);
    return own.splice(nearest.index, 1)[0];
  }

  #add(ask: RecordedAsk): void {
    const { all, waiting } = this.#group(ask.lane, ask.method);
    all.push(ask);
    const own = waiting.get(ask.turn);
    if (own === undefined) waiting.set(ask.turn, [ask]);
    else own.push(ask);
  }

  #group(lane: Lane | undefined, method: string): AskGroup {
    const groups = this.#groups.get(lane) ?? new Map<string, AskGroup>();
    this.#groups.set(lane, groups);
    const known = groups.get(method);
    if (known !== undefined) return known;
    const group: AskGroup = { all: [], waiting: new Map() };
    groups.set(method, group);
    return group;
  }

  /** Ids are not compared, except that of a terminal, which the recorded client gave. */
  #compare({ frame, lane }: RecordedAsk, request: RequestMessage): Compared {
    const { bindings, standIns, protocol } = this.#run;
    const meanings = new Map<string, string>();
    const text = textOfFrame(frame);
    if (text === undefined) return { distance: Infinity, meanings };
    const message = readMessage(frame.bytes, text);
    const recorded = message.kind === 'request' ? message.params : undefined;
    const minted = placesOf(frame, text, message, protocol).filter(({ kind }) => kind !== 'terminal');
    const ids = new Set(minted.map(({ start }) => pointerTo(text, start)));
    const rewriter = bindings.rewriter(lane);
    const judge: Judge = {
      judge: (pointer) => (pointer.endsWith('/_meta') || ids.has(`/params${pointer}`) ? 'equal' : undefined),
      text: (expected) => rewriter.value(expected),
      isSame: (expected, received) => {
        const found = standIns.meanings(expected, received, meanings);
        for (const [standIn, meaning] of found ?? []) meanings.set(standIn, meaning);
        return found !== undefined;
      },
      meant: (expected) => standIns.text(expected, meanings),
    };
    return { distance: differences(recorded, request.params, judge).length, meanings };
  }
}

const ONCE: ReadonlySet<string> = new Set(['session/request_permission']);
const ABOUT_ONE_THING: ReadonlySet<string> = new Set(['fs/read_text_file']);
