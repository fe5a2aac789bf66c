/** Kinds of updates that show what was said and done. Agents may send the others at any time, even outside a turn. */
const CONTENT_UPDATES: ReadonlySet<string> = new Set([
  'user_message_chunk',
  'user_message',
  'agent_message_chunk',
  'agent_message',
  'agent_thought_chunk',
  'agent_thought',
  'tool_call',
  'tool_call_update',
  'tool_call_content_chunk',
  'plan',
  'plan_update',
]);

/** Whether an update shows what was said and done, rather than the state of the session. */
export function isContent(updateKind: string | undefined): boolean {
  return updateKind !== undefined && CONTENT_UPDATES.has(updateKind);
}

/** Kinds of updates that say nothing about what goes on in a turn. */
const SESSION_UPDATES: ReadonlySet<string> = new Set([
  'session_info_update',
  'usage_update',
  'available_commands_update',
]);

/** Whether an update is only about the session: a user who waits for an answer sees nothing of it. */
export function isOfSession(updateKind: string | undefined): boolean {
  return updateKind !== undefined && SESSION_UPDATES.has(updateKind);
}
