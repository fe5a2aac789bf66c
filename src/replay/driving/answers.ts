import type { Protocol } from '../../acp/protocol.js';
import { objectOf, objectsOf, textOf } from '../../model/json-access.js';
import { isJsonObject, type JsonValue } from '../../wire/json-text.js';
import { readMessage, type RequestMessage } from '../../wire/message.js';
import type { Bindings } from '../bindings.js';
import { differences, type Judge } from '../differences.js';
import { placesOf, textOfFrame } from '../live-frames.js';
import { pointerTo } from '../json-places.js';
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

/** Finds for each request of a real agent the recorded one that it is: by method, session and params, never by id. */
export class RecordedAsks {
  readonly #asks: readonly RecordedAsk[];
  readonly #used = new Set<RecordedAsk>();
  readonly #bindings: Bindings;
  readonly #protocol: Protocol;

  constructor(script: Script, bindings: Bindings, protocol: Protocol) {
    this.#bindings = bindings;
    this.#protocol = protocol;
    const answers = new Map(script.messages.map((message) => [message.frame, message]));
    this.#asks = script.outputs.flatMap(({ frame, session }) =>
      frame.said.flatMap(({ kind, method, key }) => {
        if (kind !== 'request' || method === undefined || key === undefined) return [];
        const answer = frame.answers.get(key);
        return [{ frame, method, lane: session, answer: answer && answers.get(answer) }];
      }),
    );
  }

  /** The nearest recorded request that was not taken yet; one that is quite the same may be taken again. */
  take(request: RequestMessage, lane: Lane | undefined): RecordedAsk | undefined {
    let nearest: { ask: RecordedAsk; distance: number } | undefined;
    for (const ask of this.#asks) {
      if (ask.method !== request.method || ask.lane !== lane) continue;
      const distance = this.#distance(ask, request);
      if (this.#used.has(ask) && (distance > 0 || request.method === 'session/request_permission')) continue;
      const isUsed = this.#used.has(ask);
      if (nearest === undefined || distance < nearest.distance || (!isUsed && this.#used.has(nearest.ask))) {
        nearest = { ask, distance };
      }
    }
    if (nearest !== undefined) this.#used.add(nearest.ask);
    // another file is another request: what was recorded for one says nothing of the other
    return nearest !== undefined && isAboutOne(request.method) && nearest.distance > 0 ? undefined : nearest?.ask;
  }

  /** In how many places the params differ, ids left out. */
  #distance({ frame, lane }: RecordedAsk, request: RequestMessage): number {
    const text = textOfFrame(frame);
    if (text === undefined) return Infinity;
    const message = readMessage(frame.bytes, text);
    const recorded = message.kind === 'request' ? message.params : undefined;
    const ids = new Set(placesOf(frame, text, message, this.#protocol).map(({ start }) => pointerTo(text, start)));
    const rewriter = this.#bindings.rewriter(lane);
    const judge: Judge = {
      judge: (pointer) => (pointer.endsWith('/_meta') || ids.has(`/params${pointer}`) ? 'equal' : undefined),
      text: (expected) => rewriter.value(expected),
      isSame: () => false,
    };
    return differences(recorded, request.params, judge).length;
  }
}

/** Requests that are about the file they name. */
function isAboutOne(method: string): boolean {
  return method === 'fs/read_text_file';
}

/**
 * The option of a live permission request that means what the recorded client chose: the same id if it is of the same kind, else the first
 * of that kind (v1/tool-calls: permission options).
 *
 * @returns undefined where no option is of that kind
 */
export function optionLike(
  chosenId: string,
  recorded: JsonValue | undefined,
  live: JsonValue | undefined,
): string | undefined {
  const kind = kindOf(chosenId, recorded);
  if (kind === undefined || kindOf(chosenId, live) === kind) return kind === undefined ? undefined : chosenId;
  const alike = optionsOf(live).find((option) => option['kind'] === kind);
  return textOf(alike?.['optionId']);
}

function kindOf(optionId: string, params: JsonValue | undefined): string | undefined {
  return textOf(optionsOf(params).find((option) => option['optionId'] === optionId)?.['kind']);
}

function optionsOf(params: JsonValue | undefined) {
  return objectsOf(isJsonObject(params) ? params['options'] : undefined);
}

/** The option that an answer to a permission request chose. */
export function chosenOption(result: JsonValue | undefined): string | undefined {
  return textOf(objectOf(objectOf(result)?.['outcome'])?.['optionId']);
}
