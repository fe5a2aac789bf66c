import type { WaitKind } from '../../model/state/wait.js';

/** The usual causes of a kind of wait. */
export interface Advice {
  /** What the wait is about, to put after a colon. */
  readonly verdict: string;
  /** Whether the frames prove the verdict. */
  readonly certainty: 'fact' | 'guess';
  readonly causes: readonly string[];
  readonly next: readonly NextStep[];
}

/** Something to do next. */
export interface NextStep {
  readonly text: string;
  /** A command that shows it: `{recording}` and `{frame}` stand for the recording and the frame that the wait began with. */
  readonly command?: string;
}

/** The frame that the wait began with. */
const FRAME = 'turntable show {recording} --frames {frame} --pretty';
const STDERR = 'turntable show {recording} --from stderr';

/** For each kind of wait: its usual causes, and what to do next. */
export const ADVICE: Readonly<Record<WaitKind, Advice>> = {
  initialize: {
    verdict: 'the agent has not answered the first request',
    certainty: 'fact',
    causes: [
      'The agent waits for something before it reads stdin: a sign-in, an update, a sandbox, a lock.',
      'It reads stdin to the end before it answers, or it was not started in ACP mode.',
    ],
    next: [
      { text: 'Run the command by hand and read what it prints', command: 'turntable doctor --agent "COMMAND"' },
      { text: "Check the ACP flag in the client's configuration (such as --acp)" },
    ],
  },
  'sign-in': {
    verdict: 'the agent signs in, and a person may have to act in a browser',
    certainty: 'guess',
    causes: ['No browser opened, or the page was closed.', 'The agent waits for a callback that never reaches it.'],
    next: [{ text: "Read the agent's stderr for an address to open", command: STDERR }],
  },
  'session-setup': {
    verdict: 'the agent is still opening the session',
    certainty: 'fact',
    causes: [
      'An MCP server of the request does not start, or does not answer.',
      'The agent downloads something, or waits for a sign-in.',
      'A long history is being loaded.',
    ],
    next: [{ text: 'Look at mcpServers in the request', command: FRAME }, { text: 'Try again without MCP servers' }],
  },
  'client-request': {
    verdict: 'the agent has not answered a request of the client',
    certainty: 'fact',
    causes: ['The agent does not know the method and ignores it.', 'It is busy, and answers one request at a time.'],
    next: [{ text: 'Look at the request', command: FRAME }],
  },
  prompt: {
    verdict: 'the wait is inside the agent',
    certainty: 'fact',
    causes: [
      'The model is thinking, or its provider does not answer: rate limit, overload, network.',
      'The agent waits for a tool or an MCP server that it does not report.',
      'It lost track of the turn, for example after an error that it did not handle.',
    ],
    next: [
      { text: "Read the agent's stderr and its own log", command: STDERR },
      { text: 'Cancel in the client: if the agent does not confirm, it is stuck' },
    ],
  },
  'prompt-acceptance': {
    verdict: 'the agent has not accepted the prompt',
    certainty: 'fact',
    causes: ['The agent is busy with an earlier prompt.', 'It answers a prompt only at the end of its work, as in v1.'],
    next: [{ text: 'Look at what the agent did last', command: 'turntable tail {recording}' }],
  },
  'queued-prompt': {
    verdict: 'the prompt is queued behind earlier work',
    certainty: 'guess',
    causes: [
      'The agent works on one prompt at a time, and the one before has not ended.',
      'The earlier turn is stuck.',
    ],
    next: [
      { text: 'Find out what the earlier turn waits for: this page lists it too' },
      { text: 'Cancel the earlier turn' },
    ],
  },
  'tool-call': {
    verdict: 'the wait is inside the agent, in a tool call',
    certainty: 'fact',
    causes: [
      'The tool is slow, or waits for input that nobody can give.',
      'A subagent or an MCP server asked for permission, and the question was lost inside the agent.',
    ],
    next: [
      { text: 'Look at what the tool was asked to do', command: FRAME },
      { text: "Look for its process (ps), and read the agent's stderr", command: STDERR },
    ],
  },
  permission: {
    verdict: 'a person has to decide, or the dialog was lost',
    certainty: 'guess',
    causes: [
      'Nobody has answered the dialog yet.',
      'The client does not show it: it belongs to a hidden tab, another session, or a call that the client dropped.',
    ],
    next: [
      { text: 'Answer the dialog in the client' },
      { text: 'If there is none, report it to the client, with the request', command: FRAME },
    ],
  },
  elicitation: {
    verdict: 'a person has to answer a form or a page, or it was lost',
    certainty: 'guess',
    causes: ['Nobody has answered yet.', 'The client does not show the form, or the browser did not open.'],
    next: [
      { text: 'Answer it in the client' },
      { text: 'If there is nothing to answer, report it to the client, with the request', command: FRAME },
    ],
  },
  'requires-action': {
    verdict: 'the agent says that somebody has to act, and asks nothing',
    certainty: 'fact',
    causes: [
      'The question was answered, and the agent did not report running again.',
      'The question was lost in the agent.',
    ],
    next: [
      {
        text: 'Look at what the agent asked last',
        command: "turntable show {recording} --filter 'from:agent kind:req'",
      },
    ],
  },
  file: {
    verdict: 'the client has to read or write a file',
    certainty: 'fact',
    causes: [
      'The client shows a dialog (unsaved changes, a trust question).',
      'It does not know the method and ignores it.',
      'The path is on a slow or remote disk.',
    ],
    next: [{ text: 'Look at the path', command: FRAME }],
  },
  terminal: {
    verdict: 'the client has to handle a terminal',
    certainty: 'fact',
    causes: ['The client does not know the method and ignores it.', 'Starting the command blocks the client.'],
    next: [{ text: 'Look at the request', command: FRAME }],
  },
  command: {
    verdict: 'a command runs in a terminal of the client',
    certainty: 'guess',
    causes: [
      'The command is slow.',
      'It waits for input: a password, a pager, an editor.',
      'It is a server, and never ends.',
    ],
    next: [{ text: 'Look at its terminal in the client, or for its process (ps)' }],
  },
  'agent-request': {
    verdict: 'the client has not answered a request of the agent',
    certainty: 'fact',
    causes: ['The client does not know the method and ignores it, where it should answer "method not found".'],
    next: [{ text: 'Look at the request, and report it to the client', command: FRAME }],
  },
  'withdrawn-request': {
    verdict: 'it was withdrawn, and the client has not confirmed that with an answer',
    certainty: 'fact',
    causes: ['The client closed its dialog on cancel and forgot to answer the request with "cancelled".'],
    next: [
      { text: 'Report it to the client: the agent may wait for this answer before it ends the turn', command: FRAME },
    ],
  },
  'cancelled-turn': {
    verdict: 'the turn was cancelled and goes on',
    certainty: 'fact',
    causes: [
      'The agent stopped its model and forgot to answer the prompt with "cancelled".',
      'A tool does not react to the cancellation.',
    ],
    next: [
      { text: 'Restart the agent' },
      { text: 'Report it to the agent, with the recording', command: 'turntable export {recording} -o hang.acp' },
    ],
  },
  'head-of-line': {
    verdict: 'it may wait for a question that is open elsewhere',
    certainty: 'guess',
    causes: ['The agent reads nothing more before that question is answered, whatever session it belongs to.'],
    next: [
      { text: 'Answer the open question, which this page lists too' },
      {
        text: 'If this request is answered then, report it to the agent',
        command: 'turntable export {recording} -o hang.acp',
      },
    ],
  },
  'unfinished-line': {
    verdict: 'the message is there, its newline is not',
    certainty: 'fact',
    causes: ['The sender forgot the newline, or did not flush it: the other side reads whole lines.'],
    next: [{ text: 'Report it to the sender, with these bytes', command: 'turntable tail {recording} -n 1' }],
  },
  'not-reading': {
    verdict: 'the pipe is full, and nobody reads it',
    certainty: 'fact',
    causes: ['The reader is stopped, blocked, or busy.', 'Both sides write without reading: a deadlock.'],
    next: [{ text: 'Look at the process (ps): is it stopped, or does it use all of a CPU?' }],
  },
};
