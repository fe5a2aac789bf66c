/** A sentence of the specification that a tap cannot check. */
export interface Uncheckable {
  /** Who it binds. */
  readonly side: 'client' | 'agent' | 'both';
  readonly sentence: string;
  /** Page of the specification, below https://agentclientprotocol.com/protocol/. */
  readonly page: string;
  /** Why it cannot be seen, and which part of it can. */
  readonly why: string;
}

/** Sentences without a rule. If part of one is visible, `why` names the rule for that part. */
export const UNCHECKABLE: readonly Uncheckable[] = [
  {
    side: 'client',
    sentence:
      'The client SHOULD mark unfinished tool calls of the turn as cancelled as soon as it sends session/cancel.',
    page: 'v1/prompt-turn#cancellation',
    why: 'It happens on the screen. Turntable counts such calls as cancelled until an update says otherwise.',
  },
  {
    side: 'client',
    sentence: 'The client SHOULD still accept tool call updates that come after session/cancel.',
    page: 'v1/prompt-turn#cancellation',
    why: 'Updates are not answered.',
  },
  {
    side: 'agent',
    sentence: 'After session/cancel the agent SHOULD stop all language model requests and tool invocations.',
    page: 'v1/prompt-turn#cancellation',
    why: 'It happens inside the agent; visible new work is cancel/new-work-after-cancel.',
  },
  {
    side: 'agent',
    sentence: 'Agents MUST catch the errors of aborted operations.',
    page: 'v1/prompt-turn#cancellation',
    why: 'Only the answer is visible (cancel/error-instead-of-cancelled).',
  },
  {
    side: 'agent',
    sentence: 'The agent sends the prompt to the language model, which MAY respond with text, tool calls, or both.',
    page: 'v1/prompt-turn',
    why: 'That conversation is on another connection; only what the agent reports about it is visible.',
  },
  {
    side: 'agent',
    sentence: 'The agent uses the working directory of the session whatever directory it was started in.',
    page: 'v1/session-setup#working-directory',
    why: 'How the agent resolves a relative path is invisible; that a path is relative is path/not-absolute.',
  },
  {
    side: 'both',
    sentence:
      'The roots of a session SHOULD bound file operations; implementations resolve symbolic links and fail closed.',
    page: 'v1/session-setup#working-directory',
    why: 'The file system is not on the wire; paths that are outside by name are fs/outside-roots.',
  },
  {
    side: 'client',
    sentence: 'A client replaces the whole plan, list of options, or message that an update carries.',
    page: 'v1/agent-plan',
    why: 'It happens on the screen.',
  },
  {
    side: 'client',
    sentence: 'Clients apply upserts, clear on null, append chunks, and decode base64 chunks one by one.',
    page: 'v2/prompt-lifecycle',
    why: 'It happens inside the client.',
  },
  {
    side: 'agent',
    sentence: 'Agents MUST support text and resource links in prompts.',
    page: 'v1/initialization',
    why: 'Whether the agent understands them is invisible; a refusal is capability/baseline-content-rejected.',
  },
  {
    side: 'agent',
    sentence: 'The agent connects to all MCP servers that the client names; all agents MUST support stdio.',
    page: 'v1/session-setup#mcp-servers',
    why: 'Those are other connections; a refusal is capability/mcp-stdio-rejected.',
  },
  {
    side: 'agent',
    sentence: 'session/load MUST replay the entire conversation.',
    page: 'v1/session-setup#loading-sessions',
    why: 'The entire conversation is known only if this recording holds it (session/load-replay-missing).',
  },
  {
    side: 'agent',
    sentence: 'session/resume restores the context of the session without replaying it.',
    page: 'v1/session-setup',
    why: 'What the model knows is invisible; a replay is session/resume-replayed-history.',
  },
  {
    side: 'agent',
    sentence: 'session/close frees the resources of the session; session/delete removes it for good.',
    page: 'v1/session-setup',
    why: 'Storage is not on the wire; its visible effects are session/update-after-close and session/deleted-still-listed.',
  },
  {
    side: 'both',
    sentence: 'Implementations support every combination of capabilities and treat omitted ones as unsupported.',
    page: 'v1/initialization',
    why: 'Only the use of a capability that was not announced is visible (the rules in capability/).',
  },
  {
    side: 'client',
    sentence:
      'A client that does not support the version of the answer SHOULD close the connection and inform the user.',
    page: 'v1/initialization#version-negotiation',
    why: 'What the client tells the user is not on the wire; going on is init/continue-on-unsupported-version.',
  },
  {
    side: 'client',
    sentence:
      'Clients that support config options use them rather than modes, keep their order, and handle unknown categories.',
    page: 'v1/session-config-options',
    why: 'It happens on the screen.',
  },
  {
    side: 'both',
    sentence: 'Categories are not required for correctness, and an agent runs without any option being set.',
    page: 'v1/session-config-options',
    why: 'Not doing something leaves no trace.',
  },
  {
    side: 'client',
    sentence: 'Cursors, message ids and elicitation ids are opaque to clients.',
    page: 'v1/session-list',
    why: 'Parsing one leaves no trace; inventing one is session/list-foreign-cursor.',
  },
  {
    side: 'client',
    sentence:
      'The client goes on showing the output of a terminal after it was released, and a kill really ends the command.',
    page: 'v1/terminals',
    why: 'The screen and the processes are not on the wire.',
  },
  {
    side: 'client',
    sentence: 'Output is cut at a character boundary of the original bytes.',
    page: 'v1/terminals',
    why: 'The original bytes are not on the wire; a visible cut is terminal/output-over-limit.',
  },
  {
    side: 'client',
    sentence: 'fs/read_text_file returns the current text in the editor, saved or not.',
    page: 'v1/file-system',
    why: 'The text in the editor is not on the wire; too many lines are fs/limit-not-respected.',
  },
  {
    side: 'client',
    sentence: 'The client MUST create a file that does not exist.',
    page: 'v1/file-system',
    why: 'The file system is not on the wire; a refusal is fs/write-failed-to-create.',
  },
  {
    side: 'client',
    sentence:
      'Before a URL elicitation the client shows who asks and the full address, asks for consent, and opens a secure browser.',
    page: 'v1/elicitation',
    why: 'It happens on the screen.',
  },
  {
    side: 'agent',
    sentence:
      'The agent binds an elicitation to the connection and its user, verifies who answers, and keeps tokens from the model.',
    page: 'v1/elicitation',
    why: 'It happens inside the agent; a form that asks for a secret is elicitation/secret-in-form.',
  },
  {
    side: 'client',
    sentence: 'A terminal login runs in its own process, and the client reconnects after it.',
    page: 'v1/authentication',
    why: 'The login and the earlier connection are other processes; sending authenticate for such a method is auth/terminal-method-authenticated.',
  },
  {
    side: 'agent',
    sentence: 'An agent MUST NOT treat an unknown outcome of a permission request as consent.',
    page: 'v2/tool-calls',
    why: 'Only what the call does next is visible (permission/executed-after-reject).',
  },
  {
    side: 'client',
    sentence: "Clients MAY allow or reject permission requests by the user's settings.",
    page: 'v1/tool-calls#requesting-permission',
    why: 'Who decided is not on the wire; a decision faster than any person is permission/client-auto.',
  },
  {
    side: 'both',
    sentence:
      'Implementations keep unknown values, give no meaning to foreign _meta keys, and ignore unknown notifications.',
    page: 'v1/extensibility',
    why: 'Not doing something leaves no trace.',
  },
  {
    side: 'both',
    sentence: 'Custom transports keep the format of the messages and their order; stderr MAY carry UTF-8 logs.',
    page: 'v1/transports',
    why: 'The tap sees only stdio; anything is allowed on stderr.',
  },
  {
    side: 'both',
    sentence: 'The receiver of $/cancel_request MAY cancel the request and the work it started.',
    page: 'v1/cancellation',
    why: 'What it cancels internally is not on the wire; a missing answer is cancel/request-unanswered.',
  },
  {
    side: 'agent',
    sentence: 'Message ids are unique across all runs of the agent, session ids across all connections.',
    page: 'v2/prompt-lifecycle',
    why: 'A recording holds one connection; repetitions in it are v2/message-id-reused and session/duplicate-session-id.',
  },
  {
    side: 'both',
    sentence: 'Notices are for people: nothing SHOULD depend on them.',
    page: 'v1/schema',
    why: 'Dependencies are not on the wire.',
  },
];
