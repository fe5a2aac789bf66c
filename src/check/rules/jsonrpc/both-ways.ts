/**
 * An unstable method that is a request from the agent and a notification from the client. Older drafts had both kinds
 * in both directions, with other params.
 */
export const BOTH_WAYS = 'mcp/message';
