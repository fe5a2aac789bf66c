import { deserialize, serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import type { Connection } from '../../model/state/connection.js';
import type { Session } from '../../model/state/session.js';
import type { ToolCall } from '../../model/state/tool-call.js';
import type { TurnSummary } from '../../model/state/turn.js';
import { inflatedDerived } from '../blocks/deflated.js';
import { packLists, unpackLists } from '../schema/packed-lists.js';

/** Raise this with each change of the format of stored states: states in another format are derived again. */
export const STATE_FORMAT = 4;

/**
 * A state in parts. The histories are by far the largest part, and a frame needs little of them, so they are read only when they are used.
 */
interface KeptState {
  /** The state without the histories, serialized and deflated. */
  readonly connection: Uint8Array;
  /** The histories of sessions that have a long one, by session id. */
  readonly histories: ReadonlyMap<string, Uint8Array>;
}

/** The members of a session that grow all the time. */
const HISTORY = ['toolCalls', 'closedTurns'] as const;
type History = Pick<Session, (typeof HISTORY)[number]>;

/** A shorter history stays in the session. */
const LEAST_ITEMS = 16;

/** Histories that were not used yet. */
const unread = new WeakMap<Session, Uint8Array>();

/** Serializes a state. Maps, sets and shared references are preserved. */
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

/** Undefined if it cannot be read: another Node wrote it in its own format, or it is not a state. */
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

/** A copy of a session without its history; an unread history stays unread. */
function withoutHistory(session: Session): Session {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(session) as (keyof Session)[]) {
    rest[name] = HISTORY.some((own) => own === name) ? undefined : session[name];
  }
  return rest as unknown as Session;
}

/** Gives a session its history as soon as any of it is used. */
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
