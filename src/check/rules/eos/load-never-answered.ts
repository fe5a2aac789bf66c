import { RESTORES_SESSION } from '../../../acp/methods/method-groups.js';
import { defineRule } from '../../engine/rule.js';
import { counted, lasting } from '../../engine/wording.js';
import { endedOf, followsFromInitialize, severityOf, unanswered, waited } from './ending.js';
import { PATIENCE_MS } from './patience.js';

export const loadNeverAnswered = defineRule({
  id: 'eos/load-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/load and session/resume must be answered.',
  explanation:
    'Without the answer the client cannot know that the history is complete, and keeps the session locked. Answer ' +
    'after the last update of the history.\n\n' +
    'Only an info if the client left within half a minute, because a long history takes time.',
  spec: 'v1/session-setup#loading-sessions',
  messages: { never: 'the agent never answered {method} after {updates} of history: {how} {after} later{follows}' },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const request of unanswered(context, 'client', ended)) {
      const { method, sessionId, cancelRequested } = request;
      if (!RESTORES_SESSION.has(method) || cancelRequested !== undefined) continue;
      const replay = connection.sessions.get(sessionId ?? '')?.replay;
      const updates = counted(replay?.key === request.key ? replay.updates : 0, 'update');
      const follows = followsFromInitialize(context);
      const data = { method, updates, how: ended.how, after: lasting(waited(request, ended)), follows };
      const usual = severityOf(context, ended, { since: request, on: 'agent', patienceMs: PATIENCE_MS });
      const severity = follows === '' ? usual : 'info';
      report('never', { data, severity, at: request, evidence: [ended.at], sessionId });
    }
  },
});
