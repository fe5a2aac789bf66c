import { noAnsweredIds, type Requests } from './exchange.js';
import type { Connection } from './connection.js';
import type { Wire } from './wire.js';

/**
 * What is known before the first frame. Each member stands here, also where nothing is known of it yet: those that came
 * later would give each connection a layout of its own, and everyone who looks at it is slower then.
 */
export function newConnection({ fromStart = false }: { fromStart?: boolean } = {}): Connection {
  return {
    fromStart,
    gap: undefined,
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
    cursors: new Set(),
    authenticated: undefined,
    batches: [],
    elicitations: [],
    terminals: new Map(),
    acpServers: new Set(),
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
  return { pending: new Map(), answered: noAnsweredIds(), broken: new Set(), made: 0 };
}

function silentWire(): Wire {
  return {
    frames: 0,
    bytes: 0,
    unreadable: 0,
    unread: [],
    tail: undefined,
    mayBeginLate: false,
    lastNotification: undefined,
    last: undefined,
    hasRead: -1,
  };
}
