import { DELIBERATE, DELIBERATE_FAULTS } from './deliberate-faults.js';

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

export const VERDICTS: readonly Verdict[] = [
  ...DELIBERATE_FAULTS,
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
