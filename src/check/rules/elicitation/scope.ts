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
  summary: 'An elicitation must belong either to a session or to a pending request of the client.',
  explanation:
    'The client shows the question where it belongs: in the conversation, or in the sign-in or setup that it asked ' +
    'for. With neither sessionId nor requestId, it has no place for it and refuses the request. Send sessionId ' +
    'during a turn. Send requestId only before there is a session, exactly as the client sent the id (1 is not "1").\n\n' +
    'A request with both is only a warning in v1, where readers use one of them and drop the other, and in the ' +
    'August draft of v2. The November draft allows only one. Not reported: a request that is answered while the ' +
    'question is still open.',
  spec: 'v1/elicitation',
  needsHistory: true,
  messages: {
    neither: 'elicitation/create has neither sessionId nor requestId; it must have one of them',
    both: 'elicitation/create has both sessionId and requestId; it must have only one of them',
    toolCall: 'elicitation/create names toolCallId {id} but not the session of that call',
    unknown: 'requestId is {id}, but the client has no pending request with that id{hint}',
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
      ? ', only one whose id has another JSON type'
      : wasAnswered(answered, key)
        ? '; it was already answered'
        : '';
    report('unknown', { data: { id: quoted(requestId), hint }, severity: 'warning' });
  },
});
