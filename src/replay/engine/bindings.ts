import type { BoundKind } from '../../acp/places/place-plan.js';
import { RootRewriter } from '../../fixture/rewrite/root-rewriter.js';
import type { RequestKey } from '../../model/state/request-key.js';
import type { ClientMessage, Lane } from '../script/script.js';

/** The live values that are bound to recorded ones. A binding lasts for the whole run. */
export class Bindings {
  /** Whether any request of the client has another id than the recorded one. */
  movesRequests = false;
  /** The same for any other id. */
  movesIds = false;
  /** The ids of the client's requests, as they are spelled on the wire. */
  readonly #requests = new Map<string, string>();
  /** The same, by recorded id alone: that of the latest request with it. */
  readonly #latestRequests = new Map<RequestKey, string>();
  readonly #ids = new Map<string, string>();
  /** Live ids that are bound already, because two recorded ids never share one. */
  readonly #taken = new Map<string, string>();
  readonly #roots = new Map<string, string>();
  readonly #rootsOf = new Map<Lane, Set<string>>();
  readonly #rewriters = new Map<Lane | undefined, RootRewriter>();

  /** The live id, as it is spelled, of a request of the client. */
  requestId(message: ClientMessage, key: RequestKey): string | undefined {
    return this.#requests.get(`${message.index} ${key}`);
  }

  /** The live id of the latest request of the client with that recorded id. */
  latestRequestId(key: RequestKey): string | undefined {
    return this.#latestRequests.get(key);
  }

  /** The live value of a recorded id; undefined if the recorded one is used unchanged. */
  id(kind: BoundKind, sessionId: string | undefined, recorded: string): string | undefined {
    return this.#ids.get(idKey(kind, sessionId, recorded));
  }

  /** The recorded id to which a live one is bound already. */
  takenBy(kind: BoundKind, sessionId: string | undefined, live: string): string | undefined {
    return this.#taken.get(idKey(kind, sessionId, live));
  }

  /** The live root of a recorded one. */
  root(recorded: string): string | undefined {
    return this.#roots.get(rootKey(recorded));
  }

  /** Rewrites texts of a session to its live folders; without a session, to those of all sessions. */
  rewriter(lane: Lane | undefined): RootRewriter {
    const own = lane === undefined ? undefined : this.#rootsOf.get(lane);
    const place = own === undefined ? undefined : lane;
    const known = this.#rewriters.get(place);
    if (known !== undefined) return known;
    const roots = Array.from(this.#roots).filter(([recorded]) => own?.has(recorded) ?? true);
    const rewriter = new RootRewriter(new Map(roots));
    this.#rewriters.set(place, rewriter);
    return rewriter;
  }

  /** @param tokens the ids as they are spelled */
  bindRequest(message: ClientMessage, key: RequestKey, { recorded, live }: Pair): void {
    this.#requests.set(`${message.index} ${key}`, live);
    this.#latestRequests.set(key, live);
    this.movesRequests ||= recorded !== live;
  }

  bindId(kind: BoundKind, sessionId: string | undefined, { recorded, live }: Pair): void {
    this.#ids.set(idKey(kind, sessionId, recorded), live);
    this.movesIds ||= recorded !== live;
    this.#taken.set(idKey(kind, sessionId, live), recorded);
  }

  bindRoot({ recorded, live }: Pair, lane: Lane | undefined): void {
    this.#roots.set(rootKey(recorded), rootKey(live));
    if (lane !== undefined) {
      const own = this.#rootsOf.get(lane) ?? new Set<string>();
      this.#rootsOf.set(lane, own.add(rootKey(recorded)));
    }
    this.#rewriters.clear();
  }
}

/** A recorded value and the live value that is bound to it. */
export interface Pair {
  readonly recorded: string;
  readonly live: string;
}

/** Whether a path can be the root of a session: it is absolute (v1/session-setup: working directory). */
export function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

/** `/a` and `/a/` are one directory. */
export function rootKey(path: string): string {
  return path.replace(/(?<=.)[/\\]+$/, '');
}

function idKey(kind: BoundKind, sessionId: string | undefined, value: string): string {
  return kind === 'session' ? `session\0${value}` : `${kind}\0${sessionId ?? ''}\0${value}`;
}
