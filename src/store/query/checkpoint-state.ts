import { deserialize, serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import type { Connection } from '../../model/state/connection.js';
import type { Session } from '../../model/state/session.js';
import type { ToolCall } from '../../model/state/tool-call.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { inflatedDerived } from '../blocks/deflated.js';
import { packLists, unpackLists } from '../schema/packed-lists.js';

/** To be raised with each change of the form in which a state is kept: what is kept in another is derived again. */
export const STATE_FORMAT = 4;

/** A state in parts: what most of it is by far, and a frame needs little of, is read when it is asked for. */
interface KeptState {
  /** Serialized and deflated, without what is in `histories`. */
  readonly connection: Uint8Array;
  /** Of the sessions that have a long one, by their ids. */
  readonly histories: ReadonlyMap<string, Uint8Array>;
}

/** What of a session grows all the time. */
const HISTORY = ['toolCalls', 'closedTurns'] as const;
type History = Pick<Session, (typeof HISTORY)[number]>;

/** A shorter one is left where it is. */
const LEAST_ITEMS = 16;

/** Histories that nobody has asked for yet. */
const unread = new WeakMap<Session, Uint8Array>();

/** A state as bytes. Maps, sets and what is referred to twice stay what they are. */
export function serializeState(connection: Connection): Buffer {
  const histories = new Map<string, Uint8Array>();
  const sessions = new Map<string, Session>();
  for (const [id, session] of connection.sessions) {
    const history = unread.get(session) ?? packHistory(session);
    if (history !== undefined) histories.set(id, history);
    sessions.set(id, history === undefined ? session : withoutHistory(session));
  }
  const rest = deflateRawSync(serialize({ ...connection, sessions }), { level: 1 });
  return serialize({ connection: rest, histories } satisfies KeptState);
}

/** Undefined where it cannot be read: another Node wrote it in its own form, or it is no state. */
export function deserializeState(bytes: Buffer): Connection | undefined {
  try {
    const kept = deserialize(bytes) as KeptState;
    const connection = deserialize(inflatedDerived(kept.connection)) as Connection;
    for (const [id, history] of kept.histories) {
      const session = connection.sessions.get(id);
      if (session !== undefined) lendHistory(session, history);
    }
    return connection;
  } catch {
    return undefined;
  }
}

function packHistory({ toolCalls, closedTurns }: History): Uint8Array | undefined {
  if (toolCalls.size + closedTurns.length < LEAST_ITEMS) return undefined;
  return packLists([[...toolCalls.values()], closedTurns]);
}

function unpackHistory(bytes: Uint8Array): History {
  const [calls = [], turns = []] = unpackLists(bytes) as [ToolCall[]?, TurnSummary[]?];
  return { toolCalls: new Map(calls.map((call) => [call.id, call])), closedTurns: turns };
}

/** A copy; what is unread stays so. */
function withoutHistory(session: Session): Session {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(session) as (keyof Session)[]) {
    rest[name] = HISTORY.some((own) => own === name) ? undefined : session[name];
  }
  return rest as unknown as Session;
}

/** A session gets its history as soon as any of it is asked for. */
function lendHistory(session: Session, history: Uint8Array): void {
  unread.set(session, history);
  const take = (): History => {
    unread.delete(session);
    const read = unpackHistory(history);
    for (const name of HISTORY) define(session, name, { value: read[name], writable: true });
    return read;
  };
  for (const name of HISTORY) define(session, name, { get: () => take()[name] });
}

function define(session: Session, name: keyof History, descriptor: PropertyDescriptor): void {
  Object.defineProperty(session, name, { ...descriptor, configurable: true, enumerable: true });
}
