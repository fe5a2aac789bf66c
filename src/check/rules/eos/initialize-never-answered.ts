import { defineRule } from '../../engine/rule.js';
import { counted, lasting } from '../../engine/wording.js';
import { endedOf, severityOf, unanswered, waited } from './ending.js';

/** An agent that has to be fetched first takes its time to begin. */
const START_PATIENCE_MS = 10_000;

export const initializeNeverAnswered = defineRule({
  id: 'eos/initialize-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'initialize is answered.',
  explanation:
    'Nothing can be done before the answer. Often the program is no agent, or is one only with another argument ' +
    '("--acp"): it prints a help text or waits for a person to type. Run the command by hand and look at what it writes. ' +
    'Only info where the client gave up within ten seconds; a package that has to be fetched first takes that long.',
  spec: 'v1/initialization',
  messages: { never: 'initialize was never answered: {how} {after} later{hint}' },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    const request = unanswered(context, 'client', ended).find(({ method }) => method === 'initialize');
    if (request === undefined || connection.initialization.state === 'done') return;
    const { unreadable } = connection.wires.agent;
    const hint = unreadable > 0 ? `; it printed ${counted(unreadable, 'line')} that are no protocol` : '';
    const waiting = { since: request, on: 'agent', patienceMs: START_PATIENCE_MS } as const;
    // an agent that is gone without a word has not begun at all, however fast it went
    const severity = ended.by === 'agent' && ended.isWhole ? 'error' : severityOf(context, ended, waiting);
    const data = { how: ended.how, after: lasting(waited(request, ended)), hint };
    report('never', { data, severity, at: request, evidence: [ended.at] });
  },
});
