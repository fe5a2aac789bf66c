import type { JsonObject } from '../../wire/json-text.js';
import type { Moment } from './moment.js';
import type { Echo, PromptIds, PromptV2, ToldText } from './session-prompt.js';
import type { RequestKey } from './request-key.js';
import type { ToolCall } from './tool-call.js';
import type { Turn, TurnSummary } from './turn.js';

/** How a session came into sight: `seen` where a frame names it that nothing made. */
export type SessionOrigin = 'new' | 'load' | 'resume' | 'fork' | 'listed' | 'seen';

/** `early`: updates came while a session/new is unanswered, which may turn out to make it. */
export type SessionState = 'early' | 'opening' | 'active' | 'listed' | 'closed';

/** The time between a request that restores a session and its answer: what comes in it is history (spec: v1/session-setup). */
export interface ReplayWindow extends Moment {
  readonly key: RequestKey;
  readonly method: 'session/load' | 'session/resume' | 'session/fork';
  /** v2: replayFrom of the resume request was given and not null. */
  readonly replays: boolean;
  /** v2: the type of replayFrom. */
  readonly cursor: string | undefined;
  /** A turn or foreground work was going on when the request was sent: updates may be live. */
  readonly duringWork: boolean;
  updates: number;
  /** Updates of messages, tool calls and plans. */
  contents: number;
  /** v2: of the last state_update that came. */
  state: string | undefined;
  stopReason: string | undefined;
  /** v2: how much of `contents` came after that state_update. */
  contentsAfterState: number;
  /** v2: messages whose content it told, or cleared, as `kind id`. */
  messages: Set<string>;
  /** v2: a replay_complete came, which a draft has: what follows is live. */
  complete?: Moment;
  /** v2: the texts of the messages of the user, by id. */
  userTexts: Map<string, ToldText>;
}

/** A session/load or session/resume that was answered: its answer. */
export interface Restored extends Moment {
  readonly method: string;
  readonly replays: boolean;
  /** v2: the type of replayFrom. */
  readonly cursor: string | undefined;
  /** Updates of messages, tool calls and plans that came as history: before the answer, or late. */
  contents: number;
  /** v2: when something live happened first after it: a prompt, work, or a close. */
  settled: Moment | undefined;
  /** v2: a message of the user that came after the answer and before anything live. */
  late: Moment | undefined;
}

/** What came after the answer of a load and is history all the same. */
export interface LateHistory extends Moment {
  /** A user_message_chunk opened it again after a prompt was sent: it lasts until live content is certain. */
  readonly duringPrompt: boolean;
}

export interface Modes {
  current: string | undefined;
  available: readonly string[];
  /** What the agent said of them was malformed: which there are is not known. */
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
  /** A state of the agent's own (`_x`), while no standard one followed it. */
  custom: (Moment & { readonly state: string }) | undefined;
  /** The list of background work as last reported; undefined before its first use. */
  background: Map<string, Moment> | undefined;
  /** Where it was last reported. */
  listed: Moment | undefined;
  /** A session/cancel while work was going on, until the idle that confirms it. */
  cancelled: Moment | undefined;
  /** The idle(cancelled) after which nothing of the cancelled work may come. */
  cancelledIdle: Moment | undefined;
  /** Calls and messages of the work that is going on, or was last. */
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

/** One message as far as the checker cares: of which kind it is. */
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
  /** v1: id of the last chunk of each kind that was no history; null where it had none. */
  lastIds: Map<string, string | null>;
}

export interface Compaction extends Moment {
  status: string | undefined;
  readonly turn: number | undefined;
}

/** What is known of one ACP session. */
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
  /** session/load or session/resume that is not answered yet. */
  replay: ReplayWindow | undefined;
  /** How it was last restored, and when the answer came; until the next prompt. */
  restored: Restored | undefined;
  lateHistory: LateHistory | undefined;
  /** Turns begun so far; the number of the last one. */
  turns: number;
  /** The turns that are open, the newest last; v2: the foreground work that goes on. */
  open: Turn[];
  /** Of the open turns, those in which a permission was dismissed unasked. */
  dismissed: Set<Turn>;
  /** Turns that ended, oldest first. */
  closedTurns: TurnSummary[];
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
  /** What the session has cost, as last told; an update without a cost leaves it (usage_update). */
  cost: SessionCost | undefined;
  /** v1 has one plan, with key ''; v2 one for each planId. */
  plans: Map<string, Plan>;
  messages: Messages;
  compactions: Map<string, Compaction>;
  prompts: PromptV2[];
  /** v2: messages of the user that no prompt of `prompts` explains, by id. */
  strays: Map<string, Echo>;
  /** v2: the ids that prompts of a text were given; see prompts.ts. */
  promptIds: Map<string, PromptIds>;
  foreground: Foreground;
  terminals: Map<string, AgentTerminal>;
  /** v2: terminals that tool calls show, and that nothing else was told of. */
  terminalReferences: Map<string, TerminalReference>;
  /** v2: the calls and terminals that the agent accepted to cancel, by `tool_call ID` and `terminal ID`. */
  entityCancels: Map<string, Moment>;
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
    closedTurns: [],
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
  };
}
