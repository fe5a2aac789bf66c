import { wasAnswered } from '../../../model/requests/answered-ids.js';
import { coerced, keyOfValue } from '../../../model/state/request-key.js';
import { claimAt } from '../../engine/claims.js';
import { defineRule } from '../../engine/rule.js';
import { quoted } from '../../engine/wording.js';

export const scope = defineRule({
  id: 'elicitation/scope',
  severity: 'error',
  versions: ['v1', 'v2'],
  fault: 'agent',
  summary: 'An elicitation belongs to a session or to a request of the client that is not answered yet, not to both.',
  explanation:
    'The client shows the question where it belongs: in the conversation of the session, or with the sign-in or set-up ' +
    'that it asked for. Without either it has no place for it and refuses the request. Send sessionId during a turn, and ' +
    'requestId only before there is a session, with the id of the request as the client sent it (1 is not "1"). With ' +
    'both, readers of v1 see one of them and drop the other (a warning); v2 allows one only. Not reported: a request ' +
    'that is answered while the question is still on the screen.',
  spec: 'v1/elicitation',
  needsHistory: true,
  messages: {
    neither: 'elicitation/create has neither sessionId nor requestId',
    both: 'elicitation/create has sessionId and requestId; it belongs to one of them',
    toolCall: 'elicitation/create names toolCallId {id} without the session that the call is in',
    unknown: 'requestId is {id}, and the client has no open request with that id{hint}',
  },
  on: ['request:elicitation/create'],
  inspect(context) {
    const { connection, report } = context;
    const { params } = context.step;
    if (params === undefined) return;
    const { toolCallId, requestId } = params;
    const hasSession = (params['sessionId'] ?? null) !== null;
    const hasRequest = requestId !== undefined && (requestId !== null || !hasSession);
    if (hasSession === hasRequest) {
      claimAt(context, [], ['sessionId'], ['requestId']);
      if (hasSession) report('both', { severity: 'warning', dialects: { v2a: 'warning', v2b: 'error' } });
      else report('neither');
    }
    if (!hasRequest) return;
    if (!hasSession && (toolCallId ?? null) !== null) {
      claimAt(context, ['toolCallId']);
      report('toolCall', { data: { id: quoted(toolCallId) }, severity: 'warning' });
    }
    const { pending, answered } = connection.requests.client;
    const key = keyOfValue(requestId);
    if (pending.has(key)) return;
    const hint = pending.has(coerced(key))
      ? ', but one with that id as the other JSON type'
      : wasAnswered(answered, key)
        ? '; it is answered already'
        : '';
    report('unknown', { data: { id: quoted(requestId), hint }, severity: 'warning' });
  },
});
