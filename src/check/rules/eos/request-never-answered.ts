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
    const { connection, badFrames, report } = context;
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
        const bad = badFrames.last[sender];
        const isAfterBad = bad !== undefined && bad.seq < request.seq;
        const hint = isAfterBad ? `; frame ${bad.seq} before it was broken` : '';
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
  return method === 'initialize' || RESTORES_SESSION.has(method) || (version === 1 && method === 'session/prompt');
}

/** v2: the agent showed the message of a prompt that it did not answer. */
function isEchoed({ sessions }: Connection, { sessionId, key, method }: Exchange): boolean {
  if (method !== 'session/prompt') return false;
  const prompts = sessions.get(sessionId ?? '')?.prompts ?? [];
  return prompts.some((prompt) => prompt.key === key && prompt.echo !== undefined);
}
