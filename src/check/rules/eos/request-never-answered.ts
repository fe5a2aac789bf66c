import { RESTORES_SESSION } from '../../../acp/methods/method-groups.js';
import type { Connection } from '../../../model/state/connection.js';
import type { Exchange } from '../../../model/state/exchange.js';
import { otherOf } from '../../../wire/frame.js';
import type { Context } from '../../engine/context.js';
import { defineRule } from '../../engine/rule.js';
import { lasting } from '../../engine/wording.js';
import { endedOf, followsFromInitialize, severityOf, unanswered, waited } from './ending.js';
import { PATIENCE_MS } from './patience.js';
import { waitsForClient } from './waiting.js';

const MESSAGES = {
  never: 'the {receiver} never answered {method} (id {id}): {how} {after} later{hint}',
  ignored: 'the {receiver} has not answered {method} (id {id}) for {after}, not even with "method not found"{hint}',
} as const;

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
    'warning if the recording does not show who hung up, or on a live connection after half a minute. Only an info ' +
    'if initialize was not answered either. Prompts in v1, initialize, session/load, session/resume, permission ' +
    'requests and cancelled requests have rules of their own.',
  spec: 'https://www.jsonrpc.org/specification#response_object',
  messages: MESSAGES,
  on: ['end', 'now'],
  inspect(context) {
    const { connection, lastBad, report } = context;
    if (context.goesOn) {
      judgeIgnored(context);
      return;
    }
    const ended = endedOf(connection);
    for (const sender of ['client', 'agent'] as const) {
      for (const request of unanswered(context, sender, ended)) {
        if (hasOwnRule(request, connection.version) || (sender === 'agent' && !waitsForClient(ended))) continue;
        const { method, key, sessionId, turn } = request;
        const on = sender === 'client' ? 'agent' : 'client';
        const severity =
          HUMAN_PACED.has(method) || (sender === 'client' && followsFromInitialize(context) !== '')
            ? 'info'
            : severityOf(context, ended, {
                since: request,
                on,
                patienceMs: PATIENCE_MS,
                wasRead: isEchoed(connection, request),
              });
        const bad = lastBad[sender];
        // a side that answered a later frame recovered
        const isAfterBad = bad !== undefined && bad.seq < request.seq && connection.wires[on].hasRead < bad.seq;
        const follows = sender === 'client' ? followsFromInitialize(context) : '';
        const hint =
          follows === '' && isAfterBad ? `; an earlier frame of the ${sender} was broken (frame ${bad.seq})` : follows;
        const data = {
          receiver: on,
          method,
          id: idOf(key),
          how: ended.how,
          after: lasting(waited(request, ended)),
          hint,
        };
        report('never', { data, severity, fault: on, at: request, evidence: [ended.at], sessionId, turn });
      }
    }
  },
});

/** A person or a command may take any time. */
const HUMAN_PACED: ReadonlySet<string> = new Set(['elicitation/create', 'terminal/wait_for_exit']);

/** While the conversation goes on: requests that a side answers soon, if it answers them at all. */
function judgeIgnored(context: Context<typeof MESSAGES>): void {
  const { connection, now, hasRealTimes, report } = context;
  const { requests, wires, initialization, version } = connection;
  if (!hasRealTimes || initialization.state !== 'done') return;
  for (const sender of ['client', 'agent'] as const) {
    const on = otherOf(sender);
    for (const request of requests[sender].pending.values()) {
      const { method, key, at, seq, sessionId, turn, needsNoAnswer } = request;
      if (needsNoAnswer || hasOwnRule(request, version) || HUMAN_PACED.has(method) || method === 'session/prompt')
        continue;
      // session/head-of-line says why
      if (now.at - at < PATIENCE_MS || isBehindQuestion(request)) continue;
      const hint = wires[on].hasRead > seq ? `, although it answered later requests` : '';
      const data = { receiver: on, method, id: idOf(key), after: lasting(now.at - at), hint };
      report('ignored', { data, severity: 'warning', fault: on, at: request, sessionId, turn });
    }
  }
}

/** Whether it waits for an open question of another session. */
function isBehindQuestion({ behind }: Exchange): boolean {
  return behind !== undefined && behind.answered === undefined;
}

function idOf(key: Exchange['key']): string {
  return key.startsWith('"') ? `${key}"` : key;
}

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
