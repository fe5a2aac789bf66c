/**
 * Every error and warning that the checker raises on the real conversations of the corpus, all rules on, and why it is real:
 * what the specification says, the bytes that break it, and, of an error, a second witness.
 */
export interface Verdict {
  readonly rule: string;
  readonly severity: 'error' | 'warning';
  /** Beginnings of the conversations' names, and how often it is raised in all of them. */
  readonly conversations: readonly string[];
  readonly count: number;
  /** What the specification says, and where. */
  readonly says: string;
  readonly page: string;
  /** What stands in each of the frames. */
  readonly bytes: string;
  /** Of an error: the SDK's schema, or the other side's answer. */
  readonly witness?: string;
}

/** The conversations of the driver that breaks the protocol on purpose, with five agents. */
const DELIBERATE = [
  'claude-agent-acp-0.100.0/12-errors',
  'gemini-cli-0.61.0/12-errors',
  'opencode-1.18.33/12-errors',
  'sdk-example-agent-0.12.0/12-errors',
  'zed-codex-acp-0.16.0/12-errors',
];

/** A fault of that driver, raised with each of the agents. */
function deliberate(fault: Omit<Verdict, 'conversations' | 'count'> & { readonly count?: number }): Verdict {
  return { conversations: DELIBERATE, count: 5, ...fault };
}

export const VERDICTS: readonly Verdict[] = [
  deliberate({
    rule: 'init/prompt-before-initialize',
    severity: 'error',
    says: 'Before sending prompts, Clients MUST first complete the initialization phase and session setup.',
    page: 'v1/prompt-turn',
    bytes: '"method":"session/prompt","params":{"sessionId":"before-init"',
    witness: 'all five agents answer with an error (-32600, -32602, -32603, -32002)',
  }),
  deliberate({
    rule: 'jsonrpc/unknown-method',
    severity: 'error',
    count: 30,
    says: 'Names of methods that do not begin with an underscore are reserved for the protocol.',
    page: 'v1/extensibility',
    bytes: '"method":"session/',
    witness: 'the agents answer -32601',
  }),
  deliberate({
    rule: 'path/mcp-required-lists',
    severity: 'error',
    says: 'NewSessionRequest: required cwd, mcpServers',
    page: 'v1/session-setup',
    bytes: '"method":"session/new","params":{"cwd":123}',
    witness: 'the schema; the agents answer with an error',
  }),
  deliberate({
    rule: 'schema/invalid-params',
    severity: 'error',
    count: 15,
    says: 'NewSessionRequest: cwd is a string; PromptRequest: required sessionId, prompt',
    page: 'v1/schema',
    bytes: '"method":"session/',
    witness: 'the schema',
  }),
  deliberate({
    rule: 'jsonrpc/params-not-structured',
    severity: 'error',
    says: 'The params of ACP methods are objects.',
    page: 'v1/schema',
    bytes: '"method":"session/new","params":["/srv/a/agents/work/',
    witness: 'the schema; the agents answer with an error',
  }),
  deliberate({
    rule: 'session/unknown-session-id',
    severity: 'error',
    says: 'Clients MUST first complete session setup; the session id comes from session/new or session/load.',
    page: 'v1/session-setup#session-id',
    bytes: '"sessionId":"nope-unknown"',
    witness: 'the agents answer with an error ("Session not found")',
  }),
  deliberate({
    rule: 'mode/set-unknown-mode',
    severity: 'error',
    says: 'modeId must be one of the modes in availableModes.',
    page: 'v1/session-modes',
    bytes: '"modeId":"no-such-mode"',
    witness: 'four agents answer with an error ("Invalid Mode")',
  }),
  deliberate({
    rule: 'path/not-absolute',
    severity: 'error',
    says: 'All file paths in the protocol MUST be absolute.',
    page: 'v1/overview',
    bytes: '"cwd":"relative/dir"',
    witness: "claude-agent-acp answers `cwd` must be an absolute path; the schema: cwd 'must be an absolute path'",
  }),
  {
    rule: 'auth/login-not-advertised',
    severity: 'error',
    conversations: ['claude-agent-acp-0.100.0/12-errors', 'sdk-example-agent-0.12.0/12-errors'],
    count: 2,
    says: 'methodId must be one of the methods advertised in the initialize response.',
    page: 'v1/initialization',
    bytes: '"method":"authenticate","params":{"methodId":"no-such-method"}',
    witness: 'the schema says so of AuthenticateRequest.methodId; claude-agent-acp answers -32602',
  },
  {
    rule: 'auth/unknown-method-id',
    severity: 'error',
    conversations: ['gemini-cli-0.61.0/12-errors', 'opencode-1.18.33/12-errors', 'zed-codex-acp-0.16.0/12-errors'],
    count: 3,
    says: 'methodId must be one of the methods advertised in the initialize response.',
    page: 'v1/initialization',
    bytes: '"method":"authenticate","params":{"methodId":"no-such-method"}',
    witness: 'the agents answer -32602',
  },
  deliberate({
    rule: 'jsonrpc/response-unknown-id',
    severity: 'error',
    says: 'The id of a response MUST be the same as the value of the id of the request.',
    page: 'https://www.jsonrpc.org/specification#response_object',
    bytes: '{"jsonrpc":"2.0","id":99,"result":{"stray":true}}',
    witness: 'no agent ever sent a request with id 99',
  }),
  deliberate({
    rule: 'transport/non-json-line',
    severity: 'error',
    says: "The client MUST NOT write anything to the agent's stdin that is not a valid ACP message.",
    page: 'v1/transports#stdio',
    bytes: 'this is not json',
    witness: 'it does not parse; zed-codex-acp and others answer -32700',
  }),
  deliberate({
    rule: 'transport/batch-not-allowed',
    severity: 'error',
    says: 'Messages are individual JSON-RPC requests, notifications, or responses.',
    page: 'v1/transports#stdio',
    bytes: '[{"jsonrpc":"2.0","id":20,"method":"session/x1"}',
    witness: 'the schema has no array at its top',
  }),
  deliberate({
    rule: 'jsonrpc/bad-version',
    severity: 'error',
    says: 'jsonrpc MUST be exactly "2.0".',
    page: 'https://www.jsonrpc.org/specification#request_object',
    bytes: '{"id":22,"method":"session/no_jsonrpc_member"}',
    witness: 'the schema requires it at its root',
  }),
  deliberate({
    rule: 'jsonrpc/invalid-id-type',
    severity: 'warning',
    says: 'Numbers SHOULD NOT contain fractional parts.',
    page: 'https://www.jsonrpc.org/specification#request_object',
    bytes: '"id":1.5',
  }),
  deliberate({
    rule: 'jsonrpc/null-request-id',
    severity: 'warning',
    says: 'The use of Null as a value for the id member in a Request is discouraged.',
    page: 'https://www.jsonrpc.org/specification#request_object',
    bytes: '"id":null',
  }),
  {
    rule: 'capability/load-not-advertised',
    severity: 'error',
    conversations: ['sdk-example-agent-0.12.0/12-errors'],
    count: 1,
    says: 'LoadSessionRequest: only available if the Agent supports the loadSession capability.',
    page: 'v1/session-setup#loading-sessions',
    bytes: '"method":"session/load"',
    witness: 'the agent answers -32601',
  },
  {
    rule: 'capability/baseline-method-missing',
    severity: 'error',
    conversations: ['sdk-example-agent-0.12.0/12-errors'],
    count: 1,
    says: 'Clients MUST support session/request_permission.',
    page: 'v1/overview#client',
    bytes: '"error":{"code":-32601,"message":"Method not found"}',
    witness: 'it is the answer itself: the raw driver has no such method',
  },
  {
    rule: 'eos/tool-call-never-finished',
    severity: 'warning',
    conversations: ['sdk-example-agent-0.12.0/12-errors'],
    count: 1,
    says: 'Tool calls progress to completed or failed.',
    page: 'v1/tool-calls#status',
    bytes: '"status":"pending"',
  },
  {
    rule: 'capability/fs-write-not-advertised',
    severity: 'error',
    conversations: ['opencode-1.18.33/17-protocol-v2'],
    count: 1,
    says: 'If writeTextFile is false or not present, the Agent MUST NOT attempt to call fs/write_text_file.',
    page: 'v1/file-system#checking-support',
    bytes: '"method":"fs/write_text_file"',
    witness: 'the client answers -32601',
  },
  {
    rule: 'jsonrpc/response-to-notification',
    severity: 'error',
    conversations: ['zed-codex-acp-0.16.0/12-errors', 'zed-codex-acp-0.16.0/20-request-cancel'],
    count: 2,
    says: 'The Server MUST NOT reply to a Notification.',
    page: 'https://www.jsonrpc.org/specification#notification',
    bytes: '"error":{"code":-32601',
    witness: 'its data name the method of a notification; the schema requires an id in responses',
  },
  {
    rule: 'session/replay-after-load-response',
    severity: 'error',
    conversations: ['gemini-cli-0.61.0/11-load-replay'],
    count: 1,
    says: 'When all the conversation entries have been streamed to the Client, the Agent MUST respond to session/load.',
    page: 'v1/session-setup#loading-a-session',
    bytes: '"sessionUpdate":"user_message_chunk"',
    witness: 'the text is that of the prompt which the recording of the session before (10-load) holds',
  },
  {
    rule: 'cancel/wrong-stop-reason',
    severity: 'error',
    conversations: ['sdk-example-agent-0.12.0/08-cancel-permission'],
    count: 1,
    says: 'This stop reason MUST be returned when the client sends a session/cancel notification.',
    page: 'v1/prompt-turn#cancellation',
    bytes: '"result":{"stopReason":"end_turn"}',
    witness: 'the schema says so of "cancelled"; the agent had read the answer that came after the cancel',
  },
  {
    rule: 'tool-call/duplicate-create',
    severity: 'error',
    conversations: [
      'sdk-example-agent-0.12.0/02-text',
      'sdk-example-agent-0.12.0/10-load',
      'sdk-example-agent-0.12.0/18-double-prompt',
    ],
    count: 5,
    says: 'toolCallId: unique identifier for this tool call within the session',
    page: 'v1/tool-calls#creating',
    bytes: '"sessionUpdate":"tool_call","toolCallId":"call_',
    witness: 'the schema says so of ToolCallId',
  },
  {
    rule: 'eos/turn-never-answered',
    severity: 'warning',
    conversations: ['opencode-1.18.33/13-llm-error', 'zed-codex-acp-0.16.0/18-double-prompt'],
    count: 2,
    says: 'The Agent MUST respond to the original session/prompt request with a StopReason.',
    page: 'v1/prompt-turn#4-check-for-completion',
    bytes: '"method":"session/prompt"',
  },
  {
    rule: 'extension/unknown-root-field',
    severity: 'warning',
    conversations: ['claude-agent-acp-0.100.0/11-load-replay'],
    count: 1,
    says: 'Implementations MUST NOT add any custom fields at the root of a type that is part of the specification.',
    page: 'v1/extensibility',
    bytes: '"sessionId"',
  },
  {
    rule: 'jsonrpc/unknown-method',
    severity: 'warning',
    conversations: ['gemini-cli-0.61.0/14-modes'],
    count: 1,
    says: 'Names of methods that do not begin with an underscore are reserved for the protocol.',
    page: 'v1/extensibility',
    bytes: '"method":"session/set_model"',
  },
  {
    rule: 'prompt/concurrent-turn',
    severity: 'warning',
    conversations: [
      'claude-agent-acp-0.100.0/18-double-prompt',
      'gemini-cli-0.61.0/18-double-prompt',
      'opencode-1.18.33/18-double-prompt',
      'sdk-example-agent-0.12.0/18-double-prompt',
      'zed-codex-acp-0.16.0/18-double-prompt',
    ],
    count: 5,
    says: 'Once a prompt turn completes, the Client may send another session/prompt.',
    page: 'v1/prompt-turn',
    bytes: '"method":"session/prompt"',
  },
  {
    rule: 'turn/update-outside-turn',
    severity: 'warning',
    conversations: ['gemini-cli-0.61.0/14-modes'],
    count: 1,
    says: 'A prompt turn begins with session/prompt; the agent reports output within it.',
    page: 'v1/prompt-turn',
    bytes: '"sessionUpdate":"agent_message_chunk"',
  },
  // off by default
  {
    rule: 'init/missing-implementation-info',
    severity: 'warning',
    conversations: [
      'sdk-example-agent-0.12.0/',
      'sdk-example-client-0.12.0+',
      ...DELIBERATE.filter((name) => !name.startsWith('sdk-')),
    ],
    count: 25,
    says: 'Clients and Agents SHOULD provide information about their implementation in clientInfo and agentInfo.',
    page: 'v1/initialization#implementation-information',
    bytes: '"protocolVersion"',
  },
  {
    rule: 'tool-call/skipped-in-progress',
    severity: 'warning',
    conversations: [
      'acpx-0.19.1+claude-agent-acp-0.100.0/02',
      'acpx-0.19.1+gemini-cli-0.61.0/02',
      'claude-agent-acp-0.100.0/',
      'gemini-cli-0.61.0/',
      'sdk-example-agent-0.12.0/',
      'sdk-example-client-0.12.0+sdk-example-agent-0.12.0/',
    ],
    count: 23,
    says: 'Once permission is granted, the Agent SHOULD invoke the tool and report a status update marking it in_progress.',
    page: 'v1/prompt-turn#5-tool-invocation-and-status-reporting',
    bytes: '"status":"completed"',
  },
];
