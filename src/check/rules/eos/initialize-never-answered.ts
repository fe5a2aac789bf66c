import { defineRule } from '../../engine/rule.js';
import { counted, lasting } from '../../engine/wording.js';
import { endedOf, severityOf, unanswered, waited } from './ending.js';

/** How long an agent may take to start, as its package may be downloaded first. */
const START_PATIENCE_MS = 10_000;

export const initializeNeverAnswered = defineRule({
  id: 'eos/initialize-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'initialize must be answered.',
  explanation:
    'Nothing works before this answer. Often the program is not an agent, or needs an argument such as "--acp" to ' +
    'become one: it prints a help text or waits for a person to type. Run the command by hand and look at its ' +
    'output.\n\n' +
    'Only an info if the client gave up within ten seconds: an agent whose package is downloaded first may need ' +
    'that long. Also reported on a live connection, after ten seconds. Other requests that are unanswered because ' +
    'of it are only infos, and their messages say so.',
  spec: 'v1/initialization',
  messages: {
    never: 'the agent never answered initialize: {how} {after} later{hint}',
    waits: 'the agent has not answered initialize for {after}{hint}',
  },
  on: ['end', 'now'],
  inspect(context) {
    const { connection, goesOn, now, hasRealTimes, report } = context;
    if (connection.initialization.state === 'done') return;
    const ended = endedOf(connection);
    const asked = goesOn ? [...connection.requests.client.pending.values()] : unanswered(context, 'client', ended);
    const request = asked.find(({ method }) => method === 'initialize');
    if (request === undefined) return;
    const { unreadable } = connection.wires.agent;
    const hint = unreadable > 0 ? `; it printed ${counted(unreadable, 'line')} that could not be read as JSON` : '';
    const place = { at: request, sessionId: undefined };
    if (goesOn) {
      const age = now.at - request.at;
      if (hasRealTimes && age >= START_PATIENCE_MS) report('waits', { data: { after: lasting(age), hint }, ...place });
      return;
    }
    const waiting = { since: request, on: 'agent', patienceMs: START_PATIENCE_MS } as const;
    // an agent that exits without a word never started properly, however soon it exits
    const isLong = hasRealTimes && waited(request, ended) >= START_PATIENCE_MS;
    const isSure = ended.isWhole && connection.gap === undefined && (ended.by === 'agent' || isLong);
    const severity = isSure ? 'error' : severityOf(context, ended, waiting);
    const data = { how: ended.how, after: lasting(waited(request, ended)), hint };
    report('never', { data, severity, ...place, evidence: [ended.at] });
  },
});
