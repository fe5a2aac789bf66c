import { noAnsweredIds } from './answered-ids.js';
import type { Connection, Requests, Wire } from './connection.js';

/** What is known before the first frame. */
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
    ending: { signals: [] },
    last: undefined,
  };
}

function noRequests(): Requests {
  return { pending: new Map(), answered: noAnsweredIds(), broken: new Set(), made: 0 };
}

function silentWire(): Wire {
  return { frames: 0, bytes: 0, unreadable: 0, unread: [], unnoticed: [], hasRead: -1 };
}
