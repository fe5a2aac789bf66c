import { MAKES_SESSION } from '../../acp/methods/method-groups.js';
import { dropOldest } from '../drop-oldest.js';
import type { Connection } from '../state/connection.js';
import { listOf, objectOf, objectsOf, textOf } from '../json-access.js';
import { newSession, type ReplayWindow, type Session } from '../state/session.js';
import { openOfClient } from '../requests/open-requests.js';
import { sessionIdIn } from './session-id.js';
import { sessionOf } from './session-of.js';
import { settleRestored } from '../turns/prompts.js';
import { applySetup } from './settings.js';
import type { Step } from '../state/step.js';
import { isWorking, restoreWork } from '../turns/work.js';

const REMEMBERED_CURSORS = 10_000;
const REMEMBERED_SERVERS = 10_000;

/** Applies a request of the client that opens, restores, closes or changes a session; ignores others. */
export function applySessionRequest(connection: Connection, step: Step, method: string): void {
  const { params, session, seq, at } = step;
  switch (method) {
    case 'session/new':
    case 'session/load':
    case 'session/resume':
    case 'session/fork':
      for (const server of objectsOf(params?.['mcpServers'])) declareAcpServer(connection, server);
      if (method === 'session/load' || method === 'session/resume') openReplay(connection, step, method);
      return;
    case 'session/close':
      if (session === undefined) return;
      settleRestored(session, step);
      for (let i = session.open.length - 1; i >= 0; i -= 1) {
        const turn = session.open[i];
        // all that were open at an earlier close have it
        if (turn === undefined || turn.closing !== undefined) break;
        turn.closing = { seq, at };
      }
      for (const prompt of session.prompts) if (prompt.echo === undefined) prompt.cancelled ??= { seq, at };
      return;
    default:
  }
}

/** Whether a session/new or fork is pending: an unknown id may be the one that it creates (spec: v1/session-setup). */
export function awaitsNewSession(connection: Connection): boolean {
  return awaitedSessions(connection) > 0;
}

/** The number of pending requests that create a session. */
export function awaitedSessions(connection: Connection): number {
  return openOfClient(connection, MAKES_SESSION);
}

/** The session that the agent names. A session that nothing created is recorded as "seen". */
export function sessionNamedByAgent(connection: Connection, sessionId: string, step: Step): Session {
  const isEarly = awaitsNewSession(connection);
  if (isEarly && !connection.sessions.has(sessionId)) connection.early.add(sessionId);
  return sessionOf(connection.sessions, sessionId, step, isEarly ? 'early' : 'active');
}

/** Whether what the opening answer said still holds: it was recorded, and nothing closes or restores the session. */
export function isInUse({ opened, state, replay }: Session): boolean {
  return opened !== undefined && state === 'active' && replay === undefined;
}

function declareAcpServer({ acpServers }: Connection, server: ReturnType<typeof objectsOf>[number]): void {
  const id = textOf(server['id']) ?? textOf(server['serverId']) ?? textOf(server['name']);
  if (server['type'] === 'acp' && id !== undefined) {
    acpServers.add(id);
    dropOldest(acpServers, REMEMBERED_SERVERS);
  }
}

function openReplay(connection: Connection, step: Step, method: ReplayWindow['method']): void {
  const { params, sessionId, key, seq, at } = step;
  if (sessionId === undefined || key === undefined) return;
  const session = sessionOf(connection.sessions, sessionId, step, 'opening');
  session.replay = {
    seq,
    at,
    key,
    method,
    replays: method === 'session/load' || (params?.['replayFrom'] ?? null) !== null,
    cursor: textOf(objectOf(params?.['replayFrom'])?.['type']),
    duringWork: session.open.length > 0 && session.state !== 'closed',
    updates: 0,
    contents: 0,
    lastContent: undefined,
    state: undefined,
    stopReason: undefined,
    contentsAfterState: 0,
    messages: new Set(),
    userTexts: new Map(),
  };
  session.cwd ??= textOf(params?.['cwd']);
  session.lateHistory = undefined;
}

/** Applies the answer to a request of the client about sessions; ignores others. */
export function applySessionAnswer(connection: Connection, step: Step, method: string): void {
  switch (method) {
    case 'session/new':
    case 'session/fork':
      applyMade(connection, step, method === 'session/new' ? 'new' : 'fork');
      // what no answer made by now is of a session that is unknown
      if (!awaitsNewSession(connection)) connection.early.clear();
      return;
    case 'session/load':
    case 'session/resume':
      applyRestored(connection, step, method === 'session/load' ? 'load' : 'resume');
      return;
    case 'session/close':
      if (step.error === undefined) applyClosed(step);
      return;
    case 'session/delete':
      if (step.error === undefined) applyDeleted(connection, step);
      return;
    case 'session/list':
      applyListed(connection, step);
      return;
    default:
  }
}

function applyMade(connection: Connection, step: Step, origin: 'new' | 'fork'): void {
  const { result, params, seq, at } = step;
  const id = sessionIdIn(objectOf(result));
  if (id === undefined) return;
  const session = sessionOf(connection.sessions, id, step);
  session.origin = origin;
  open(session, step);
  session.cwd = textOf(params?.['cwd']) ?? session.cwd;
  session.roots = rootsOf(step);
  session.opened = { seq, at };
  applySetup(session, objectOf(result), step);
}

function applyRestored(connection: Connection, step: Step, origin: 'load' | 'resume'): void {
  const { session, result, error, params, seq, at } = step;
  if (session === undefined) return;
  const { replay } = session;
  session.replay = undefined;
  if (error !== undefined) {
    if (session.origin === 'seen' && session.opened === undefined) connection.sessions.delete(session.id);
    else if (session.state === 'opening') session.state = 'closed';
    return;
  }
  if (session.origin === 'seen' || session.origin === 'listed') session.origin = origin;
  if (connection.version === 2) restoreWork(session, step, replay);
  open(session, step);
  session.cwd = textOf(params?.['cwd']) ?? session.cwd;
  session.roots = rootsOf(step);
  session.opened = { seq, at };
  session.restored = {
    seq,
    at,
    method: `session/${origin}`,
    replays: replay?.replays ?? false,
    cursor: replay?.cursor,
    contents: replay?.contents ?? 0,
    turns: session.turns,
    lastContent: replay?.lastContent,
    settled: isWorking(session.foreground) ? { seq, at } : undefined,
    late: undefined,
  };
  applySetup(session, objectOf(result), step);
}

function open(session: Session, { seq, at }: Step): void {
  session.state = 'active';
  session.closed = undefined;
  session.deleted = undefined;
  session.foreground.since ??= { seq, at };
}

function rootsOf({ params }: Step): string[] {
  const cwd = textOf(params?.['cwd']);
  const others = listOf(params?.['additionalDirectories']).filter((entry) => typeof entry === 'string');
  return cwd === undefined ? others : [cwd, ...others];
}

function applyClosed({ session, seq, at }: Step): void {
  if (session === undefined) return;
  session.state = 'closed';
  session.closed = { seq, at };
}

function applyDeleted({ sessions }: Connection, step: Step): void {
  const { sessionId, seq, at } = step;
  if (sessionId === undefined) return;
  const session = sessions.get(sessionId) ?? newSession(sessionId, 'listed', 'listed', step);
  sessions.set(sessionId, session);
  session.deleted = { seq, at };
}

function applyListed(connection: Connection, step: Step): void {
  const result = objectOf(step.result);
  const cursor = textOf(result?.['nextCursor']);
  if (cursor !== undefined) connection.cursors.add(cursor);
  dropOldest(connection.cursors, REMEMBERED_CURSORS);
  for (const info of objectsOf(result?.['sessions'])) {
    const id = textOf(info['sessionId']);
    if (id === undefined) continue;
    const known = connection.sessions.get(id);
    const session = known ?? newSession(id, 'listed', 'listed', step);
    connection.sessions.set(id, session);
    session.cwd ??= textOf(info['cwd']);
    session.title = textOf(info['title']) ?? session.title;
  }
}
