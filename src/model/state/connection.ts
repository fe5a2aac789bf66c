import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { Sender } from '../../wire/frame.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { Moment } from './moment.js';
import type { RequestKey } from './request-key.js';
import type { OpenBatch, Requests } from './exchange.js';
import type { Session } from './session.js';
import type { Wire } from './wire.js';

/** The two drafts of v2: that of August 2026, and that of November (no batches, `messageId` in prompt results, ...). */
export type Dialect = 'v2a' | 'v2b';

/** The methods to authenticate by that the agent offers (spec: v1/authentication). */
export interface AuthMethod {
  readonly id: string;
  readonly type: string;
}

/** Who spoke, in which version, and with what capabilities (spec: v1/initialization). */
export interface Initialization {
  state: 'none' | 'sent' | 'done' | 'failed';
  request: Moment | undefined;
  answer: Moment | undefined;
  requested: JsonValue | undefined;
  answered: JsonValue | undefined;
  /** Whether the request was well-formed JSON-RPC with an integer version. */
  client: JsonObject | undefined;
  agent: JsonObject | undefined;
  clientCapabilities: JsonObject | undefined;
  agentCapabilities: JsonObject | undefined;
  authMethods: readonly AuthMethod[];
  /** Whether any initialize of the connection offered one. */
  everOfferedAuth: boolean;
  /** The client sent another request after it was answered. */
  inUse: boolean;
  /** What the client sent before it, in a recording that may not begin at the beginning; the first few. */
  early: (Moment & { readonly method: string })[];
  /** Before any initialize was seen the agent was at work already: the recording begins later than the connection. */
  workedBefore: boolean;
}

/** A form or a page that the agent asked the user for (spec: v1/elicitation). */
export interface Elicitation extends Moment {
  readonly key: RequestKey;
  readonly mode: string | undefined;
  readonly id: string | undefined;
  readonly sessionId: string | undefined;
  state: 'open' | 'accepted' | 'declined' | 'completed';
}

/** A terminal that the client runs for the agent (v1 terminals). */
export interface ClientTerminal extends Moment {
  readonly id: string;
  readonly sessionId: string | undefined;
  readonly command: string | undefined;
  readonly outputByteLimit: number | undefined;
  /** What the client last said of its end, as `code/signal`; undefined while it runs. */
  exit: string | undefined;
  /** When the client first said that it ended. */
  exited: Moment | undefined;
  /** `terminal/wait_for_exit` was answered. */
  waited: boolean;
  /** The beginning of its output as last reported, and whether the client said that it had cut it. */
  output: { readonly head: string; readonly truncated: boolean } | undefined;
  released: Moment | undefined;
  embedded: boolean;
}

/** How the recording ended: what is known of the process and its pipes. */
export interface Ending {
  clientEof: Moment | undefined;
  agentEof: Moment | undefined;
  exit: (Moment & { readonly code: number | undefined; readonly signal: string | undefined }) | undefined;
  /** Signals that reached the tap from outside. */
  signals: (Moment & { readonly name: string })[];
  /** The tap itself was stopped or could not record all. */
  incomplete: Moment | undefined;
  /** The client stopped reading before it had all that the agent said. */
  undelivered: Moment | undefined;
}

/** All that a perfect observer knows of one connection after the frames so far. A plain value: it can be stored. */
export interface Connection {
  /** Whether the recording begins where the connection began. */
  fromStart: boolean;
  /** The last hole in the recording, or frame too long to be looked at; what was pending may have been answered in it. */
  gap: Moment | undefined;
  /** 1 until the agent's answer to initialize says otherwise. */
  version: ProtocolVersion;
  /** Whether `version` was negotiated. */
  negotiated: boolean;
  dialect: (Moment & { readonly name: Dialect; readonly sign: string }) | undefined;
  /** Signs of a dialect that do not decide alone. */
  dialectSigns: { messageId: boolean; errorStop: boolean; emptyPromptResults: number; acceptedBatch: boolean };
  initialization: Initialization;
  requests: Record<Sender, Requests>;
  wires: Record<Sender, Wire>;
  sessions: Map<string, Session>;
  /** Cursors that session/list handed out. */
  cursors: Set<string>;
  authenticated: Moment | undefined;
  batches: OpenBatch[];
  elicitations: Elicitation[];
  /** Terminals of v1: see clientTerminal. */
  terminals: Map<string, ClientTerminal>;
  /** Servers of type "acp" that setup requests declared. */
  acpServers: Set<string>;
  ending: Ending;
  /** The last entry. */
  last: Moment | undefined;
}
