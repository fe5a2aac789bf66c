import { noAnsweredIds, type Requests } from './exchange.js';
import type { Connection } from './connection.js';
import type { Wire } from './wire.js';

/**
 * The state before the first frame. It has every member, even those without a value yet: members added later would give
 * each connection an object layout of its own, which makes every access slower.
 */
export function newConnection({ fromStart = false }: { fromStart?: boolean } = {}): Connection {
  return {
    fromStart,
    gap: undefined,
    openSinceGap: 0,
    version: 1,
    negotiated: false,
    dialect: undefined,
    dialectSigns: { messageId: false, errorStop: false, emptyPromptResults: 0, acceptedBatch: false },
    initialization: {
      state: 'none',
      request: undefined,
      answer: undefined,
      requested: undefined,
      answered: undefined,
      client: undefined,
      agent: undefined,
      clientCapabilities: undefined,
      agentCapabilities: undefined,
      authMethods: [],
      everOfferedAuth: false,
      inUse: false,
      early: [],
      workedBefore: false,
    },
    requests: { client: noRequests(), agent: noRequests() },
    wires: { client: silentWire(), agent: silentWire() },
    sessions: new Map(),
    callSessions: new Map(),
    early: new Set(),
    cursors: new Set(),
    authenticated: undefined,
    batches: [],
    elicitations: [],
    terminals: new Map(),
    acpServers: new Set(),
    platform: undefined,
    launch: undefined,
    notReading: { client: undefined, agent: undefined, stderr: undefined },
    ending: {
      clientEof: undefined,
      agentEof: undefined,
      exit: undefined,
      signals: [],
      incomplete: undefined,
      undelivered: undefined,
    },
    last: undefined,
  };
}

function noRequests(): Requests {
  return {
    pending: new Map(),
    open: 0,
    counts: new Map(),
    questions: new Set(),
    answered: noAnsweredIds(),
    broken: new Set(),
    made: 0,
  };
}

function silentWire(): Wire {
  return {
    frames: 0,
    bytes: 0,
    unreadable: 0,
    unread: [],
    unnoticed: [],
    tail: undefined,
    mayBeginLate: false,
    lastNotification: undefined,
    last: undefined,
    hasRead: -1,
  };
}
