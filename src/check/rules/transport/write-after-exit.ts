import type { Moment } from '../../../model/state/moment.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

export const writeAfterExit = defineRule({
  id: 'transport/write-after-exit',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'client',
  summary: 'A client writes nothing to an agent that is gone.',
  explanation:
    'The agent exited or closed its output, so nobody answers any more: a client that goes on writing did not notice, ' +
    'and what it waits for never comes. Watch the end of the stream and the exit of the process, and fail what is ' +
    'pending. Not reported: what was sent within a moment of the end. Reported once.',
  spec: 'v1/transports#stdio',
  messages: { late: 'the client wrote this {time} after the agent {end}' },
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
