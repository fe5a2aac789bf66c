import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { defineRule } from '../../engine/rule.js';
import { counted, lasting } from '../../engine/wording.js';
import { endedOf, severityOf, unanswered, waited } from './ending.js';
import { waitsForClient } from './waiting.js';

/** So long a client may wait for an ordinary answer before something is wrong. */
const PATIENCE_MS = 30_000;

/** An agent that has to be fetched first takes its time to begin. */
const START_PATIENCE_MS = 10_000;

const RESTORING: ReadonlySet<string> = new Set(['session/load', 'session/resume']);

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

export const loadNeverAnswered = defineRule({
  id: 'eos/load-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'session/load and session/resume are answered once the history is told.',
  explanation:
    'The client cannot know that the history is complete and keeps the session locked. Send the answer after the last ' +
    'update of the history. Only info where the client left within half a minute: a long history takes its time.',
  spec: 'v1/session-setup#loading-sessions',
  messages: { never: '{method} was never answered, after {updates} of history: {how} {after} later' },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const request of unanswered(context, 'client', ended)) {
      const { method, sessionId, cancelRequested } = request;
      if (!RESTORING.has(method) || cancelRequested !== undefined) continue;
      const replay = connection.sessions.get(sessionId ?? '')?.replay;
      const updates = counted(replay?.key === request.key ? replay.updates : 0, 'update');
      const data = { method, updates, how: ended.how, after: lasting(waited(request, ended)) };
      const severity = severityOf(context, ended, { since: request, on: 'agent', patienceMs: PATIENCE_MS });
      report('never', { data, severity, at: request, evidence: [ended.at], sessionId });
    }
  },
});

export const requestNeverAnswered = defineRule({
  id: 'eos/request-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'receiver',
  summary: 'Every request gets a response.',
  explanation:
    'Who asked waits for ever: a button that does nothing, a tool that never returns. Often an exception on the way to ' +
    'the answer was only logged; catch it and answer with an error, and answer unknown methods with -32601. Only info ' +
    'where who asked hung up, within half a minute, or where the request was sent in the last second; a warning where ' +
    'the recording does not tell who hung up. Prompts of v1, initialize, session/load and permission requests have rules ' +
    'of their own, and so have requests that were cancelled.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    never: '{method} (id {id}) was never answered: {how} {after} later{hint}',
  },
  on: ['end'],
  inspect(context) {
    const { connection, report } = context;
    const ended = endedOf(connection);
    for (const sender of ['client', 'agent'] as const) {
      for (const request of unanswered(context, sender, ended)) {
        if (hasOwnRule(request, connection.version) || (sender === 'agent' && !waitsForClient(ended))) continue;
        const { method, key, sessionId, turn } = request;
        const on = sender === 'client' ? 'agent' : 'client';
        const isHumanPaced = method === 'elicitation/create' || method === 'terminal/wait_for_exit';
        const severity = isHumanPaced
          ? 'info'
          : severityOf(context, ended, {
              since: request,
              on,
              patienceMs: PATIENCE_MS,
              wasRead: isEchoed(connection, request),
            });
        const { lastBad } = connection.wires[sender];
        const isAfterBad = lastBad !== undefined && lastBad.seq < request.seq;
        const hint = isAfterBad ? `; frame ${lastBad.seq} before it was broken` : '';
        const id = key.startsWith('"') ? `${key}"` : key;
        const data = { method, id, how: ended.how, after: lasting(waited(request, ended)), hint };
        report('never', { data, severity, fault: on, at: request, evidence: [ended.at], sessionId, turn });
      }
    }
  },
});

function hasOwnRule({ method, cancelRequested, sender }: Exchange, version: 1 | 2): boolean {
  if (cancelRequested !== undefined) return true;
  if (sender === 'agent') return method === 'session/request_permission';
  return method === 'initialize' || RESTORING.has(method) || (version === 1 && method === 'session/prompt');
}

/** v2: the agent showed the message of a prompt that it did not answer. */
function isEchoed({ sessions }: Connection, { sessionId, key, method }: Exchange): boolean {
  if (method !== 'session/prompt') return false;
  const prompts = sessions.get(sessionId ?? '')?.prompts ?? [];
  return prompts.some((prompt) => prompt.key === key && prompt.echo !== undefined);
}
