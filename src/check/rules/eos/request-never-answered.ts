import { RESTORES_SESSION } from '../../../acp/methods/method-groups.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { endedOf, severityOf, unanswered, waited } from './ending.js';
import { PATIENCE_MS } from './patience.js';
import { waitsForClient } from './waiting.js';

export const requestNeverAnswered = defineRule({
  id: 'eos/request-never-answered',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'receiver',
  summary: 'Every request must get a response.',
  explanation:
    'Without one the sender waits forever: a button does nothing, a tool never returns. Often an exception before ' +
    'the answer was only logged. Catch it and answer with an error, and answer unknown methods with -32601.\n\n' +
    'Only an info if the sender hung up within half a minute, or if the request was sent in the last second. Only a ' +
    'warning if the recording does not show who hung up. Prompts in v1, initialize, session/load, session/resume, ' +
    'permission requests and cancelled requests have rules of their own.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: {
    never: 'the {receiver} never answered {method} (id {id}): {how} {after} later{hint}',
  },
  on: ['end'],
  inspect(context) {
    const { connection, lastBad, report } = context;
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
        const bad = lastBad[sender];
        const isAfterBad = bad !== undefined && bad.seq < request.seq;
        const hint = isAfterBad ? `; an earlier frame of the ${sender} was broken (frame ${bad.seq})` : '';
        const id = key.startsWith('"') ? `${key}"` : key;
        const data = { receiver: on, method, id, how: ended.how, after: lasting(waited(request, ended)), hint };
        report('never', { data, severity, fault: on, at: request, evidence: [ended.at], sessionId, turn });
      }
    }
  },
});

function hasOwnRule({ method, cancelRequested, sender }: Exchange, version: 1 | 2): boolean {
  if (cancelRequested !== undefined) return true;
  if (sender === 'agent') return method === 'session/request_permission';
  return method === 'initialize' || RESTORES_SESSION.has(method) || (version === 1 && method === 'session/prompt');
}

/** v2: the agent showed the message of a prompt that it did not answer. */
function isEchoed({ sessions }: Connection, { sessionId, key, method }: Exchange): boolean {
  if (method !== 'session/prompt') return false;
  const prompts = sessions.get(sessionId ?? '')?.prompts ?? [];
  return prompts.some((prompt) => prompt.key === key && prompt.echo !== undefined);
}
