import type { WaitKind } from '../../../src/model/state/wait.js';

/** What Turntable has to say of a conversation that hangs, or goes wrong, as people report it. */
export interface ReportedHang {
  /** In `fixtures/lib/hangs.js`. */
  readonly shape: string;
  /** Where people report it, as on GitHub; none where it is common knowledge. */
  readonly threads: readonly string[];
  /** What is waited for while it hangs, the oldest first; empty if nothing is owed. */
  readonly waits: readonly WaitKind[];
  /** Who has to act, and whether that is called stuck after minutes; undefined if nothing is owed. */
  readonly mark?: { readonly worker: 'agent' | 'client' | 'user'; readonly isStuck: boolean };
  /** What is said of the wait that matters most, while it hangs. */
  readonly says?: RegExp;
  /** Rules that are broken, and by whom: while it lives, if `isAtOnce`, else at the end. */
  readonly rules: readonly (readonly [rule: string, fault: 'client' | 'agent'])[];
  readonly isAtOnce?: true;
  /** The agent does not see the end of its stdin either: the client has to end it. */
  readonly isDeaf?: true;
  /** Only an info, however long it hung. */
  readonly isQuiet?: true;
}

const AGENT = { worker: 'agent', isStuck: true } as const;
const USER = { worker: 'user', isStuck: false } as const;

export const REPORTED_HANGS: readonly ReportedHang[] = [
  {
    shape: 'silent-model',
    threads: ['zed-industries/codex-acp#197', 'MoonshotAI/kimi-code#2163', 'can1357/oh-my-pi#12667'],
    waits: ['prompt'],
    mark: AGENT,
    says: /agent owes session\/prompt 2.*the wait is inside the agent/,
    rules: [['eos/turn-never-answered', 'agent']],
  },
  {
    shape: 'lost-question',
    threads: ['anomalyco/opencode#48232', 'anomalyco/opencode#12133'],
    waits: ['tool-call'],
    mark: AGENT,
    says: /the wait is inside the agent, in a tool call/,
    rules: [['eos/turn-never-answered', 'agent']],
  },
  {
    shape: 'sleeping-tool',
    threads: [],
    waits: ['tool-call'],
    mark: AGENT,
    says: /the wait is inside the agent, in a tool call/,
    rules: [['eos/turn-never-answered', 'agent']],
  },
  {
    shape: 'open-question',
    threads: [],
    waits: ['permission'],
    mark: USER,
    says: /client owes session\/request_permission 7.*a person has to decide/,
    rules: [['eos/permission-never-answered', 'client']],
  },
  {
    shape: 'question-blocks-others',
    threads: ['agentclientprotocol/claude-agent-acp#830'],
    waits: ['permission', 'head-of-line'],
    mark: USER,
    says: /client owes session\/request_permission 7/,
    rules: [['eos/permission-never-answered', 'client']],
  },
  {
    shape: 'background-question',
    threads: ['agentclientprotocol/claude-agent-acp#851'],
    waits: ['permission', 'queued-prompt'],
    mark: USER,
    says: /client owes session\/request_permission 7/,
    rules: [['permission/outside-turn', 'agent']],
  },
  {
    shape: 'full-pipe',
    threads: [],
    waits: ['not-reading'],
    mark: AGENT,
    says: /agent owes session\/prompt 2.*the pipe is full, and nobody reads it/,
    rules: [['eos/turn-never-answered', 'agent']],
    isDeaf: true,
  },
  {
    shape: 'ignored-request',
    threads: ['QwenLM/qwen-code#4925'],
    waits: ['agent-request'],
    mark: { worker: 'client', isStuck: true },
    says: /client owes _vendor\/ask_user_question 7/,
    rules: [['eos/request-never-answered', 'client']],
  },
  {
    shape: 'late-tail',
    threads: ['anomalyco/opencode#17505', 'anomalyco/opencode#18672'],
    waits: [],
    rules: [['turn/update-after-response', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'client-drops-tail',
    threads: [
      'agentscope-ai/QwenPaw#6623',
      'PrimeIntellect-ai/verifiers#2262',
      'agentclientprotocol/agent-client-protocol#554',
    ],
    waits: [],
    rules: [],
  },
  {
    shape: 'early-update',
    threads: ['blowmage/cursor-agent-acp-npm#33', 'getpaseo/paseo#3324'],
    waits: [],
    rules: [['session/update-before-new-response', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'cancel-answered-end-turn',
    threads: ['github/copilot-cli#4561', 'anomalyco/opencode#25977'],
    waits: [],
    rules: [['cancel/wrong-stop-reason', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'cancel-refused',
    threads: ['anomalyco/opencode#30146'],
    waits: ['cancelled-turn'],
    mark: AGENT,
    says: /agent owes session\/prompt 2.*the turn was cancelled and goes on/,
    rules: [['eos/cancel-never-confirmed', 'agent']],
  },
  {
    shape: 'second-stop',
    threads: ['agentclientprotocol/claude-agent-acp#551'],
    waits: [],
    rules: [['jsonrpc/duplicate-response', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'wedged-after-stop',
    threads: ['NousResearch/hermes-agent#79196', 'NousResearch/hermes-agent#64471'],
    waits: ['cancelled-turn', 'queued-prompt'],
    mark: AGENT,
    says: /agent owes session\/prompt 2.*the turn was cancelled and goes on/,
    rules: [['eos/cancel-never-confirmed', 'agent']],
  },
  {
    shape: 'growing-output',
    threads: ['xenodium/agent-shell#342', 'OpenHands/software-agent-sdk#3033', 'OpenHands/software-agent-sdk#3465'],
    waits: ['tool-call'],
    rules: [['volume/repeated-tool-output', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'giant-line',
    threads: ['pingdotgg/t3code#11216'],
    waits: [],
    rules: [['transport/oversized-frame', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'long-line',
    threads: ['anomalyco/opencode#17019'],
    waits: [],
    rules: [['transport/oversized-frame', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'noise-on-stdout',
    threads: ['zed-industries/zed#58568'],
    waits: [],
    rules: [['transport/non-json-line', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'foreign-cwd',
    threads: ['openclaw/acpx#232', 'RAIT-09/obsidian-agent-client#304'],
    waits: [],
    rules: [['path/other-system', 'client']],
    isAtOnce: true,
  },
  {
    shape: 'no-interpreter',
    threads: ['logancyang/obsidian-copilot#2496', 'zed-industries/zed#45241'],
    waits: ['initialize'],
    rules: [['eos/initialize-never-answered', 'agent']],
  },
  {
    shape: 'reads-to-the-end',
    threads: ['google-gemini/gemini-cli#22782', 'zed-industries/zed#52455'],
    waits: ['initialize'],
    mark: AGENT,
    says: /agent owes initialize 0.*has not answered the first request/,
    rules: [['eos/initialize-never-answered', 'agent']],
  },
  {
    shape: 'missing-newline',
    threads: [],
    waits: ['unfinished-line'],
    mark: AGENT,
    says: /agent owes initialize 0.*the message is there, its newline is not/,
    rules: [['transport/truncated-final-frame', 'agent']],
  },
  {
    shape: 'login-without-browser',
    threads: ['zed-industries/zed#63464'],
    waits: ['sign-in'],
    mark: { worker: 'agent', isStuck: false },
    says: /agent owes authenticate 1.*a person may have to act in a browser/,
    rules: [['eos/request-never-answered', 'agent']],
  },
  {
    shape: 'refused-sign-in',
    threads: ['olimorris/codecompanion.nvim#2425'],
    waits: [],
    rules: [['jsonrpc/valid-params-rejected', 'agent']],
    isAtOnce: true,
  },
  {
    shape: 'unreadable-auth-method',
    threads: ['zed-industries/codex-acp#230'],
    waits: [],
    rules: [],
  },
  {
    shape: 'load-replays-nothing',
    threads: [
      'NousResearch/hermes-agent#12285',
      'NousResearch/hermes-agent#74678',
      'agentclientprotocol/claude-agent-acp#1020',
    ],
    waits: ['prompt'],
    mark: AGENT,
    says: /agent owes session\/prompt 2/,
    rules: [['session/load-replay-missing', 'agent']],
    isQuiet: true,
  },
  {
    shape: 'resume-replays',
    threads: ['anomalyco/opencode#30756'],
    waits: [],
    rules: [['session/resume-replayed-history', 'agent']],
    isAtOnce: true,
  },
];
