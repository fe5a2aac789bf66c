import type { JsonObject } from '../../wire/json-text.js';
import type { Exchange } from './exchange.js';
import type { Moment } from './moment.js';
import type { Echo, PromptIds, PromptV2, ToldText } from './session-prompt.js';
import type { RequestKey } from './request-key.js';
import type { ToolCall } from './tool-call.js';
import type { Turn, TurnSummary } from './turn.js';
import type { SessionVolume } from './volume.js';

/** How a session became known; `seen` if a frame named it, but nothing had created it. */
export type SessionOrigin = 'new' | 'load' | 'resume' | 'fork' | 'listed' | 'seen';

/** `early`: updates came while a session/new was pending, which may turn out to create it. */
export type SessionState = 'early' | 'opening' | 'active' | 'listed' | 'closed';

/**
 * The time between a request that restores a session and its answer: updates in it are history (spec:
 * v1/session-setup).
 */
export interface ReplayWindow extends Moment {
  readonly key: RequestKey;
  readonly method: 'session/load' | 'session/resume' | 'session/fork';
  /** v2: whether the resume request had a replayFrom that is not null. */
  readonly replays: boolean;
  /** v2: the type of replayFrom. */
  readonly cursor: string | undefined;
  /** Whether a turn or foreground work was open when the request was sent, so that updates may be live. */
  readonly duringWork: boolean;
  updates: number;
  /** Updates of messages, tool calls and plans, and the kind of the last one. */
  contents: number;
  lastContent: string | undefined;
  /** v2: the state in the last state_update. */
  state: string | undefined;
  stopReason: string | undefined;
  /** v2: how much of `contents` came after that state_update. */
  contentsAfterState: number;
  /** v2: messages whose content it replayed or cleared, as `kind id`. */
  messages: Set<string>;
  /** v2: where a replay_complete came, which a draft has; everything after it is live. */
  complete?: Moment;
  /** v2: the texts of the user messages, by id. */
  userTexts: Map<string, ToldText>;
}

/** The answer to a session/load or session/resume. */
export interface Restored extends Moment {
  readonly method: string;
  readonly replays: boolean;
  /** v2: the type of replayFrom. */
  readonly cursor: string | undefined;
  /** Updates of messages, tool calls and plans that came as history: before the answer, or late. */
  contents: number;
  /** How many turns the session had before. */
  readonly turns: number;
  /** The kind of the last such update before the answer. */
  readonly lastContent: string | undefined;
  /** v2: the first live frame after it: a prompt, work, or a close. */
  settled: Moment | undefined;
  /** v2: a user message after the answer but before anything live. */
  late: Moment | undefined;
}

/** Late history: it came after the answer to session/load. */
export interface LateHistory extends Moment {
  /** A user_message_chunk reopened it after a prompt was sent. It lasts until there is certainly live content. */
  readonly duringPrompt: boolean;
}

export interface Modes {
  current: string | undefined;
  available: readonly string[];
  /** The agent's list of them was malformed, so it is unknown which modes exist. */
  isBroken?: boolean;
}

export interface Usage {
  readonly used: number | undefined;
  readonly size: number | undefined;
  readonly cost: number | undefined;
  readonly currency: string | undefined;
}

export interface SessionCost extends Moment {
  readonly amount: number;
  readonly currency: string;
}

export interface PlanEntry {
  readonly content: string;
  readonly status: string | undefined;
}

export interface Plan extends Moment {
  readonly entries: readonly PlanEntry[];
}

/** v2: where a tool call showed a terminal. */
export interface TerminalReference extends Moment {
  readonly toolCallId: string;
}

export type ForegroundState = 'unknown' | 'idle' | 'running' | 'requires_action';

/** v2: what the session says it is doing (spec: v2/prompt-lifecycle). */
export interface Foreground {
  state: ForegroundState;
  since: Moment | undefined;
  /** When it changed from one state to another. */
  changed: Moment | undefined;
  /** Of the last idle. */
  stopReason: string | undefined;
  /** A custom state (`_x`), as long as no standard one followed it. */
  custom: (Moment & { readonly state: string }) | undefined;
  /** The list of background work as last reported; undefined before its first use. */
  background: Map<string, Moment> | undefined;
  /** Where it was last reported. */
  listed: Moment | undefined;
  /** A session/cancel during work, until the idle that confirms it. */
  cancelled: Moment | undefined;
  /** The idle(cancelled) after which no update of the cancelled work may come. */
  cancelledIdle: Moment | undefined;
  /** Calls and messages of the current or, if there is none, the last work. */
  workIds: Set<string>;
  /** Last update of any kind while running. */
  lastUpdate: Moment | undefined;
}

/** v2: a terminal that the agent shows (spec: v2/tool-calls). */
export interface AgentTerminal extends Moment {
  command: string | undefined;
  cwd: string | undefined;
  exited: Moment | undefined;
  updates: number;
  canCancel: boolean;
  /** When `canCancel` was withdrawn. */
  withdrawn?: Moment;
  cancelAccepted: Moment | undefined;
}

/** What the checker needs to know about a message. */
export interface MessageFacts {
  /** user, agent or thought. */
  readonly kind: string;
  /** Where it was first seen, and whether that was in history. */
  readonly seq: number;
  readonly isHistory: boolean;
  hasContent: boolean;
}

export interface Messages {
  known: Map<string, MessageFacts>;
  /** v1: the id of the last live chunk of each kind; null if that chunk had none. */
  lastIds: Map<string, string | null>;
}

export interface Compaction extends Moment {
  status: string | undefined;
  readonly turn: number | undefined;
}

/** The open requests of the agent in one session, indexed by what is looked up. The turn holds its own. */
export interface AskedInSession {
  outsideTurns: Set<Exchange>;
  /** Since the last session/cancel. */
  uncancelled: Set<Exchange>;
  /** Questions to the user that were not withdrawn. */
  questions: Set<Exchange>;
  /** v2: those of them that came since the last idle. */
  sinceIdle: Set<Exchange>;
  /** Permission requests by the id of the tool call. */
  ofCalls: Map<string, Set<Exchange>>;
  /** v2: requests by the idle that left them open: the first few for each of the last few. */
  leftOpen: Map<number, Set<Exchange>>;
}

/** How an agent usually works. */
export interface Rhythm {
  /** Turns that it ended by itself. */
  readonly turns: number;
  /** The longest time in a turn in which it reported nothing and then went on, in ms. */
  readonly longestMs: number;
}

/** Everything known about one ACP session. */
export interface Session extends Moment {
  readonly id: string;
  origin: SessionOrigin;
  state: SessionState;
  cwd: string | undefined;
  roots: readonly string[];
  /** Answer of the request that opened it. */
  opened: Moment | undefined;
  closed: Moment | undefined;
  deleted: Moment | undefined;
  title: string | undefined;
  /** The pending session/load or session/resume. */
  replay: ReplayWindow | undefined;
  /** How it was last restored, and when the answer came; until the next prompt. */
  restored: Restored | undefined;
  lateHistory: LateHistory | undefined;
  /** Turns begun so far; the number of the last one. */
  turns: number;
  /** The open turns, newest last; v2: the foreground work. */
  open: Turn[];
  /** The open turns in which a permission was answered "cancelled" so lately that a cancel may still explain it. */
  dismissed: Set<Turn>;
  /** What the agent asks of the client and has no answer to. */
  asked: AskedInSession;
  /** Turns that ended, oldest first. */
  closedTurns: TurnSummary[];
  /** How the agent works in it: of all turns that it ended by itself. */
  rhythm: Rhythm;
  toolCalls: Map<string, ToolCall>;
  /** Where the client last answered a request of the agent in this session. */
  lastClientAnswer: Moment | undefined;
  lastCancel: Moment | undefined;
  /** `kind title` of what was allowed or rejected for always. */
  alwaysDecided: Map<string, Moment>;
  modes: Modes | undefined;
  configOptions: readonly JsonObject[] | undefined;
  /** When the options last changed, and what they were before. */
  optionsChange: (Moment & { readonly before: readonly JsonObject[] | undefined }) | undefined;
  /** v1: since when the modes and the config option for them say different things. */
  modesDiverged: Moment | undefined;
  commands: readonly string[] | undefined;
  usage: Usage | undefined;
  /** The last reported cost of the session; a usage_update without a cost leaves it unchanged. */
  cost: SessionCost | undefined;
  /** v1 has one plan, with key ''; v2 one for each planId. */
  plans: Map<string, Plan>;
  messages: Messages;
  compactions: Map<string, Compaction>;
  prompts: PromptV2[];
  /** v2: user messages that belong to none of `prompts`, by id. */
  strays: Map<string, Echo>;
  /** v2: the ids of the prompts with a certain text; see prompts.ts. */
  promptIds: Map<string, PromptIds>;
  foreground: Foreground;
  terminals: Map<string, AgentTerminal>;
  /** v2: terminals that are known only because tool calls show them. */
  terminalReferences: Map<string, TerminalReference>;
  /** v2: the calls and terminals whose cancellation the agent accepted, by `tool_call ID` and `terminal ID`. */
  entityCancels: Map<string, Moment>;
  /** How much was sent in it, and how much of that was new. */
  readonly volume: SessionVolume;
}

export function newSession(id: string, origin: SessionOrigin, state: SessionState, { seq, at }: Moment): Session {
  return {
    id,
    seq,
    at,
    origin,
    state,
    cwd: undefined,
    roots: [],
    opened: undefined,
    closed: undefined,
    deleted: undefined,
    title: undefined,
    replay: undefined,
    restored: undefined,
    lateHistory: undefined,
    turns: 0,
    open: [],
    dismissed: new Set(),
    asked: {
      outsideTurns: new Set(),
      uncancelled: new Set(),
      questions: new Set(),
      sinceIdle: new Set(),
      ofCalls: new Map(),
      leftOpen: new Map(),
    },
    closedTurns: [],
    rhythm: { turns: 0, longestMs: 0 },
    toolCalls: new Map(),
    lastClientAnswer: undefined,
    lastCancel: undefined,
    alwaysDecided: new Map(),
    modes: undefined,
    configOptions: undefined,
    optionsChange: undefined,
    modesDiverged: undefined,
    commands: undefined,
    usage: undefined,
    cost: undefined,
    plans: new Map(),
    messages: { known: new Map(), lastIds: new Map() },
    compactions: new Map(),
    prompts: [],
    strays: new Map(),
    promptIds: new Map(),
    foreground: {
      state: 'unknown',
      since: undefined,
      changed: undefined,
      stopReason: undefined,
      custom: undefined,
      background: undefined,
      listed: undefined,
      cancelled: undefined,
      cancelledIdle: undefined,
      workIds: new Set(),
      lastUpdate: undefined,
    },
    terminals: new Map(),
    terminalReferences: new Map(),
    entityCancels: new Map(),
    volume: { sentBytes: 0, newBytes: 0, parts: new Map(), latest: undefined, message: undefined },
  };
}
