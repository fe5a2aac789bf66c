/** Requests that the agent must see answered before it ends a turn. */
export const AWAITED: ReadonlySet<string> = new Set([
  'session/request_permission',
  'elicitation/create',
  'fs/read_text_file',
  'fs/write_text_file',
  'terminal/create',
  'terminal/output',
]);

/** A command may go on in the background. */
export const MAY_OUTLIVE = 'terminal/wait_for_exit';
