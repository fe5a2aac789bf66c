import type { ProtocolVersion } from '../../acp/methods/protocol.js';
import type { Sender, Stream } from '../../wire/frame.js';
import type { JsonObject, JsonValue } from '../../wire/json-text.js';
import type { Launch } from '../../wire/launch.js';
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
  /** Whether any initialize of the connection offered a method. */
  everOfferedAuth: boolean;
  /** Whether the client sent another request after the answer. */
  inUse: boolean;
  /** The first few messages of the client before it, if the recording may begin later than the connection. */
  early: (Moment & { readonly method: string })[];
  /** The agent was already working before any initialize, so the recording begins later than the connection. */
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
  /** The exit status that the client last reported, as `code/signal`; undefined while it runs. */
  exit: string | undefined;
  /** When the client first reported its end. */
  exited: Moment | undefined;
  /** `terminal/wait_for_exit` was answered. */
  waited: boolean;
  /** The beginning of its last reported output, and whether the client said that it was truncated. */
  output: { readonly head: string; readonly truncated: boolean } | undefined;
  released: Moment | undefined;
  embedded: boolean;
}

/** How the recording ended: what is known about the process and its pipes. */
export interface Ending {
  clientEof: Moment | undefined;
  agentEof: Moment | undefined;
  exit: (Moment & { readonly code: number | undefined; readonly signal: string | undefined }) | undefined;
  /** Signals that the tap received. */
  signals: (Moment & { readonly name: string })[];
  /** The tap itself was stopped, or could not record everything. */
  incomplete: Moment | undefined;
  /** The client stopped reading before it had all output of the agent. */
  undelivered: Moment | undefined;
}

/** Everything a perfect observer knows about a connection after the frames so far. A plain value that can be stored. */
export interface Connection {
  /** Whether the recording begins with the connection. */
  fromStart: boolean;
  /** The last gap in the recording, or frame too long to be read. Anything pending may have been answered in it. */
  gap: Moment | undefined;
  /** How many requests were open at that hole and still are: their answers may be in it. */
  openSinceGap: number;
  /** 1 until the agent's answer to initialize says otherwise. */
  version: ProtocolVersion;
  /** Whether `version` was negotiated. */
  negotiated: boolean;
  dialect: (Moment & { readonly name: Dialect; readonly sign: string }) | undefined;
  /** Signs of a dialect that do not decide on their own. */
  dialectSigns: { messageId: boolean; errorStop: boolean; emptyPromptResults: number; acceptedBatch: boolean };
  initialization: Initialization;
  requests: Record<Sender, Requests>;
  wires: Record<Sender, Wire>;
  sessions: Map<string, Session>;
  /** Sessions that the agent spoke of while a session/new was unanswered, which may turn out to make them. */
  early: Set<string>;
  /** The session in which each of the latest tool calls was made, by the id of the call. */
  callSessions: Map<string, string>;
  /** Cursors that session/list returned. */
  cursors: Set<string>;
  authenticated: Moment | undefined;
  batches: OpenBatch[];
  elicitations: Elicitation[];
  /** Terminals of v1: see clientTerminal. */
  terminals: Map<string, ClientTerminal>;
  /** Servers of type "acp" that setup requests declared. */
  acpServers: Set<string>;
  /** The system that the agent was started on, in Node's words; undefined where the recording does not say. */
  platform: string | undefined;
  /** What was started; undefined where the recording does not say. */
  launch: Launch | undefined;
  /** Since when nobody reads a stream: its pipe is full. */
  notReading: Record<Stream, Moment | undefined>;
  ending: Ending;
  /** The last entry. */
  last: Moment | undefined;
}
