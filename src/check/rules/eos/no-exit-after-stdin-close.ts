import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';

/** How long an agent may take to exit after its stdin was closed. */
const LINGER_MS = 5_000;

/** A client that ends the agent sooner gave it no time. */
const GRACE_MS = 1_000;

export const noExitAfterStdinClose = defineRule({
  id: 'eos/no-exit-after-stdin-close',
  severity: 'info',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'The agent should exit soon after its stdin is closed.',
  explanation:
    'Nobody can talk to it any more. After crashes of the editor such agents pile up, and hold on to files and ' +
    'memory. Exit when stdin ends.\n\n' +
    'Only an info, because no specification requires it. A warning if the agent still sends updates and requests ' +
    'after five seconds, which nobody will ever read. Not reported: an agent that was killed within a second; one ' +
    'with work in its background list; recordings without times or without the exit.',
  spec: 'v1/transports#stdio',
  messages: {
    stayed: 'the agent exited only {after} after its stdin was closed',
    killed: 'the agent did not exit when its stdin was closed; {signal} ended it {after} later',
    talks: 'the agent still sent messages {after} after its stdin was closed',
  },
  on: ['end'],
  inspect({ connection, hasRealTimes, hasReported, report }) {
    const { ending, wires, requests, sessions } = connection;
    const { clientEof, exit, incomplete } = ending;
    if (!hasRealTimes || clientEof === undefined || exit === undefined || incomplete !== undefined) return;
    const isBusy = [...sessions.values()].some(({ foreground }) => (foreground.background?.size ?? 0) > 0);
    if (isBusy || exit.seq < clientEof.seq) return;
    const asked = Math.max(...[...requests.agent.pending.values()].map(({ at }) => at), -Infinity);
    const talked = Math.max(wires.agent.lastNotification?.at ?? -Infinity, asked);
    const after = exit.at - clientEof.at;
    const details = { at: exit, evidence: [clientEof] };
    if (talked - clientEof.at > LINGER_MS) {
      const data = { after: lasting(talked - clientEof.at) };
      report('talks', { data, severity: 'warning', ...details });
    } else if (hasReported('eos')) {
      return;
    } else if (exit.signal === 'SIGTERM' || exit.signal === 'SIGKILL') {
      if (after >= GRACE_MS) report('killed', { data: { signal: exit.signal, after: lasting(after) }, ...details });
    } else if (after > LINGER_MS) report('stayed', { data: { after: lasting(after) }, ...details });
  },
});
