import type { Gate, ProtocolVersion } from './protocol.js';

/** What the schemas do not say about a method. */
export interface MethodFacts {
  /** Page of the specification, below the folder of its version. */
  readonly page: string;
  readonly gate?: Gate;
}

const OF_AGENT = (...path: string[]): { gate: Gate } => ({ gate: { by: 'agent', path } });
const OF_CLIENT = (...path: string[]): { gate: Gate } => ({ gate: { by: 'client', path } });

/** Where what is unstable is described: types only. */
const DRAFT = 'draft/schema';

const V1: Readonly<Record<string, MethodFacts>> = {
  initialize: { page: 'initialization' },
  authenticate: { page: 'authentication' },
  logout: { page: 'authentication', ...OF_AGENT('auth', 'logout') },
  'session/new': { page: 'session-setup' },
  'session/load': { page: 'session-setup', ...OF_AGENT('loadSession') },
  'session/resume': { page: 'session-setup', ...OF_AGENT('sessionCapabilities', 'resume') },
  'session/close': { page: 'session-setup', ...OF_AGENT('sessionCapabilities', 'close') },
  'session/list': { page: 'session-list', ...OF_AGENT('sessionCapabilities', 'list') },
  'session/delete': { page: 'session-delete', ...OF_AGENT('sessionCapabilities', 'delete') },
  'session/prompt': { page: 'prompt-turn' },
  'session/cancel': { page: 'prompt-turn' },
  'session/update': { page: 'prompt-turn' },
  'session/set_mode': { page: 'session-modes' },
  'session/set_config_option': { page: 'session-config-options' },
  'session/request_permission': { page: 'tool-calls' },
  'fs/read_text_file': { page: 'file-system', ...OF_CLIENT('fs', 'readTextFile') },
  'fs/write_text_file': { page: 'file-system', ...OF_CLIENT('fs', 'writeTextFile') },
  'terminal/create': { page: 'terminals', ...OF_CLIENT('terminal') },
  'terminal/output': { page: 'terminals', ...OF_CLIENT('terminal') },
  'terminal/wait_for_exit': { page: 'terminals', ...OF_CLIENT('terminal') },
  'terminal/kill': { page: 'terminals', ...OF_CLIENT('terminal') },
  'terminal/release': { page: 'terminals', ...OF_CLIENT('terminal') },
  'elicitation/create': { page: 'elicitation', ...OF_CLIENT('elicitation') },
  'elicitation/complete': { page: 'elicitation', ...OF_CLIENT('elicitation', 'url') },
  '$/cancel_request': { page: 'cancellation' },

  'session/fork': { page: DRAFT, ...OF_AGENT('sessionCapabilities', 'fork') },
  'session/archive': { page: DRAFT, ...OF_AGENT('sessionCapabilities', 'archive') },
  'session/unarchive': { page: DRAFT, ...OF_AGENT('sessionCapabilities', 'archive') },
  'session/status': { page: DRAFT, ...OF_AGENT('sessionCapabilities', 'status') },
  'session/set_title': { page: DRAFT, ...OF_AGENT('sessionCapabilities', 'title') },
  'auth/status': { page: DRAFT, ...OF_AGENT('auth', 'status') },
  'auth/status_update': { page: DRAFT, ...OF_AGENT('auth', 'status') },
  'providers/list': { page: DRAFT, ...OF_AGENT('providers') },
  'providers/set': { page: DRAFT, ...OF_AGENT('providers') },
  'providers/disable': { page: DRAFT, ...OF_AGENT('providers') },
  'mcp/message': { page: DRAFT, ...OF_AGENT('mcpCapabilities', 'acp') },
  'proxy/initialize': { page: DRAFT },
  'proxy/successor': { page: DRAFT },
};

const V2: Readonly<Record<string, MethodFacts>> = {
  initialize: { page: 'initialization' },
  'auth/login': { page: 'authentication' },
  'auth/logout': { page: 'authentication' },
  'session/new': { page: 'session-setup', ...OF_AGENT('session') },
  'session/resume': { page: 'session-setup', ...OF_AGENT('session') },
  'session/close': { page: 'session-setup', ...OF_AGENT('session') },
  'session/list': { page: 'session-list', ...OF_AGENT('session') },
  'session/delete': { page: 'session-delete', ...OF_AGENT('session', 'delete') },
  'session/prompt': { page: 'prompt-lifecycle', ...OF_AGENT('session') },
  'session/cancel': { page: 'prompt-lifecycle', ...OF_AGENT('session') },
  'session/update': { page: 'prompt-lifecycle' },
  'session/set_config_option': { page: 'session-config-options', ...OF_AGENT('session') },
  'session/request_permission': { page: 'tool-calls' },
  'tool_call/cancel': { page: 'tool-calls' },
  'terminal/cancel': { page: 'tool-calls' },
  'elicitation/create': { page: 'elicitation', ...OF_CLIENT('elicitation') },
  'elicitation/complete': { page: 'elicitation', ...OF_CLIENT('elicitation', 'url') },
  '$/cancel_request': { page: 'cancellation' },

  'session/fork': { page: DRAFT, ...OF_AGENT('session', 'fork') },
  'session/archive': { page: DRAFT, ...OF_AGENT('session', 'archive') },
  'session/unarchive': { page: DRAFT, ...OF_AGENT('session', 'archive') },
  'session/status': { page: DRAFT, ...OF_AGENT('session', 'status') },
  'session/set_title': { page: DRAFT, ...OF_AGENT('session', 'title') },
  'auth/status': { page: DRAFT, ...OF_AGENT('auth', 'status') },
  'auth/status_update': { page: DRAFT, ...OF_AGENT('auth', 'status') },
  'providers/list': { page: DRAFT, ...OF_AGENT('providers') },
  'providers/set': { page: DRAFT, ...OF_AGENT('providers') },
  'providers/disable': { page: DRAFT, ...OF_AGENT('providers') },
  'mcp/message': { page: DRAFT, ...OF_AGENT('session', 'mcp', 'acp') },
  'proxy/initialize': { page: DRAFT },
  'proxy/successor': { page: DRAFT },
};

/** What is known about the methods of a version, besides their schemas. */
export const METHOD_FACTS: Readonly<Record<ProtocolVersion, Readonly<Record<string, MethodFacts>>>> = { 1: V1, 2: V2 };

/** Names that drafts and early releases had and no schema of the SDK has; what became of them. */
export const LEGACY_METHODS: ReadonlyMap<string, 'removed' | 'draft'> = new Map([
  ['session/set_model', 'removed'],
  ['session/stop', 'removed'],
  ['mcp/connect', 'draft'],
  ['mcp/disconnect', 'draft'],
  ['nes/start', 'draft'],
  ['nes/suggest', 'draft'],
  ['nes/accept', 'draft'],
  ['nes/reject', 'draft'],
  ['nes/close', 'draft'],
  ['document/didOpen', 'draft'],
  ['document/didChange', 'draft'],
  ['document/didClose', 'draft'],
  ['document/didFocus', 'draft'],
]);
