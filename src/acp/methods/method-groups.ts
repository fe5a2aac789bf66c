/** The requests of the agent that wait for the user. */
export const ASKS_USER: ReadonlySet<string> = new Set(['session/request_permission', 'elicitation/create']);

/** What comes before sessions: agreeing on a version, signing in and out. */
export const HANDSHAKE_METHODS: ReadonlySet<string> = new Set([
  'initialize',
  'authenticate',
  'logout',
  'auth/login',
  'auth/logout',
]);

/** The requests that make a session, or open one that was there before. */
export const OPENS_SESSION: ReadonlySet<string> = new Set([
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
]);

/** The requests that create a session, whose id only the answer tells. */
export const MAKES_SESSION: ReadonlySet<string> = new Set(['session/new', 'session/fork']);

/** The requests that open a session that was there before. */
export const RESTORES_SESSION: ReadonlySet<string> = new Set(['session/load', 'session/resume']);

/** The requests that put a session to work, in v1 until they are answered. */
export const PUTS_TO_WORK: ReadonlySet<string> = new Set(['session/prompt', 'session/load', 'session/resume']);

/** The kinds of updates that say how a session is set. */
export const SETTING_UPDATES: ReadonlySet<string> = new Set(['current_mode_update', 'config_option_update']);

/** The methods that v2 took away (spec: v2/migration). */
export const ONLY_V1_METHODS: ReadonlySet<string> = new Set([
  'session/load',
  'session/set_mode',
  'authenticate',
  'logout',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
  'terminal/wait_for_exit',
  'terminal/kill',
  'terminal/release',
]);

/** The methods that came with v2 (spec: v2/migration). */
export const ONLY_V2_METHODS: ReadonlySet<string> = new Set([
  'auth/login',
  'auth/logout',
  'tool_call/cancel',
  'terminal/cancel',
]);
