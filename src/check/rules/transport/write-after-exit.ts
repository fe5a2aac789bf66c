import type { Moment } from '../../../model/state/moment.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

export const writeAfterExit = defineRule({
  id: 'transport/write-after-exit',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client should write nothing after the agent is gone.',
  explanation:
    'The agent exited or closed its output, so it answers nothing more. A client that keeps writing has not ' +
    'noticed, and waits for responses that never come. Watch for the end of the stream and the exit of the process, ' +
    'and fail all pending requests then.\n\n' +
    'Reported once. Not reported: frames sent within a moment of the end.',
  spec: 'v1/transports#stdio',
  messages: { late: 'the client wrote this frame {time} after the agent {end}' },
  on: ['line if gone'],
  inspect({ connection: { ending }, line, thresholds, hasRealTimes, report }) {
    if (line.sender !== 'client' || !hasRealTimes) return;
    const { exit, agentEof } = ending;
    const end = earlier(exit, agentEof);
    if (end === undefined || line.at - end.at <= thresholds.exitGrace) return;
    const data = { time: lasting(line.at - end.at), end: end === exit ? 'exited' : 'closed its output' };
    report('late', { data, evidence: [end], once: 'client' });
  },
});

function earlier(one: Moment | undefined, other: Moment | undefined): Moment | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.seq < other.seq ? one : other;
}
