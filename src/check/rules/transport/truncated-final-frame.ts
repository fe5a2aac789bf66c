import { defineRule } from '../../engine/rule.js';

export const truncatedFinalFrame = defineRule({
  id: 'transport/truncated-final-frame',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The last message of a stream must end with a newline, too.',
  explanation:
    'Readers wait for the newline. Without it, the other side waits as long as the stream is open, and many readers ' +
    'drop the message when the stream ends. Write a newline after every message, and flush all output before you ' +
    'exit. If the message breaks off in the middle, the sender crashed, or exited before its output was written, ' +
    'for example by process.exit.\n\n' +
    'Turntable takes the end of the stream as the time of such a message. Only a warning if the other side had ' +
    'already closed its end. Only an info after a signal, or if the recording has a gap or is incomplete.',
  spec: 'v1/transports#stdio',
  messages: {
    newline: 'the last message of the {sender} is complete but has no newline: nobody reads it before the stream ends',
    cut: 'the last message of the {sender} breaks off in the middle',
  },
  on: ['event:client-eof', 'event:agent-eof', 'event:exit', 'event:incomplete'],
  inspect({ connection, event: { name }, report }) {
    const { wires, ending, gap } = connection;
    for (const sender of ['client', 'agent'] as const) {
      const { tail } = wires[sender];
      if (tail === undefined || !ENDS[sender].has(name)) continue;
      const wasLeft = sender === 'agent' && ending.clientEof !== undefined && ending.clientEof.seq < tail.seq;
      const isCutOff = name === 'incomplete' || ending.incomplete !== undefined;
      const isUnknown = isCutOff || gap !== undefined || ending.signals.length > 0;
      const usual = wasLeft ? 'warning' : 'error';
      const details = { at: tail, fault: sender, severity: isUnknown ? 'info' : usual, data: { sender } } as const;
      report(tail.isCut ? 'cut' : 'newline', { ...details, once: sender, sessionId: undefined });
    }
  },
});

/** Events that end a stream. After `incomplete` only the recording is over: the stream may go on. */
const ENDS: Readonly<Record<'client' | 'agent', ReadonlySet<string>>> = {
  client: new Set(['client-eof', 'incomplete']),
  agent: new Set(['agent-eof', 'exit', 'incomplete']),
};
