/** A sentence of the specification that no tap can see kept or broken. */
export interface Uncheckable {
  /** Who it binds. */
  readonly side: 'client' | 'agent' | 'both';
  readonly sentence: string;
  /** Page of the specification, below https://agentclientprotocol.com/protocol/. */
  readonly page: string;
  /** What hides it, and what of it can be seen all the same. */
  readonly why: string;
}

/** Sentences, never rules: what is visible of them is a rule, named in `why`. */
export const UNCHECKABLE: readonly Uncheckable[] = [
  {
    side: 'client',
    sentence:
      'The client SHOULD mark unfinished tool calls of the turn as cancelled as soon as it sends session/cancel.',
    page: 'v1/prompt-turn#cancellation',
    why: 'It happens on its screen. The model counts them as cancelled by the client until an update says otherwise.',
  },
  {
    side: 'client',
    sentence: 'The client SHOULD still accept tool call updates that come after session/cancel.',
    page: 'v1/prompt-turn#cancellation',
    why: 'Nothing answers an update.',
  },
  {
    side: 'agent',
    sentence: 'After session/cancel the agent SHOULD stop all language model requests and tool invocations.',
    page: 'v1/prompt-turn#cancellation',
    why: 'What goes on inside is not on the wire; new work that shows is cancel/new-work-after-cancel.',
  },
  {
    side: 'agent',
    sentence: 'Agents MUST catch the errors of aborted operations.',
    page: 'v1/prompt-turn#cancellation',
    why: 'Only the answer is visible: cancel/error-instead-of-cancelled.',
  },
  {
    side: 'agent',
    sentence: 'The agent sends the prompt to the language model, which MAY respond with text, tool calls, or both.',
    page: 'v1/prompt-turn',
    why: 'That conversation is not on this wire; what the agent reports of it is.',
  },
  {
    side: 'agent',
    sentence: 'The agent uses the working directory of the session whatever directory it was started in.',
    page: 'v1/session-setup#working-directory',
    why: 'Where a path without a leading slash ends up is decided inside; that one is on the wire is path/not-absolute.',
  },
  {
    side: 'both',
    sentence:
      'The roots of a session SHOULD bound file operations; implementations resolve symbolic links and fail closed.',
    page: 'v1/session-setup#working-directory',
    why: 'The file system is not on the wire; paths that lie outside by their text are fs/outside-roots.',
  },
  {
    side: 'client',
    sentence: 'A client replaces the whole plan, list of options, or message that an update carries.',
    page: 'v1/agent-plan',
    why: 'It happens on its screen.',
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
    why: 'Whether one made sense of them cannot be seen; a refusal is capability/baseline-content-rejected.',
  },
  {
    side: 'agent',
    sentence: 'The agent connects to all MCP servers that the client names; all agents MUST support stdio.',
    page: 'v1/session-setup#mcp-servers',
    why: 'Those connections are not on this wire; a refusal is capability/mcp-stdio-rejected.',
  },
  {
    side: 'agent',
    sentence: 'session/load MUST replay the entire conversation.',
    page: 'v1/session-setup#loading-sessions',
    why: 'What the whole of it was is known only where this recording holds it: session/load-replay-missing.',
  },
  {
    side: 'agent',
    sentence: 'session/resume restores the context of the session without replaying it.',
    page: 'v1/session-setup',
    why: 'What the model knows cannot be seen; that nothing is replayed is session/resume-replayed-history.',
  },
  {
    side: 'agent',
    sentence: 'session/close frees the resources of the session; session/delete removes it for good.',
    page: 'v1/session-setup',
    why: 'Storage is not on the wire; what shows of it is session/update-after-close and session/deleted-still-listed.',
  },
  {
    side: 'both',
    sentence: 'Implementations support every combination of capabilities and take omitted ones as unsupported.',
    page: 'v1/initialization',
    why: 'Only the use of one that was not announced is visible: the rules of the family capability.',
  },
  {
    side: 'client',
    sentence:
      'A client that does not support the version of the answer SHOULD close the connection and inform the user.',
    page: 'v1/initialization#version-negotiation',
    why: 'The words to the user are not on the wire; going on is init/continue-on-unsupported-version.',
  },
  {
    side: 'client',
    sentence:
      'Clients that support config options use them rather than modes, keep their order, and handle unknown categories.',
    page: 'v1/session-config-options',
    why: 'It happens on its screen.',
  },
  {
    side: 'both',
    sentence: 'Categories are not required for correctness, and an agent runs without any option being set.',
    page: 'v1/session-config-options',
    why: 'It is about what is not done.',
  },
  {
    side: 'client',
    sentence: 'Cursors, message ids and elicitation ids are opaque to clients.',
    page: 'v1/session-list',
    why: 'Reading one leaves no trace; making one up is session/list-foreign-cursor.',
  },
  {
    side: 'client',
    sentence:
      'The client goes on showing the output of a terminal after it was released, and a kill really ends the command.',
    page: 'v1/terminals',
    why: 'Screen and processes are not on the wire.',
  },
  {
    side: 'client',
    sentence: 'Output is cut at a character boundary of the original bytes.',
    page: 'v1/terminals',
    why: 'The original bytes are not there; a cut that shows is terminal/output-over-limit.',
  },
  {
    side: 'client',
    sentence: 'fs/read_text_file returns what stands in the editor, saved or not.',
    page: 'v1/file-system',
    why: 'What stands there is not on the wire; more lines than asked for are fs/limit-not-respected.',
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
    why: 'It happens on its screen.',
  },
  {
    side: 'agent',
    sentence:
      'The agent binds an elicitation to the connection and its user, verifies who answers, and keeps tokens from the model.',
    page: 'v1/elicitation',
    why: 'It happens inside the agent; secrets asked for in a form are elicitation/secret-in-form.',
  },
  {
    side: 'client',
    sentence: 'A terminal login runs in a process of its own, and the client connects anew after it.',
    page: 'v1/authentication',
    why: 'The login and the connection before it are other processes; passing such a method to authenticate is auth/terminal-method-authenticated.',
  },
  {
    side: 'agent',
    sentence: 'An agent MUST NOT take an outcome of a permission request that it does not know for consent.',
    page: 'v2/tool-calls',
    why: 'What it took it for shows only in what the call does next: permission/executed-after-reject.',
  },
  {
    side: 'client',
    sentence: 'Clients MAY allow or reject permission requests by settings of the user.',
    page: 'v1/tool-calls#requesting-permission',
    why: 'Who decided is not on the wire; how fast it was decided is permission/client-auto.',
  },
  {
    side: 'both',
    sentence:
      'Implementations keep unknown values, give no meaning to foreign _meta keys, and ignore unknown notifications.',
    page: 'v1/extensibility',
    why: 'Doing nothing leaves no trace.',
  },
  {
    side: 'both',
    sentence: 'Custom transports keep the format of the messages and their order; stderr MAY carry UTF-8 logs.',
    page: 'v1/transports',
    why: 'A tap on stdio sees no other transport; what is on stderr is free.',
  },
  {
    side: 'both',
    sentence: 'The receiver of $/cancel_request MAY cancel the request and what was begun for it.',
    page: 'v1/cancellation',
    why: 'What it cancelled inside is not on the wire; the answer it owes is cancel/request-unanswered.',
  },
  {
    side: 'agent',
    sentence: 'Message ids are unique over all runs of the agent, session ids over all connections.',
    page: 'v2/prompt-lifecycle',
    why: 'A recording is one connection; what repeats within it is v2/message-id-reused and session/duplicate-session-id.',
  },
  {
    side: 'both',
    sentence: 'Notices are for people: nothing SHOULD depend on them.',
    page: 'v1/schema',
    why: 'What depends on what is not on the wire.',
  },
];
