import { defineRule } from '../../engine/rule.js';

export const truncatedFinalFrame = defineRule({
  id: 'transport/truncated-final-frame',
  severity: 'warning',
  versions: ['v1', 'v2'],
  fault: 'sender',
  summary: 'The last message of a stream ends with a newline, as every message does.',
  explanation:
    'A reader waits for the newline: what stands before the end of the stream without one is lost for many, even where ' +
    'it is a whole message. One that breaks off in the middle is an error: its sender crashed or exited before its ' +
    'output was written, as process.exit does. Wait until everything is flushed. It is a warning where the other side ' +
    'had closed its half before, and an info where a signal came, or the recording has a gap or breaks off there.',
  spec: 'v1/transports#stdio',
  messages: {
    newline: 'no newline ends the last message of the {sender}',
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
      const usual = tail.isCut && !wasLeft ? 'error' : 'warning';
      const details = { at: tail, fault: sender, severity: isUnknown ? 'info' : usual, data: { sender } } as const;
      report(tail.isCut ? 'cut' : 'newline', { ...details, once: sender, sessionId: undefined });
    }
  },
});

/** What tells that a stream is over, rather than only its recording; `incomplete`: it may go on. */
const ENDS: Readonly<Record<'client' | 'agent', ReadonlySet<string>>> = {
  client: new Set(['client-eof', 'incomplete']),
  agent: new Set(['agent-eof', 'exit', 'incomplete']),
};
