import type { Verdict } from './corpus-verdicts.js';

/** The conversations of the driver that breaks the protocol on purpose, with five agents. */
export const DELIBERATE = [
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

/** What the driver that breaks the protocol on purpose is found to do. */
export const DELIBERATE_FAULTS: readonly Verdict[] = [
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
    bytes: '"method":"session/new","params":["/',
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
];
